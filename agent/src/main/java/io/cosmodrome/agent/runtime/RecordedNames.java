package io.cosmodrome.agent.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.report.Names;
import io.cosmodrome.trace.SymbolTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ids for the variables, locks and threads of a recording, dense and in the order in which they are
 * first used, and their names until these are written. Guarded by the runtime's lock.
 *
 * <p>All fields that a class gives to an object, and each {@value #SEGMENT} elements of an array,
 * get neighbouring ids at once, so that an object needs to remember only the first.
 */
final class RecordedNames {
  /** How many elements of an array get their ids together. */
  static final int SEGMENT = 64;

  private static final int MAX_ID = Integer.MAX_VALUE - (1 << 20);

  private final FieldNames fields;
  private final ObjectNumbers numbers = new ObjectNumbers();
  private final Map<String, Integer> classes = new HashMap<>();
  private int variables;
  private int locks;
  private Pending pending = new Pending();

  RecordedNames(FieldNames fields) {
    this.fields = fields;
  }

  /**
   * Variables that stand together.
   *
   * @param name of what they belong to
   * @param fields their own names, or null for elements of an array
   * @param first index of the first element; -1 for an array that is one variable
   */
  private record Variables(String name, FieldNames.@Nullable Group fields, int first, int count) {}

  /** Names that nobody has taken yet. */
  static final class Pending {
    private final List<Variables> variables = new ArrayList<>();
    private final List<String> locks = new ArrayList<>();

    /** Adds the names to the tables, in the order of their ids. */
    void addTo(SymbolTable variableTable, SymbolTable lockTable) {
      NameBuilder builder = new NameBuilder();
      for (Variables group : variables) {
        builder.start(group.name);
        for (int i = 0; i < group.count; i++) {
          if (group.fields != null) {
            builder.addTo(variableTable, group.fields.suffixes().get(i));
          } else {
            builder.addTo(variableTable, group.first < 0 ? -1 : group.first + i);
          }
        }
      }
      for (String name : locks) {
        byte[] utf8 = name.getBytes(UTF_8);
        lockTable.add(utf8, 0, utf8.length);
      }
    }
  }

  /** Takes the names that came since the last time. */
  Pending take() {
    Pending taken = pending;
    pending = new Pending();
    return taken;
  }

  private int newVariables(Variables group) {
    int first = variables;
    variables += group.count;
    if (variables > MAX_ID) {
      throw new IllegalStateException("a trace cannot have more than " + MAX_ID + " variables");
    }
    pending.variables.add(group);
    return first;
  }

  /** The number of an object, and the id of the first of its fields plus one, in one word. */
  long newObject(Object object, int group) {
    FieldNames.Group names = fields.get(group);
    int number = numbers.number(object);
    String name = numbers.name(object, number);
    int first = newVariables(new Variables(name, names, 0, names.suffixes().size()));
    return (long) number << 32 | (first + 1);
  }

  /** The id of the first static field of a class. */
  int newStatics(int group) {
    FieldNames.Group names = fields.get(group);
    String owner = uniqueClass(names.owner() == null ? "" : names.owner());
    return newVariables(new Variables(owner, names, 0, names.suffixes().size()));
  }

  int number(Object object) {
    return object instanceof MapKeys.Key key
        ? key.mapNumber(numbers)
        : numbers.number(named(object));
  }

  private String name(Object object, int number) {
    if (object instanceof MapKeys.Key key) {
      Object map = key.map();
      return key.mapName(() -> numbers.name(map == null ? key : map, number)) + key.suffix();
    }
    return numbers.name(named(object), number);
  }

  /**
   * Elements of an array that belongs to a collection have names as if they were the collection's.
   * The array has a number of its own, because a name must not come twice, and a collection has one
   * array after another; so the collection must not be one that keeps its number.
   */
  private static Object named(Object object) {
    Object collection = JdkCollections.collectionOf(object);
    return collection == null || collection.getClass().getClassLoader() != null
        ? object
        : collection;
  }

  /** The id of an array's element; of those that follow it, too. */
  int newElements(Object array, int number, int first, int count) {
    return newVariables(new Variables(name(array, number), null, first, count));
  }

  /** The id of the first of an object's variables that are called so; of those that follow it. */
  int newFields(Object object, int number, List<String> names) {
    List<byte[]> suffixes = names.stream().map(name -> ("." + name).getBytes(UTF_8)).toList();
    FieldNames.Group group = new FieldNames.Group(null, suffixes);
    return newVariables(new Variables(name(object, number), group, 0, suffixes.size()));
  }

  /** Classes of other packages or loaders may have the same name. */
  private String uniqueClass(String name) {
    int count = classes.merge(name, 1, Integer::sum);
    return count == 1 ? name : name + "#" + count;
  }

  /**
   * The id of a lock.
   *
   * @param number of its object, or 0 if it is not known
   */
  int newLock(Object object, int number) {
    if (object instanceof Class<?> type) {
      pending.locks.add(uniqueClass(Names.simpleClass(type.getTypeName()) + ".class"));
    } else {
      pending.locks.add(numbers.name(object, number == 0 ? numbers.number(object) : number));
    }
    return locks++;
  }

  /** Counts from the start again. */
  void restart() {
    variables = 0;
    locks = 0;
    classes.clear();
    numbers.restart();
    pending = new Pending();
  }

  /** Builds names in UTF-8 from a common start. */
  private static final class NameBuilder {
    private byte[] bytes = new byte[64];
    private int prefix;
    private int size;

    void start(String name) {
      byte[] utf8 = name.getBytes(UTF_8);
      ensure(utf8.length);
      System.arraycopy(utf8, 0, bytes, 0, utf8.length);
      prefix = utf8.length;
    }

    void addTo(SymbolTable table, byte[] suffix) {
      ensure(prefix + suffix.length);
      System.arraycopy(suffix, 0, bytes, prefix, suffix.length);
      table.add(bytes, 0, prefix + suffix.length);
    }

    void addTo(SymbolTable table, int element) {
      size = prefix;
      if (element >= 0) {
        ensure(prefix + 12);
        bytes[size++] = '[';
        addDigits(element);
        bytes[size++] = ']';
      }
      table.add(bytes, 0, size);
    }

    private void addDigits(int number) {
      int digits = 1;
      for (int rest = number; rest >= 10; rest /= 10) {
        digits++;
      }
      int rest = number;
      for (int at = size + digits - 1; at >= size; at--) {
        bytes[at] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
      size += digits;
    }

    private void ensure(int length) {
      if (length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
      }
    }
  }
}

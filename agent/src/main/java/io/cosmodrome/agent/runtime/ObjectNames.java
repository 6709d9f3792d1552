package io.cosmodrome.agent.runtime;

import io.cosmodrome.report.Names;
import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names for the objects that matter, like {@code Account#2}: numbered by class, in the order in
 * which they first mattered. Guarded by the runtime's lock.
 *
 * <p>An object's number needs 30 bits. Elements of arrays are numbered too, but only the latest
 * {@value #ELEMENTS} of them are remembered, so that memory stays bounded.
 */
final class ObjectNames {
  private static final int ELEMENT = 1 << 30;
  private static final int ELEMENTS = 1 << 16;
  private static final int MAX_OBJECTS = 1 << 18;

  private final IdentityTable<Named> byObject = new IdentityTable<>(Named::new);
  private final Map<String, Kind> kinds = new HashMap<>(); // by simple name of the class
  private String[] names = {""}; // without their numbers; the first is that of no object
  private int[] numbers = {0}; // 0 if the name has none
  private int objects = 1;

  private int[] elementOf = {}; // of the latest elements, once there is one
  private int[] elementIndex = {};
  private int elements;

  private static final class Named extends IdentityEntry {
    int number;

    Named(Object object, @Nullable ReferenceQueue<Object> queue) {
      super(object, queue);
    }
  }

  /** Objects whose classes have the same simple name. */
  private static final class Kind {
    final String name;
    int count;

    Kind(String name) {
      this.name = name;
    }
  }

  /** A number for an object, or for an element of an array if {@code index >= 0}. */
  int number(@Nullable Object object, int index) {
    if (object == null) {
      return 0;
    }
    int number = number(object);
    if (index < 0) {
      return number;
    }
    if (elements == 0) {
      elementOf = new int[ELEMENTS];
      elementIndex = new int[ELEMENTS];
    }
    int element = elements++ & (ELEMENT - 1);
    elementOf[element & (ELEMENTS - 1)] = number;
    elementIndex[element & (ELEMENTS - 1)] = index;
    return ELEMENT | element;
  }

  private int number(Object object) {
    Named named = byObject.get(object);
    if (named.number == 0) {
      if (objects == MAX_OBJECTS) {
        return 0;
      }
      String whole = nameOf(object); // may number another object first
      if (objects == names.length) {
        names = Arrays.copyOf(names, 2 * objects);
        numbers = Arrays.copyOf(numbers, 2 * objects);
      }
      named.number = objects++;
      if (whole != null) {
        names[named.number] = whole;
      } else {
        Kind kind = kinds.computeIfAbsent(simpleName(object.getClass()), Kind::new);
        names[named.number] = kind.name;
        numbers[named.number] = ++kind.count;
      }
    }
    return named.number;
  }

  /** Counts from 1 again. */
  void restart() {
    kinds.clear();
  }

  /** The name of an object that has one; null if it is told by its class and a number. */
  private @Nullable String nameOf(Object object) {
    if (object instanceof Class<?> type) {
      return simpleName(type) + ".class";
    }
    if (object instanceof MapKeys.Key key) {
      return key.mapName(() -> name(number(key.map(), -1))) + key.suffix();
    }
    Object collection = JdkCollections.collectionOf(object);
    return collection == null ? null : name(number(collection, -1));
  }

  private static String simpleName(Class<?> type) {
    return Names.simpleClass(type.getTypeName());
  }

  String name(int number) {
    if ((number & ELEMENT) == 0) {
      return objectName(number);
    }
    int element = number & (ELEMENT - 1);
    boolean known = ((elements - 1 - element) & (ELEMENT - 1)) < ELEMENTS;
    int position = element & (ELEMENTS - 1);
    return known ? objectName(elementOf[position]) + "[" + elementIndex[position] + "]" : "[?]";
  }

  private String objectName(int number) {
    return numbers[number] == 0 ? names[number] : names[number] + "#" + numbers[number];
  }
}

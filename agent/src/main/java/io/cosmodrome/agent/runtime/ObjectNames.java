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
  private final Map<String, Integer> countByClass = new HashMap<>();
  private String[] names = new String[64]; // 0 stands for no object
  private int objects = 1;

  private final int[] elementOf = new int[ELEMENTS];
  private final int[] elementIndex = new int[ELEMENTS];
  private int elements;

  private static final class Named extends IdentityEntry {
    int number;

    Named(Object object, @Nullable ReferenceQueue<Object> queue) {
      super(object, queue);
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
      String name = newName(object); // may number another object first
      if (objects == names.length) {
        names = Arrays.copyOf(names, 2 * objects);
      }
      named.number = objects++;
      names[named.number] = name;
    }
    return named.number;
  }

  /** Counts from 1 again. */
  void restart() {
    countByClass.clear();
  }

  private String newName(Object object) {
    if (object instanceof Class<?> type) {
      return simpleName(type) + ".class";
    }
    if (object instanceof MapKeys.Key key) {
      return key.mapName(() -> name(number(key.map(), -1))) + key.suffix();
    }
    Object collection = JdkCollections.collectionOf(object);
    if (collection != null) {
      return name(number(collection, -1));
    }
    String simple = simpleName(object.getClass());
    return simple + "#" + countByClass.merge(simple, 1, Integer::sum);
  }

  private static String simpleName(Class<?> type) {
    return Names.simpleClass(type.getTypeName());
  }

  String name(int number) {
    if ((number & ELEMENT) == 0) {
      return number == 0 ? "" : names[number];
    }
    int element = number & (ELEMENT - 1);
    boolean known = ((elements - 1 - element) & (ELEMENT - 1)) < ELEMENTS;
    int position = element & (ELEMENTS - 1);
    return known ? names[elementOf[position]] + "[" + elementIndex[position] + "]" : "[?]";
  }
}

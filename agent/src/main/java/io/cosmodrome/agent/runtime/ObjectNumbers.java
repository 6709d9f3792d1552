package io.cosmodrome.agent.runtime;

import io.cosmodrome.report.Names;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for the objects of a recording, by class: {@code Account#2}. Guarded by the runtime's
 * lock.
 *
 * <p>The number is kept in the object itself, in the upper half of the field that instrumentation
 * adds to each class with fields. An object has one such field for each of its classes that has
 * fields; whichever was set first counts. An object without is the caller's to remember.
 */
final class ObjectNumbers {
  /** The field, a {@code long}: number of the object, and id of its first variable plus one. */
  static final String FIELD = Hooks.PREFIX + "id";

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final Map<String, int[]> countByName = new HashMap<>();
  private final ClassValue<Type> types =
      new ClassValue<>() {
        @Override
        protected Type computeValue(Class<?> type) {
          return new Type(type);
        }
      };

  /** What is known of a class. */
  private final class Type {
    final String name;
    final int[] count;
    final List<VarHandle> fields = new ArrayList<>();

    Type(Class<?> type) {
      this.name = Names.simpleClass(type.getTypeName());
      this.count = countByName.computeIfAbsent(name, n -> new int[1]);
      boolean hasFields = !type.isArray();
      Class<?> level = type;
      while (hasFields && level != null && level.getClassLoader() != null) {
        addField(level);
        level = level.getSuperclass();
      }
    }

    private void addField(Class<?> type) {
      try {
        fields.add(
            MethodHandles.privateLookupIn(type, LOOKUP).findVarHandle(type, FIELD, long.class));
      } catch (ReflectiveOperationException | LinkageError e) {
        // a class without fields, or one whose module is closed to us
      }
    }
  }

  /** The object's number, given now if it has none. */
  int number(Object object) {
    Type type = types.get(object.getClass());
    for (VarHandle field : type.fields) {
      int number = (int) ((long) field.get(object) >>> 32);
      if (number != 0) {
        return number;
      }
    }
    int number = ++type.count[0];
    if (!type.fields.isEmpty()) {
      type.fields.get(0).set(object, (long) number << 32);
    }
    return number;
  }

  /** {@code Account#2}. */
  String name(Object object, int number) {
    return types.get(object.getClass()).name + "#" + number;
  }

  /** Counts from 1 again. */
  void restart() {
    countByName.values().forEach(count -> count[0] = 0);
  }
}

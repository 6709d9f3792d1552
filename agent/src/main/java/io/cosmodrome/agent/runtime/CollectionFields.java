package io.cosmodrome.agent.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The collections of the JDK that can be looked into, and which of their fields are variables: all
 * that change, but for those in which they keep their views. Views are made when they are first
 * asked for, without synchronization, and it does not matter who makes them.
 */
public final class CollectionFields {
  private static final List<String> COLLECTIONS =
      List.of(
          "java.lang.AbstractStringBuilder",
          "java.lang.StringBuffer",
          "java.util.AbstractCollection",
          "java.util.AbstractList",
          "java.util.AbstractMap",
          "java.util.ArrayDeque",
          "java.util.ArrayList",
          "java.util.HashMap",
          "java.util.HashSet",
          "java.util.Hashtable",
          "java.util.IdentityHashMap",
          "java.util.LinkedHashMap",
          "java.util.LinkedHashSet",
          "java.util.LinkedList",
          "java.util.PriorityQueue",
          "java.util.Stack",
          "java.util.TreeMap",
          "java.util.TreeSet",
          "java.util.Vector");

  private static final String WRAPPERS = "java.util.Collections$Synchronized";

  /** The names of the variables that objects of a class have. */
  static final ClassValue<List<String>> NAMES =
      new ClassValue<>() {
        @Override
        protected List<String> computeValue(Class<?> type) {
          return fields(type).stream().map(Field::getName).toList();
        }
      };

  /** {@link #isStructure}, remembered. */
  static final ClassValue<Boolean> STRUCTURES =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isStructure(type);
        }
      };

  private CollectionFields() {}

  /** All classes that have code to look into, those inside of others too; they are loaded now. */
  public static List<Class<?>> classes() throws ClassNotFoundException {
    List<Class<?>> all = new ArrayList<>();
    for (String name : COLLECTIONS) {
      addWithInner(Class.forName(name, false, null), all);
    }
    for (Class<?> inner :
        Class.forName("java.util.Collections", false, null).getDeclaredClasses()) {
      if (inner.getName().startsWith(WRAPPERS)) {
        all.add(inner);
      }
    }
    return all;
  }

  private static void addWithInner(Class<?> type, List<Class<?>> all) {
    all.add(type);
    for (Class<?> inner : type.getDeclaredClasses()) {
      if (!inner.isInterface()) {
        addWithInner(inner, all);
      }
    }
  }

  /** What a program can make with {@code new}, by internal name. */
  public static Set<String> makeable() {
    Set<String> names = new TreeSet<>();
    for (String name : COLLECTIONS) {
      if (!name.contains(".Abstract")) {
        names.add(name.replace('.', '/'));
      }
    }
    return names;
  }

  /** Whether a class is a collection or a part of one, rather than an iterator or a view. */
  public static boolean isStructure(Class<?> type) {
    return type.getClassLoader() == null
        && (isPart(type.getName())
            || COLLECTIONS.contains(type.getName())
            || type.getName().startsWith(WRAPPERS));
  }

  static boolean isPart(String name) {
    return name.startsWith("java.util.")
        && (name.endsWith("Node") || name.endsWith("Entry"))
        && COLLECTIONS.contains(name.substring(0, Math.max(name.indexOf('$'), 0)));
  }

  /** The number of a field among the variables of its objects, or -1 if it is none. */
  public static int number(Class<?> type, String name) {
    List<Field> fields = fields(type);
    for (int i = fields.size() - 1; i >= 0; i--) {
      if (fields.get(i).getName().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The variables of objects of a class, those of its ancestors first. */
  private static List<Field> fields(Class<?> type) {
    List<Field> fields =
        type.getSuperclass() == null ? new ArrayList<>() : fields(type.getSuperclass());
    if (isStructure(type)) {
      for (Field field : type.getDeclaredFields()) {
        if (isVariable(field)) {
          fields.add(field);
        }
      }
    }
    return fields;
  }

  private static boolean isVariable(Field field) {
    if ((field.getModifiers() & (Modifier.STATIC | Modifier.FINAL)) != 0) {
      return false;
    }
    Class<?> type = field.getType();
    return isPart(field.getDeclaringClass().getName())
        || type.isPrimitive()
        || type.isArray()
        || isPart(type.getName());
  }
}

package io.cosmodrome.agent.instrument;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls of the JDK in which nothing can happen that we watch: they access nothing of the program's,
 * make no order between threads, and never call the program back. So none of them takes an object
 * whose class may be the program's and asks it for anything, as {@code String.valueOf(Object)} does
 * for {@code toString}. Listed by hand; what is not listed may do anything.
 */
final class HarmlessCalls {
  /** Final classes all of whose methods are harmless if what they are given is. */
  private static final Set<String> VALUES =
      Set.of(
          "java/lang/Math",
          "java/lang/StrictMath",
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double");

  /** But for those that ask for properties, which may be an object of the program's. */
  private static final Set<String> PROPERTIES = Set.of("getBoolean", "getInteger", "getLong");

  /** Of other classes by their names, whatever they are given. */
  private static final Map<String, Set<String>> METHODS =
      Map.of(
          "java/lang/Object",
          Set.of("<init>", "getClass"),
          "java/lang/String",
          Set.of(
              "charAt",
              "codePointAt",
              "compareTo",
              "endsWith",
              "equals",
              "hashCode",
              "indexOf",
              "isEmpty",
              "lastIndexOf",
              "length",
              "startsWith",
              "substring",
              "toCharArray",
              "trim"),
          "java/lang/System",
          Set.of("currentTimeMillis", "identityHashCode", "nanoTime"),
          "java/lang/Thread",
          Set.of("currentThread"));

  private static final String REQUIRE = "java/util/Objects.requireNonNull";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String STRING = "Ljava/lang/String;";

  private HarmlessCalls() {}

  /**
   * @param from whose code it is: the constructor of an exception of the program's calls that of
   *     its superclass, which asks the new object for a stack trace
   */
  static boolean include(MethodInsnNode call, ClassNode from) {
    if (METHODS.getOrDefault(call.owner, Set.of()).contains(call.name)) {
      return true;
    }
    if (VALUES.contains(call.owner)) {
      return call.name.equals("equals")
          || (takesValues(call.desc) && !PROPERTIES.contains(call.name));
    }
    if (isException(call.owner)) {
      return call.name.equals("<init>")
          && takesValues(call.desc)
          && !call.owner.equals(from.superName);
    }
    return (call.owner + "." + call.name).equals(REQUIRE)
        && (call.desc.startsWith("(" + OBJECT + ")")
            || call.desc.startsWith("(" + OBJECT + STRING + ")"));
  }

  /**
   * Whether this makes a function object, or puts together a text from what is no object of the
   * program's.
   */
  static boolean include(InvokeDynamicInsnNode call) {
    String factory = call.bsm.getOwner();
    return factory.equals("java/lang/invoke/LambdaMetafactory")
        || (factory.equals("java/lang/invoke/StringConcatFactory") && takesValues(call.desc));
  }

  /** Whether objects of a class of the JDK are made without any event. */
  static boolean isException(String type) {
    return type.startsWith("java/lang/")
        && type.indexOf('/', "java/lang/".length()) < 0
        && (type.endsWith("Exception") || type.endsWith("Error"));
  }

  /** Whether all arguments are numbers, texts, or such numbers as are objects. */
  private static boolean takesValues(String descriptor) {
    for (Type type : Type.getArgumentTypes(descriptor)) {
      boolean isValue =
          type.getSort() < Type.ARRAY
              || type.getDescriptor().equals(STRING)
              || (type.getSort() == Type.OBJECT && VALUES.contains(type.getInternalName()));
      if (!isValue) {
        return false;
      }
    }
    return true;
  }
}

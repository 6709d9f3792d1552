package io.cosmodrome.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;

/** What the JDK keeps to itself and we need: opened to us alone, as far as it lets us. */
public final class JdkInternals {
  private JdkInternals() {}

  /** Opens a package of a module of the JDK to our own classes. */
  public static void open(Instrumentation instrumentation, Module module, String name) {
    Module ours = JdkInternals.class.getModule();
    instrumentation.redefineModule(
        module, Set.of(), Map.of(), Map.of(name, Set.of(ours)), Set.of(), Map.of());
  }

  /** Whether the JVM was given an argument that begins so; yes if that cannot be known. */
  public static boolean hasArgument(Instrumentation instrumentation, String... beginnings) {
    try {
      open(instrumentation, Object.class.getModule(), "jdk.internal.misc");
      // not by reflection, which loads all that the methods of that class mention
      String[] arguments =
          (String[])
              MethodHandles.lookup()
                  .findStatic(
                      Class.forName("jdk.internal.misc.VM"),
                      "getRuntimeArguments",
                      MethodType.methodType(String[].class))
                  .invokeExact();
      for (String argument : arguments) {
        for (String beginning : beginnings) {
          if (argument.startsWith(beginning)) {
            return true;
          }
        }
      }
      return false;
    } catch (Throwable e) { // another JDK
      return true;
    }
  }
}

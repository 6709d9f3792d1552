package io.cosmodrome.agent.instrument;

import java.lang.instrument.Instrumentation;
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
}

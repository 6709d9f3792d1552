package io.cosmodrome.agent.instrument;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the JDK that mean something: the one list of them. How a hook is called:
 *
 * <ul>
 *   <li>{@code BEFORE}: with the receiver, the thread and the site, before the call. The receiver
 *       must be the call's only operand.
 *   <li>{@code INSTEAD}: with receiver, arguments, thread and site, instead of the call, which it
 *       makes itself; same result.
 *   <li>{@code RESULT}: with the call's result, which it may replace.
 * </ul>
 */
final class CallSites {
  enum Kind {
    BEFORE,
    INSTEAD,
    RESULT
  }

  /**
   * @param owner the class; calls through its subclasses count as well
   * @param op what happens at the place of the call, or two things with a comma between
   */
  record CallSite(Kind kind, String owner, String name, String descriptor, String hook, String op) {

    /** Whether it keeps the program from seeing what is ours, or the report from being lost. */
    boolean isKept() {
      return kind == Kind.RESULT || op.equals("halt");
    }
  }

  private static final String THREAD = "java/lang/Thread";
  private static final String OBJECT = "java/lang/Object";
  private static final String CLASS = "java/lang/Class";
  private static final String STATE = "()Ljava/lang/Thread$State;";
  private static final String FIELDS = "()[Ljava/lang/reflect/Field;";
  private static final String METHODS = "()[Ljava/lang/reflect/Method;";

  private static final List<CallSite> ALL =
      List.of(
          new CallSite(Kind.BEFORE, THREAD, "start", "()V", "start", "fork"),
          new CallSite(Kind.INSTEAD, THREAD, "join", "()V", "join", "join"),
          new CallSite(Kind.INSTEAD, THREAD, "join", "(J)V", "join", "join"),
          new CallSite(Kind.INSTEAD, THREAD, "join", "(JI)V", "join", "join"),
          new CallSite(Kind.INSTEAD, THREAD, "join", "(Ljava/time/Duration;)Z", "join", "join"),
          new CallSite(Kind.INSTEAD, THREAD, "isAlive", "()Z", "isAlive", "join"),
          new CallSite(Kind.INSTEAD, THREAD, "getState", STATE, "getState", "join"),
          new CallSite(Kind.INSTEAD, OBJECT, "wait", "()V", "await", "rel,acq"),
          new CallSite(Kind.INSTEAD, OBJECT, "wait", "(J)V", "await", "rel,acq"),
          new CallSite(Kind.INSTEAD, OBJECT, "wait", "(JI)V", "await", "rel,acq"),
          new CallSite(Kind.INSTEAD, "java/lang/Runtime", "halt", "(I)V", "halt", "halt"),
          new CallSite(
              Kind.INSTEAD,
              "java/lang/System",
              "arraycopy",
              "(Ljava/lang/Object;ILjava/lang/Object;II)V",
              "arraycopy",
              "r,w"),
          new CallSite(Kind.RESULT, CLASS, "getFields", FIELDS, "visible", ""),
          new CallSite(Kind.RESULT, CLASS, "getDeclaredFields", FIELDS, "visible", ""),
          new CallSite(Kind.RESULT, CLASS, "getMethods", METHODS, "visible", ""),
          new CallSite(Kind.RESULT, CLASS, "getDeclaredMethods", METHODS, "visible", ""));

  private CallSites() {}

  /** The entry for a call, or null if it means nothing to us. */
  static @Nullable CallSite find(
      ClassLoader loader, Hierarchy hierarchy, String owner, String name, String descriptor) {
    for (CallSite site : ALL) {
      if (site.name.equals(name)
          && site.descriptor.equals(descriptor)
          && (site.owner.equals(OBJECT) || hierarchy.isSubtype(loader, owner, site.owner))) {
        return site;
      }
    }
    return null;
  }
}

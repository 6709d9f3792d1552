// UNKNOWN: nothing runs
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

/** Links the classes of all jars on its class path, then says what the JIT was told. */
public final class AskDirectives {
  public static void main(String[] args) throws Exception {
    LinkJars.main(args);
    ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
    long deadline = System.nanoTime() + 20_000_000_000L;
    boolean sparesInstrumenter = false;
    boolean sparesHooks = false;
    boolean hasJars = System.getProperty("java.class.path").contains(".jar");
    boolean isUsers = System.getProperty("directives", "ours").equals("theirs");
    while (hasJars
        && !(sparesInstrumenter && (sparesHooks || isUsers))
        && System.nanoTime() < deadline) {
      String answer =
          String.valueOf(
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(commands, "compilerDirectivesPrint", null, null));
      sparesInstrumenter = answer.contains("io/cosmodrome/agent/instrument");
      sparesHooks = answer.contains("cosmodrome$putSlow");
    }
    System.out.println(
        "instrumenter left to C1: " + sparesInstrumenter + ", hooks not inlined: " + sparesHooks);
  }
}

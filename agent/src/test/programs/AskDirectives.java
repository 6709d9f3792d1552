// UNKNOWN: nothing runs
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

/** Links the classes of all jars on its class path, then says whether the JIT was told to spare us. */
public final class AskDirectives {
  public static void main(String[] args) throws Exception {
    LinkJars.main(args);
    ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
    long deadline = System.nanoTime() + 20_000_000_000L;
    boolean told = false;
    boolean hasJars = System.getProperty("java.class.path").contains(".jar");
    while (hasJars && !told && System.nanoTime() < deadline) {
      Object answer =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(commands, "compilerDirectivesPrint", null, null);
      told = String.valueOf(answer).contains("cosmodrome");
    }
    System.out.println(told ? "the instrumenter is left to C1" : "no directives");
  }
}

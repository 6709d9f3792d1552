import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Goes on after its violation until its input ends, if it is told to wait. */
final class Service {
  private int count;

  void add(boolean isSlow) { // VIOLATION Service.add
    int old = count;
    if (isSlow) {
      Schedule.pause();
    }
    count = old + 1;
  }

  public static void main(String[] args) throws Exception {
    Service service = new Service();
    Schedule.between(() -> service.add(true), () -> service.add(false));
    System.out.println("ready");
    System.out.flush();
    if (args.length == 0) {
      return;
    }
    if (args[0].equals("manage")) {
      manage();
    }
    awaitEndOfInput();
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // more
    }
  }

  /** What a tool for management would do. */
  private static void manage() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName agent = new ObjectName("io.cosmodrome:type=Agent");
    while (!server.isRegistered(agent)) {
      Thread.sleep(10);
    }
    System.out.println(server.getAttribute(agent, "Verdict"));
    System.out.println(server.getAttribute(agent, "NewFindings"));
    System.out.println(Arrays.toString((String[]) server.getAttribute(agent, "FindingLines")));
    System.out.println(server.invoke(agent, "writeReport", null, null));
    System.out.flush();
  }
}

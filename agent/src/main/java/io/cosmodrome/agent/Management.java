package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.ClassChange;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.FindingText;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.Status;
import io.cosmodrome.report.Style;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/**
 * Shows the run to tools for management, once there is something for them: the platform's server of
 * beans is never made for us, since that takes longer than our start, and programs care about when
 * it is made. That it is about to be made is noticed when its class is loaded; a JDK without
 * management never gets there.
 */
final class Management extends ClassChange {
  private static final String SERVER = "com/sun/jmx/mbeanserver/JmxMBeanServer";
  private static final String NAME = "io.cosmodrome:type=Agent";
  private static final int TRIES = 100;
  private static final long PAUSE_MILLIS = 100;

  private final AgentRun run;
  private final AtomicBoolean noticed = new AtomicBoolean();

  Management(AgentRun run) {
    super(null); // without beans the report is there all the same
    this.run = run;
  }

  @Override
  protected byte @Nullable [] changeBoot(String name, byte[] bytes) {
    if (name.equals(SERVER) && !noticed.getAndSet(true)) {
      OwnThreads.start("cosmodrome-management", () -> register(run));
    }
    return null;
  }

  private static void register(AgentRun run) {
    try {
      ObjectName platforms = new ObjectName("java.lang:type=Runtime");
      for (int i = 0; i < TRIES; i++) {
        Thread.sleep(PAUSE_MILLIS); // its maker has nothing to tell when it is done
        for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
          if (server.isRegistered(platforms)) {
            server.registerMBean(
                new StandardMBean(new Bean(run), CosmodromeMBean.class), new ObjectName(NAME));
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (JMException | RuntimeException | LinkageError e) {
      // somebody does not want us there; the report is there all the same
    }
  }

  private static final class Bean implements CosmodromeMBean {
    private final AgentRun run;

    Bean(AgentRun run) {
      this.run = run;
    }

    @Override
    public String getVerdict() {
      return run.report().verdict().name();
    }

    private static List<Finding> fresh(Report report) {
      return report.findings().stream().filter(f -> f.status() == Status.NEW).toList();
    }

    @Override
    public long getNewFindings() {
      return fresh(run.report()).size();
    }

    @Override
    public String[] getFindingLines() {
      return fresh(run.report()).stream()
          .map(finding -> FindingText.line(finding, Style.PLAIN, 0))
          .toArray(String[]::new);
    }

    @Override
    public long getBlocks() {
      return run.report().checked().blocks();
    }

    @Override
    public long getThreads() {
      return run.report().checked().threads();
    }

    @Override
    public String[] getLimits() {
      return run.report().checked().limits().stream()
          .map(limit -> limit.name() + ": " + limit.text())
          .toArray(String[]::new);
    }

    @Override
    public String writeReport() {
      return run.writeReport().toString();
    }
  }
}

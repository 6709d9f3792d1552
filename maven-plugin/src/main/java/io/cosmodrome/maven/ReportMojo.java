package io.cosmodrome.maven;

import io.cosmodrome.report.Report;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Makes one report of what all JVMs that ran tests of this module have seen. Fails no build. */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class ReportMojo extends ReportingMojo {
  @Override
  void run() throws MojoExecutionException {
    Optional<Report> merged = merge(List.of(project));
    if (merged.isEmpty()) {
      getLog().info("no tests ran under the agent, so there is nothing to report");
    } else {
      getLog().info("report: " + write(merged.get(), directory()));
    }
  }
}

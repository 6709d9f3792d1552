package io.cosmodrome.maven;

import io.cosmodrome.report.Report;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Mojo;

/**
 * Makes one report of all modules of a build, after them: <code>mvn verify cosmodrome:aggregate
 * </code>. Fails no build.
 */
@Mojo(name = "aggregate", aggregator = true, threadSafe = true)
public final class AggregateMojo extends ReportingMojo {
  @Override
  void run() throws MojoExecutionException {
    Optional<Report> merged = merge(session.getProjects());
    if (merged.isEmpty()) {
      getLog().info("no tests ran under the agent in any module, so there is nothing to report");
    } else {
      getLog().info("report of all modules: " + write(merged.get(), directory()));
    }
  }
}

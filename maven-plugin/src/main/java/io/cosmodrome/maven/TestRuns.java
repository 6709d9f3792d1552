package io.cosmodrome.maven;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/**
 * Whether tests ran in this build, as the reports of Surefire and Failsafe tell, and why the agent
 * may not have seen them.
 */
final class TestRuns {
  private static final String ARG_LINE = "argLine";

  private final MavenProject project;
  private final MavenSession session;

  TestRuns(MavenProject project, MavenSession session) {
    this.project = project;
    this.session = session;
  }

  /** A plugin that runs tests, and where it reports by default. */
  private enum Runner {
    SUREFIRE("maven-surefire-plugin", "surefire-reports"),
    FAILSAFE("maven-failsafe-plugin", "failsafe-reports");

    final String artifact;
    final String reports;

    Runner(String artifact, String reports) {
      this.artifact = artifact;
      this.reports = reports;
    }
  }

  /**
   * Why tests ran without the agent, each with the cure; empty if they did not.
   *
   * @param hasData whether any JVM has left a report
   */
  List<String> losses(boolean hasData) throws MojoExecutionException {
    List<String> losses = new ArrayList<>();
    boolean anyRan = false;
    for (Runner runner : Runner.values()) {
      if (ran(runner)) {
        anyRan = true;
        losses.addAll(losses(runner));
      }
    }
    if (anyRan && !hasData && losses.isEmpty()) {
      losses.add(lossOfAll());
    }
    return losses;
  }

  /** Whether an option of the JVM stands in the configuration of a plugin that runs tests. */
  boolean isGiven(String option) {
    for (Runner runner : Runner.values()) {
      String argLine = setting(runner, ARG_LINE);
      if (argLine != null && argLine.contains(option)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The reports of tests that are there, with the times of their latest change; those that were
   * there when the agent was prepared, and have not changed, are of an earlier build.
   */
  Map<Path, FileTime> reports() throws MojoExecutionException {
    Map<Path, FileTime> reports = new HashMap<>();
    for (Runner runner : Runner.values()) {
      reports.putAll(reports(runner));
    }
    return reports;
  }

  private Map<Path, FileTime> reports(Runner runner) throws MojoExecutionException {
    String configured = setting(runner, "reportsDirectory");
    Path directory =
        configured == null
            ? Path.of(project.getBuild().getDirectory(), runner.reports)
            : project.getBasedir().toPath().resolve(configured);
    Map<Path, FileTime> reports = new HashMap<>();
    if (!Files.isDirectory(directory)) {
      return reports;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "TEST-*.xml")) {
      for (Path file : files) {
        reports.put(file, Files.getLastModifiedTime(file));
      }
      return reports;
    } catch (IOException | DirectoryIteratorException e) {
      throw new MojoExecutionException("cannot look for reports of tests: " + e, e);
    }
  }

  private boolean ran(Runner runner) throws MojoExecutionException {
    Map<Path, FileTime> reports = reports(runner);
    if (project.getContextValue(PrepareAgentMojo.REPORTS_BEFORE) instanceof Map<?, ?> before) {
      reports.entrySet().removeAll(before.entrySet());
    }
    return !reports.isEmpty();
  }

  private List<String> losses(Runner runner) {
    List<String> losses = new ArrayList<>();
    String argLine = setting(runner, ARG_LINE);
    if (argLine != null && !argLine.contains("argLine}") && !argLine.contains("cosmodrome.jar")) {
      losses.add(
          String.format(
              "the configuration of %s sets argLine without what was there before;"
                  + " write <argLine>@{argLine} %s</argLine>",
              runner.artifact, argLine.strip()));
    }
    String forks = setting(runner, "forkCount");
    if ("0".equals(forks) || "0".equals(session.getUserProperties().getProperty("forkCount"))) {
      losses.add(
          runner.artifact
              + " runs the tests in Maven's own JVM, where the agent is not; leave out forkCount 0");
    }
    return losses;
  }

  private String lossOfAll() {
    Properties fromCommandLine = session.getUserProperties();
    if (project.getContextValue(PrepareAgentMojo.REPORTS_BEFORE) == null) {
      return "the goal prepare-agent of cosmodrome-maven-plugin did not run; add it to the <goals> of"
          + " the plugin's execution";
    }
    if (fromCommandLine.containsKey(ARG_LINE)) {
      return "-DargLine on the command line overrides what prepare-agent has set; move it into"
          + " <properties><argLine>"
          + fromCommandLine.getProperty(ARG_LINE)
          + "</argLine></properties> of pom.xml";
    }
    if (!project.getProperties().getProperty(ARG_LINE, "").contains(PrepareAgentMojo.AGENT)) {
      return "the property argLine no longer has what prepare-agent has put into it; another plugin"
          + " overwrites it, or set cosmodrome.argLineProperty to the property that the tests use";
    }
    return "their JVMs have left no report; they were killed, or the agent's options are wrong: see"
        + " what they printed, and the files *.dumpstream beside the reports of the tests";
  }

  /** A setting of a plugin, or of one of its executions; null if it has none. */
  private @Nullable String setting(Runner runner, String name) {
    Plugin plugin = project.getPlugin("org.apache.maven.plugins:" + runner.artifact);
    if (plugin == null) {
      return null;
    }
    for (PluginExecution execution : plugin.getExecutions()) {
      String value = child(execution.getConfiguration(), name);
      if (value != null) {
        return value;
      }
    }
    return child(plugin.getConfiguration(), name);
  }

  private static @Nullable String child(@Nullable Object configuration, String name) {
    if (configuration instanceof Xpp3Dom settings) {
      Xpp3Dom child = settings.getChild(name);
      return child == null ? null : child.getValue();
    }
    return null;
  }
}

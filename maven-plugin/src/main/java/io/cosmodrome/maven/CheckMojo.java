package io.cosmodrome.maven;

import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.report.Baseline;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportText;
import io.cosmodrome.report.Status;
import io.cosmodrome.report.Style;
import io.cosmodrome.report.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Does what the goal report does, and fails the build if something in this module's tests was not
 * atomic; also if tests ran but the agent saw nothing of them. Passes if no tests ran.
 */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CheckMojo extends ReportingMojo {
  private static final int SHOWN = 10;

  /** Whether new violations fail the build; otherwise they are only told. */
  @Parameter(property = "cosmodrome.failOnViolation", defaultValue = "true")
  private boolean failOnViolation;

  /** Whether it fails the build if nothing can be concluded. */
  @Parameter(property = "cosmodrome.failOnUnknown", defaultValue = "false")
  private boolean failOnUnknown;

  /** Whether to add what was found to the baseline instead of failing. */
  @Parameter(property = "cosmodrome.updateBaseline", defaultValue = "false")
  private boolean updateBaseline;

  @Override
  void run() throws MojoExecutionException, MojoFailureException {
    TestRuns runs = new TestRuns(project, session);
    Optional<Report> merged = merge(List.of(project));
    List<String> losses = runs.losses(merged.isPresent());
    if (!losses.isEmpty()) {
      losses.forEach(getLog()::error);
      throw new MojoFailureException(
          "tests ran without the agent, so nothing was checked: " + losses.get(0));
    }
    if (merged.isEmpty()) {
      getLog().info("no tests ran, so there is nothing to check");
      return;
    }
    Path page = write(merged.get(), directory());
    if (updateBaseline) {
      update(merged.get());
    } else {
      judge(merged.get(), page);
    }
  }

  private void update(Report report) throws MojoExecutionException {
    if (baseline == null) {
      throw new MojoExecutionException(
          "updateBaseline needs the parameter baseline, such as"
              + " <baseline>cosmodrome-baseline.txt</baseline>");
    }
    try {
      Baseline updated = baseline().with(report);
      updated.write(baseline.toPath());
      getLog().info(baseline + " has " + Text.count(updated.size(), "finding") + " now");
    } catch (IOException e) {
      throw new MojoExecutionException("cannot write the baseline: " + e, e);
    }
  }

  private void judge(Report report, Path page) throws MojoFailureException {
    ReportText text = new ReportText(report, Style.PLAIN);
    switch (report.verdict()) {
      case OK -> log(text.verdict() + text.facts(false), getLog()::info);
      case UNKNOWN -> log(text.verdict() + text.facts(false), getLog()::warn);
      case VIOLATION ->
          log(
              text.newFindings(SHOWN, "", "") + text.verdict() + text.facts(false),
              getLog()::error);
    }
    getLog().info("report: " + page);
    if (report.verdict() == Verdict.VIOLATION && failOnViolation) {
      throw new MojoFailureException(violations(report, page));
    }
    if (report.verdict() == Verdict.UNKNOWN && failOnUnknown) {
      throw new MojoFailureException("nothing can be concluded: " + report.reasons().get(0));
    }
  }

  private static void log(String lines, Consumer<CharSequence> log) {
    lines.lines().forEach(log);
  }

  private static String violations(Report report, Path page) {
    List<Finding> found =
        report.findings().stream().filter(finding -> finding.status() == Status.NEW).toList();
    String first =
        found
            .get(0)
            .block()
            .map(block -> block + " is not atomic")
            .orElse("no serial order explains the run");
    String others = found.size() == 1 ? "" : " (and " + (found.size() - 1) + " more)";
    String anchor = page.toString().endsWith(".html") ? "#ATOM-" + found.get(0).id() : "";
    return first + others + ", see " + page.toUri() + anchor;
  }
}

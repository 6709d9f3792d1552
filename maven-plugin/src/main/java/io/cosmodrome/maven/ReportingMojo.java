package io.cosmodrome.maven;

import io.cosmodrome.report.Baseline;
import io.cosmodrome.report.MalformedReportException;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportFile;
import io.cosmodrome.report.ReportFormats;
import io.cosmodrome.report.ReportJson;
import io.cosmodrome.report.ReportMerge;
import io.cosmodrome.report.Suppressions;
import io.cosmodrome.report.Triage;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/** Goals that make one report of what the JVMs have left behind. */
@SuppressWarnings("NullAway.Init") // Maven sets the parameters
abstract class ReportingMojo extends CosmodromeMojo {
  private static final String JVM_REPORT = "report.json";
  private static final int DEPTH = 2; // JVMS, the JVM, its report

  /**
   * Reports to write, with commas between: html=page.html,sarif. By default all, under their usual
   * names.
   */
  @Parameter(property = "cosmodrome.report")
  private String report = String.join(",", ReportFormats.names());

  /** Findings that were there before, as the goal check writes them with updateBaseline. */
  @Parameter(property = "cosmodrome.baseline")
  @Nullable File baseline;

  /** Findings that do not matter, each with the reason. */
  @Parameter(property = "cosmodrome.suppress")
  private @Nullable File suppress;

  /** The reports of all JVMs that ran tests of a module, as one; empty if there are none. */
  final Optional<Report> merge(List<MavenProject> modules) throws MojoExecutionException {
    List<Report> reports = new ArrayList<>();
    try {
      for (MavenProject module : modules) {
        for (Path file : files(directoryOf(module).resolve(JVMS))) {
          reports.add(read(file).about(module.getArtifactId()));
        }
      }
    } catch (IOException e) {
      throw new MojoExecutionException("cannot read what the agent wrote: " + e.getMessage(), e);
    }
    return reports.isEmpty()
        ? Optional.empty()
        : Optional.of(
            triage().apply(ReportMerge.of(reports).about("the tests of " + project.getName())));
  }

  private static Report read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return ReportJson.read(in);
    } catch (MalformedReportException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /** The results of another module are where ours are. */
  private Path directoryOf(MavenProject module) {
    Path target = Path.of(project.getBuild().getDirectory());
    Path ours = directory().toAbsolutePath();
    return ours.startsWith(target)
        ? Path.of(module.getBuild().getDirectory()).resolve(target.relativize(ours))
        : ours;
  }

  private Triage triage() throws MojoExecutionException {
    try {
      return new Triage(
          suppress == null ? Suppressions.NONE : Suppressions.read(suppress.toPath()), baseline());
    } catch (IOException e) {
      throw new MojoExecutionException("cannot read the suppressions: " + e.getMessage(), e);
    }
  }

  /** The findings that were there before; none if there is no such file yet. */
  final Baseline baseline() throws MojoExecutionException {
    try {
      return baseline == null || !baseline.exists()
          ? Baseline.EMPTY
          : Baseline.read(baseline.toPath());
    } catch (IOException e) {
      throw new MojoExecutionException("cannot read the baseline: " + e.getMessage(), e);
    }
  }

  private static List<Path> files(Path jvms) throws IOException {
    if (!Files.isDirectory(jvms)) {
      return List.of();
    }
    try (Stream<Path> files = Files.find(jvms, DEPTH, (file, facts) -> file.endsWith(JVM_REPORT))) {
      return files.sorted().toList();
    }
  }

  /** Writes the reports that are wanted, and returns the one to show people. */
  final Path write(Report merged, Path into) throws MojoExecutionException {
    try {
      List<ReportFile> files = ReportFormats.parse(report, into);
      for (ReportFile file : files) {
        file.write(merged);
      }
      return files.stream()
          .filter(file -> file.format().name().equals("html"))
          .findFirst()
          .map(ReportFile::path)
          .orElse(into);
    } catch (IllegalArgumentException e) {
      throw new MojoExecutionException("parameter report: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new MojoExecutionException("cannot write the report: " + e, e);
    }
  }
}

package io.cosmodrome.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The formats of reports: the one list of them, and how users choose from it. */
public final class ReportFormats {
  /** The one that {@link ReportJson#read} reads. */
  public static final ReportFormat JSON =
      new ReportFormat("json", "report.json", "everything, for programs", ReportJson::write);

  /** In the order in which they are written. */
  public static final List<ReportFormat> ALL =
      List.of(
          JSON,
          new ReportFormat("text", "report.txt", "what the console shows", ReportText::write),
          new ReportFormat("html", "index.html", "the page, for people", HtmlReport::write),
          new ReportFormat("sarif", "report.sarif", "for code scanning: SARIF 2.1.0", Sarif::write),
          new ReportFormat("junit", "TEST-cosmodrome.xml", "test results as XML", JUnitXml::write),
          new ReportFormat(
              "markdown", "report.md", "a summary for a CI step", MarkdownSummary::write),
          new ReportFormat(
              "dot", "report.dot", "a graph a finding, for Graphviz", DotGraphs::write));

  // not a colon in C:\reports
  private static final Pattern SEPARATOR = Pattern.compile(",|:(?![\\\\/])");

  private ReportFormats() {}

  /**
   * The format with this name.
   *
   * @throws IllegalArgumentException if there is none, with those that there are
   */
  public static ReportFormat named(String name) {
    return ALL.stream()
        .filter(format -> format.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
  }

  private static String unknown(String name) {
    List<String> known = names();
    String guess =
        Text.nearest(name, known).map(near -> "; did you mean \"" + near + "\"?").orElse(";");
    return "unknown report format \"" + name + "\"" + guess + " known: " + known;
  }

  public static List<String> names() {
    return ALL.stream().map(ReportFormat::name).toList();
  }

  /**
   * The files that {@code html=a.html,sarif=b.sarif} asks for. Colons may stand for the commas; a
   * name without a file is a file with the format's usual name.
   *
   * @param directory for files without a name
   * @throws IllegalArgumentException if that asks for no such thing, with the reason
   */
  public static List<ReportFile> parse(String text, Path directory) {
    List<ReportFile> files = new ArrayList<>();
    Set<Path> paths = new HashSet<>();
    for (String part : SEPARATOR.split(text, -1)) {
      if (part.isBlank()) {
        continue;
      }
      int equals = part.indexOf('=');
      ReportFormat format = named(part.substring(0, equals < 0 ? part.length() : equals).strip());
      String file = equals < 0 ? "" : part.substring(equals + 1).strip();
      if (equals >= 0 && file.isEmpty()) {
        throw new IllegalArgumentException(
            "expected a file after \"" + format.name() + "=\", found nothing");
      }
      Path path = equals < 0 ? directory.resolve(format.fileName()) : Path.of(file);
      if (!paths.add(path.toAbsolutePath().normalize())) {
        throw new IllegalArgumentException("two reports go to the same file, " + path);
      }
      files.add(new ReportFile(format, path));
    }
    return files;
  }
}

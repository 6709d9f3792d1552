package io.cosmodrome.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One program of this module, and what its comments promise; {@code README.md} says how they are
 * written.
 */
record Example(Path source, List<String> lines) {
  private static final Path SOURCES = Path.of("src/main/java/io/cosmodrome/examples");
  private static final Pattern VIOLATION =
      Pattern.compile("// VIOLATION (\\S+)(?: around (\\S+))?$");

  private static final String OUTPUT = "Output:";
  private static final String REPORT = "Cosmodrome:";
  private static final String HINT = "// HINT ";
  private static final String INDENT = " *   ";

  /** All of them, by name. */
  static List<Example> all() throws IOException {
    List<Example> examples = new ArrayList<>();
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.sorted().toList()) {
        if (file.getFileName().toString().matches("E\\d\\d_\\w+\\.java")) {
          examples.add(new Example(file, Files.readAllLines(file)));
        }
      }
    }
    return examples;
  }

  String name() {
    return source.getFileName().toString().replace(".java", "");
  }

  String className() {
    return "io.cosmodrome.examples." + name();
  }

  /** What the program must print, by its header. */
  List<String> output() {
    return section(OUTPUT);
  }

  /** What the agent must say about it, by its header. */
  List<String> report() {
    return section(REPORT);
  }

  /** The indented lines after a title in the header; none if there is no such title. */
  private List<String> section(String title) {
    int first = lines.indexOf(" * " + title) + 1;
    int end = first;
    while (first > 0 && lines.get(end).startsWith(INDENT)) {
      end++;
    }
    return lines.subList(first, end).stream().map(l -> l.substring(INDENT.length())).toList();
  }

  /** What must be found, in the form of {@link Findings#texts}. */
  TreeSet<String> findings() {
    TreeSet<String> findings = new TreeSet<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      Matcher violation = VIOLATION.matcher(line);
      if (violation.find()) {
        findings.add(finding(violation, i + 1));
      } else if (line.startsWith("// NON-SERIALIZABLE")) {
        findings.add(Findings.NON_SERIALIZABLE);
      } else if (line.contains("VIOLATION") && line.contains("//")) {
        throw new IllegalStateException(source + ":" + (i + 1) + ": cannot read " + line);
      }
    }
    return findings;
  }

  private String finding(Matcher violation, int line) {
    String label = violation.group(1);
    String inner = violation.group(2);
    if (inner == null) {
      return withLine(label, line);
    }
    return Findings.around(label, withLine(inner, lineOf(inner)));
  }

  /** Synchronized blocks of one method are told apart by their lines. */
  private static String withLine(String label, int line) {
    return label.replace(":sync(", ":sync@" + line + "(");
  }

  /** Where the block with this label is. */
  private int lineOf(String label) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).endsWith("// VIOLATION " + label)) {
        return i + 1;
      }
    }
    throw new IllegalStateException(source + ": no line ends in // VIOLATION " + label);
  }

  /** Names of the hints that must be given. */
  TreeSet<String> hints() {
    return lines.stream()
        .filter(line -> line.startsWith(HINT))
        .map(line -> line.substring(HINT.length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The Java that the program needs. */
  int minimumJava() {
    return comment("// NEEDS ").map(Integer::parseInt).orElse(17);
  }

  /** Whether the agent is not able yet to find what it should. */
  boolean isPending() {
    return comment("// PENDING ").isPresent();
  }

  private Optional<String> comment(String start) {
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .findFirst();
  }

  /** Writes what was printed, and what the agent said about it, into the header. */
  void update(List<String> output, List<String> report) throws IOException {
    List<String> changed = new ArrayList<>(lines.subList(0, lines.indexOf(" * " + OUTPUT)));
    changed.add(" * " + OUTPUT);
    output.forEach(line -> changed.add(INDENT + line));
    if (!report.isEmpty()) {
      changed.add(" *");
      changed.add(" * " + REPORT);
      report.forEach(line -> changed.add(INDENT + line));
    }
    changed.addAll(lines.subList(lines.indexOf(" */"), lines.size()));
    Files.write(source, changed);
    assertThat(changed.size())
        .as("lines have moved: compile and run again")
        .isEqualTo(lines.size());
  }

  @Override
  public String toString() {
    return name();
  }
}

package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Findings that were there before, so that only new ones make a build fail. As text, one a line,
 * sorted, with neither lines of sources nor anything else that changes from run to run:
 *
 * <pre>
 * 7f3a81bc09d2e645 ATOM001 com.acme.Bank.transfer(Account,Account,int)
 * </pre>
 */
public final class Baseline {
  /** Nothing was there before. */
  public static final Baseline EMPTY = new Baseline(new TreeMap<>());

  private static final String HEAD =
      "# Findings that are known: fingerprint, rule, method. Written by --update-baseline.\n";

  private final Map<String, KnownFinding> findings; // by fingerprint

  private Baseline(Map<String, KnownFinding> findings) {
    this.findings = findings;
  }

  /** Not a constant: the agent needs this class before the program starts, this at its end. */
  private static Comparator<KnownFinding> byBlock() {
    return Comparator.comparing(KnownFinding::block)
        .thenComparing(KnownFinding::rule)
        .thenComparing(KnownFinding::fingerprint);
  }

  /**
   * The baseline in a file.
   *
   * @throws MalformedReportException if it is no such file, with its name and the line
   */
  public static Baseline read(Path file) throws IOException {
    return parse(Files.readString(file), file.toString());
  }

  static Baseline parse(String text, String file) throws MalformedReportException {
    Map<String, KnownFinding> findings = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String stripped = line.strip();
      if (stripped.isEmpty() || stripped.startsWith("#")) {
        continue;
      }
      String[] words = stripped.split("\\s+", 3);
      if (words.length < 2 || !words[0].matches("[0-9a-f]{16}")) {
        throw new MalformedReportException(
            file
                + ":"
                + number
                + ": expected a fingerprint of 16 digits, a rule and a method, found \""
                + stripped
                + "\"");
      }
      String block = words.length == 3 ? words[2] : "";
      findings.put(words[0], new KnownFinding(words[0], words[1], block));
    }
    return new Baseline(findings);
  }

  boolean has(Finding finding) {
    return findings.containsKey(finding.fingerprint());
  }

  /** Those that are not among these findings. */
  List<KnownFinding> without(Collection<Finding> seen) {
    Map<String, KnownFinding> others = new LinkedHashMap<>(findings);
    seen.forEach(finding -> others.remove(finding.fingerprint()));
    return others.values().stream().sorted(byBlock()).toList();
  }

  /**
   * This baseline and what was found, but for what is suppressed. What was not seen stays: another
   * run may show it again.
   */
  public Baseline with(Report report) {
    Map<String, KnownFinding> more = new LinkedHashMap<>(findings);
    for (Finding finding : report.findings()) {
      if (finding.status() != Status.SUPPRESSED) {
        more.put(finding.fingerprint(), KnownFinding.of(finding));
      }
    }
    return new Baseline(more);
  }

  public int size() {
    return findings.size();
  }

  /** Writes it, whole or not at all. */
  public void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().normalize().resolveSibling("."));
    try (OutputFile output = new OutputFile(file, true)) {
      output.stream().write(text().getBytes(UTF_8));
      output.commit();
    }
  }

  String text() {
    StringBuilder text = new StringBuilder(HEAD);
    findings.values().stream()
        .sorted(byBlock())
        .forEach(
            known ->
                text.append(
                    (known.fingerprint() + " " + known.rule() + " " + known.block()).stripTrailing()
                        + "\n"));
    return text.toString();
  }
}

package io.cosmodrome.report;

import io.cosmodrome.spec.NamePattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Findings that do not matter, one a line, each with the reason:
 *
 * <pre>
 * com.acme.Stats.**              # figures may be a little off
 * [7f3a]                         # one finding, as reports show it, or its whole fingerprint
 * ATOM003 **                     # only findings of this rule
 * </pre>
 *
 * Patterns are those of {@link NamePattern}, for the label of the block. The first line that fits a
 * finding counts.
 */
public final class Suppressions {
  /** Nothing is suppressed. */
  public static final Suppressions NONE = new Suppressions(List.of());

  private static final Pattern RULE = Pattern.compile("[A-Z]{3,4}[0-9]{3}");
  private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{4,16}");

  private final List<Entry> entries;

  /**
   * @param rule that the finding must have, or empty
   * @param digits that the fingerprint starts with, or empty: then the pattern decides
   */
  private record Entry(
      Suppression suppression, String rule, String digits, Optional<NamePattern> pattern) {
    boolean fits(Finding finding) {
      return (rule.isEmpty() || rule.equals(finding.rule()))
          && finding.fingerprint().startsWith(digits)
          && pattern.map(label -> label.matches(finding.block().orElse(""))).orElse(true);
    }
  }

  private Suppressions(List<Entry> entries) {
    this.entries = entries;
  }

  /**
   * The suppressions in a file.
   *
   * @throws MalformedReportException if it is no such file, with its name and the line
   */
  public static Suppressions read(Path file) throws IOException {
    return parse(Files.readString(file), file.toString());
  }

  static Suppressions parse(String text, String file) throws MalformedReportException {
    List<Entry> entries = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String stripped = line.strip();
      if (!stripped.isEmpty() && !stripped.startsWith("#")) {
        try {
          entries.add(entry(stripped, number));
        } catch (IllegalArgumentException e) {
          throw new MalformedReportException(file + ":" + number + ": " + e.getMessage());
        }
      }
    }
    return new Suppressions(entries);
  }

  private static Entry entry(String line, int number) {
    String[] halves = line.split("\\s+#", 2);
    String reason = halves.length == 1 ? "" : halves[1].strip();
    if (reason.isEmpty()) {
      throw new IllegalArgumentException("expected \"# reason\" after the pattern, found nothing");
    }
    String[] words = halves[0].split("\\s+", -1);
    boolean hasRule = RULE.matcher(words[0]).matches();
    if (words.length != (hasRule ? 2 : 1)) {
      throw new IllegalArgumentException(
          "expected a rule or none, and one pattern, found \"" + halves[0] + "\"");
    }
    String rule = hasRule ? words[0] : "";
    String pattern = words[words.length - 1];
    Suppression suppression = new Suppression(String.join(" ", words), reason, number);
    if (pattern.startsWith("[") && pattern.endsWith("]")) {
      String digits = pattern.substring(1, pattern.length() - 1);
      if (!DIGITS.matcher(digits).matches()) {
        throw new IllegalArgumentException(
            "expected 4 to 16 digits of a fingerprint, found \"" + digits + "\"");
      }
      return new Entry(suppression, rule, digits, Optional.empty());
    }
    if (DIGITS.matcher(pattern).matches() && pattern.chars().anyMatch(Character::isDigit)) {
      throw new IllegalArgumentException(
          "expected a method, or [" + pattern + "] for a finding, found \"" + pattern + "\"");
    }
    return new Entry(suppression, rule, "", Optional.of(NamePattern.of(pattern)));
  }

  /** What suppresses this finding. */
  Optional<Suppression> of(Finding finding) {
    return entries.stream()
        .filter(entry -> entry.fits(finding))
        .map(Entry::suppression)
        .findFirst();
  }

  List<Suppression> all() {
    return entries.stream().map(Entry::suppression).toList();
  }
}

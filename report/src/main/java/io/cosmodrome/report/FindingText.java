package io.cosmodrome.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A finding for people: what is not atomic and where, the picture, the proof and hints; at most
 * {@value Text#WIDTH} columns wide.
 */
public final class FindingText {
  private static final String INDENT = "  ";
  private static final int LONGEST_WORD = 72;
  private static final int NAMED_TESTS = 3;

  private FindingText() {}

  /** All lines about a finding, each ended. */
  public static String of(Finding finding, Style style) {
    StringBuilder text = new StringBuilder(header(finding, style));
    finding
        .reason()
        .ifPresent(reason -> text.append(Text.wrap("suppressed because: " + reason, INDENT)));
    if (finding.proofs().isEmpty()) {
      text.append(INDENT).append("no proof: the engine has none, and may blame too many blocks\n");
    }
    finding.proof().ifPresent(proof -> text.append(WitnessText.of(finding, proof, style).render()));
    for (String hint : Hints.of(finding).sentences()) {
      text.append(Text.wrap("hint: " + shorten(hint, style), INDENT));
    }
    if (!finding.around().isEmpty()) {
      List<String> around = finding.around();
      String names = around.stream().map(Names::classAndMethod).collect(Collectors.joining(", "));
      text.append(Text.wrap("also not atomic because of this: " + names, INDENT));
    }
    if (!finding.tests().isEmpty()) {
      text.append(Text.wrap("seen while these tests ran: " + tests(finding), INDENT));
    }
    return text.toString();
  }

  private static String tests(Finding finding) {
    List<String> tests = finding.tests();
    int named = Math.min(NAMED_TESTS, tests.size());
    String names = String.join(", ", tests.subList(0, named));
    return named == tests.size() ? names : names + " and " + (tests.size() - named) + " more";
  }

  /** Names have any length, but lines break at blanks only. */
  private static String shorten(String sentence, Style style) {
    return Arrays.stream(sentence.split(" ", -1))
        .map(word -> Names.shorten(word, LONGEST_WORD, style))
        .collect(Collectors.joining(" "));
  }

  /** {@code ATOM001 Bank.transfer is not atomic (Bank.java:31) [7f3a] NEW, 17x}. */
  private static String header(Finding finding, Style style) {
    String tail = tail(finding);
    String title = title(finding, style, Text.WIDTH - tail.length() - 2);
    String gap = " ".repeat(Text.WIDTH - title.length() - tail.length());
    return style.title(title) + gap + tail + "\n";
  }

  /** What it is and where, on a line, after so many other letters; not ended. */
  public static String line(Finding finding, Style style, int before) {
    String tail = tail(finding);
    return title(finding, style, Text.WIDTH - before - tail.length() - 2) + "  " + tail;
  }

  private static String tail(Finding finding) {
    return "[" + finding.id() + "] " + finding.status() + ", " + Text.number(finding.count()) + "x";
  }

  private static String title(Finding finding, Style style, int room) {
    String place = finding.location().map(at -> "  (" + Names.place(at) + ")").orElse("");
    String head = finding.rule() + " " + what(finding, style, room - place.length() - 8) + place;
    return head.length() > room ? Names.cut(head, room, style) : head;
  }

  static String what(Finding finding, Style style, int room) {
    if (finding.rule().equals(Finding.CYCLE)) {
      return "no serial order of the blocks explains this run";
    }
    String predicate = " is not atomic";
    String name =
        finding
            .block()
            .map(Names::classAndMethod)
            .orElseGet(
                () ->
                    "a block without a label"
                        + finding.proof().map(proof -> " of " + proof.thread()).orElse(""));
    return Names.shorten(name, Math.max(16, room - predicate.length()), style) + predicate;
  }
}

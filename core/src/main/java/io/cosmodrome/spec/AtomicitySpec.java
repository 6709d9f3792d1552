package io.cosmodrome.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which blocks are meant to be atomic, by their labels: a list of rules and what holds where none
 * matches. Of several rules that match a label the last one decides, so general rules come first
 * and exceptions after them. A block without a label has the empty name, which {@code **} matches.
 *
 * <p>As text, one rule a line; a {@code #} at the start or after a blank begins a comment, which is
 * kept as the reason of its rule:
 *
 * <pre>
 * not-atomic **
 * atomic com.acme.Bank.**
 * not-atomic com.acme.Bank.serve(**)  # loop
 * </pre>
 *
 * @param rules in their order
 * @param otherwise whether labels without a rule are atomic
 */
public record AtomicitySpec(List<Rule> rules, boolean otherwise) {
  /** No rules: every block of a trace is meant to be atomic. */
  public static final AtomicitySpec EVERYTHING = new AtomicitySpec(List.of(), true);

  private static final String ATOMIC = "atomic";
  private static final String NOT_ATOMIC = "not-atomic";

  /**
   * What is said about the labels that match a pattern.
   *
   * @param reason why, or an empty text
   */
  public record Rule(boolean atomic, NamePattern pattern, String reason) {
    @Override
    public String toString() {
      String rule = (atomic ? ATOMIC : NOT_ATOMIC) + " " + pattern;
      return reason.isEmpty() ? rule : rule + "  # " + reason;
    }
  }

  public AtomicitySpec {
    rules = List.copyOf(rules);
  }

  /**
   * Reads a specification's text.
   *
   * @param otherwise whether labels without a rule are atomic
   */
  public static AtomicitySpec parse(String text, boolean otherwise)
      throws MalformedSpecificationException {
    List<Rule> rules = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      int comment = startOfComment(line);
      String rule = line.substring(0, comment).strip();
      if (!rule.isEmpty()) {
        String reason = line.substring(Math.min(comment + 1, line.length())).strip();
        rules.add(parseRule(number, rule, reason));
      }
    }
    return new AtomicitySpec(rules, otherwise);
  }

  /** Where the comment begins, or the length of the line: labels may have a # inside. */
  private static int startOfComment(String line) {
    int at = line.indexOf('#');
    while (at > 0 && !Character.isWhitespace(line.charAt(at - 1))) {
      at = line.indexOf('#', at + 1);
    }
    return at < 0 ? line.length() : at;
  }

  private static Rule parseRule(int line, String rule, String reason)
      throws MalformedSpecificationException {
    String[] words = rule.split("\\s+", 2);
    boolean atomic = words[0].equals(ATOMIC);
    if (!atomic && !words[0].equals(NOT_ATOMIC)) {
      throw new MalformedSpecificationException(
          line, "expected " + ATOMIC + " or " + NOT_ATOMIC + ", found \"" + words[0] + "\"");
    }
    if (words.length == 1) {
      throw new MalformedSpecificationException(
          line, "expected a pattern after " + words[0] + ", found nothing");
    }
    Optional<String> problem = NamePattern.problemWith(words[1]);
    if (problem.isPresent()) {
      throw new MalformedSpecificationException(line, problem.get());
    }
    return new Rule(atomic, NamePattern.of(words[1]), reason);
  }

  /** The rule that decides about this label, if there is one. */
  public Optional<Rule> ruleFor(String label) {
    for (int i = rules.size() - 1; i >= 0; i--) {
      if (rules.get(i).pattern().matches(label)) {
        return Optional.of(rules.get(i));
      }
    }
    return Optional.empty();
  }

  /** Whether blocks with this label are meant to be atomic. */
  public boolean isAtomic(String label) {
    return ruleFor(label).map(Rule::atomic).orElse(otherwise);
  }

  /** This specification and one more rule, which overrules the others. */
  public AtomicitySpec plus(Rule rule) {
    List<Rule> more = new ArrayList<>(rules);
    more.add(rule);
    return new AtomicitySpec(more, otherwise);
  }

  /** The rules as text that {@link #parse} reads. */
  public String text() {
    StringBuilder text = new StringBuilder();
    rules.forEach(rule -> text.append(rule).append('\n'));
    return text.toString();
  }
}

package io.cosmodrome.spec;

import java.util.Optional;

/**
 * A pattern for names with dots: classes, methods, block labels, variables, threads. The one
 * pattern language of the whole program.
 *
 * <ul>
 *   <li>{@code ?} is one character within a part of the name.
 *   <li>{@code *} is any number of characters, none included, within a part. Parts end at a dot
 *       and, in a parameter list, at a comma.
 *   <li>{@code **} is any number of characters, whatever they are.
 *   <li>Every other character is itself; upper and lower case differ.
 *   <li>A pattern without {@code (} does not care about parameters: {@code com.acme.Bank.transfer}
 *       matches every overload. {@code (**)} says the same, {@code (Account,*)} is more exact.
 *   <li>A pattern with neither a dot nor {@code **} before its parameters needs to match the last
 *       part only: {@code *Test} matches {@code com.acme.BankTest}, {@code transfer(**)} matches
 *       {@code com.acme.Bank.transfer(int)}.
 * </ul>
 *
 * So {@code com.acme.*} are the classes in a package and {@code com.acme.**} those below it, too;
 * {@code com.acme.Bank.*} are the methods of a class and {@code com.acme.**} those of all classes
 * there.
 */
public final class NamePattern {
  private static final char ONE = '\0'; // ? in a compiled pattern
  private static final char PART = '\1'; // *
  private static final char ANYTHING = '\2'; // **
  private static final String ANY_PARAMETERS = "(" + ANYTHING + ")";

  private final String text;
  private final String compiled;
  private final boolean hasParameters;
  private final boolean simple; // matched against the last part

  private NamePattern(String text) {
    this.text = text;
    this.compiled = text.replace("**", "" + ANYTHING).replace('*', PART).replace('?', ONE);
    int open = text.indexOf('(');
    this.hasParameters = open >= 0;
    String name = hasParameters ? text.substring(0, open) : text;
    this.simple = !name.contains(".") && !name.contains("**");
  }

  /**
   * The pattern that {@code text} describes.
   *
   * @throws IllegalArgumentException if it is none, with the reason
   */
  public static NamePattern of(String text) {
    problemWith(text)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
    return new NamePattern(text);
  }

  /** Why {@code text} is not a pattern, or nothing. */
  static Optional<String> problemWith(String text) {
    if (text.isEmpty()) {
      return Optional.of("expected a pattern, found nothing");
    }
    if (text.contains("***")) {
      return Optional.of("expected * or **, found *** in \"" + text + "\"");
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) <= ' ') {
        return Optional.of("expected a pattern without blanks, found \"" + text + "\"");
      }
    }
    if (text.contains("(") && text.indexOf(')') < text.indexOf('(')) {
      return Optional.of("expected a ) after the ( of \"" + text + "\"");
    }
    return Optional.empty();
  }

  /** Whether this pattern matches all of {@code name}. */
  public boolean matches(String name) {
    int open = name.indexOf('(');
    int nameEnd = open < 0 ? name.length() : open;
    int start = simple ? name.lastIndexOf('.', nameEnd - 1) + 1 : 0;
    if (open < 0 && compiled.endsWith(ANY_PARAMETERS)) {
      String withoutParameters = compiled.substring(0, compiled.length() - ANY_PARAMETERS.length());
      return matches(withoutParameters, name.substring(start), nameEnd - start);
    }
    int end = hasParameters ? name.length() : nameEnd;
    return matches(compiled, name.substring(start, end), nameEnd - start);
  }

  /**
   * After each character of the pattern, {@code reached[i]} says whether what was read of it
   * matches the first i characters of the name: O(pattern * name), whatever the pattern.
   */
  private static boolean matches(String pattern, String name, int nameEnd) {
    boolean[] reached = new boolean[name.length() + 1];
    reached[0] = true;
    for (int p = 0; p < pattern.length(); p++) {
      char symbol = pattern.charAt(p);
      boolean repeats = symbol == PART || symbol == ANYTHING;
      boolean[] now = new boolean[reached.length];
      now[0] = repeats && reached[0];
      for (int i = 0; i < name.length(); i++) {
        boolean accepts = accepts(symbol, name.charAt(i), i < nameEnd);
        now[i + 1] = repeats ? reached[i + 1] || (accepts && now[i]) : accepts && reached[i];
      }
      reached = now;
    }
    return reached[name.length()];
  }

  private static boolean accepts(char symbol, char c, boolean inName) {
    return switch (symbol) {
      case ANYTHING -> true;
      case ONE, PART -> inName ? c != '.' : c != ',' && c != '(' && c != ')';
      default -> symbol == c;
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NamePattern that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The pattern as it was written. */
  @Override
  public String toString() {
    return text;
  }
}

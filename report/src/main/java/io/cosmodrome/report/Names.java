package io.cosmodrome.report;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Names as users know them: short where the context makes them clear. */
public final class Names {
  private Names() {}

  /** {@code com.acme.Bank.transfer(Account,int)} as {@code Bank.transfer}. */
  public static String classAndMethod(String label) {
    String name = withoutParameters(label);
    int method = name.lastIndexOf('.');
    return method < 0 ? name : simpleClass(name.substring(0, method)) + name.substring(method);
  }

  /**
   * {@code com.acme.Bank$Account} as {@code Account}, {@code com.acme.Bank$1} as {@code Bank$1}.
   */
  public static String simpleClass(String className) {
    String name = className.substring(className.lastIndexOf('.') + 1);
    int nested = name.lastIndexOf('$') + 1;
    boolean hasName = nested < name.length() && !Character.isDigit(name.charAt(nested));
    return hasName ? name.substring(nested) : name;
  }

  /** {@code com.acme.Bank.transfer(Account,int)} as {@code transfer}. */
  static String method(String label) {
    String name = withoutParameters(label);
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** {@code com.acme.Bank.transfer(Account,int)} as {@code com.acme.Bank.}. */
  static String classPrefix(String label) {
    String name = withoutParameters(label);
    return name.substring(0, name.lastIndexOf('.') + 1);
  }

  static String withoutParameters(String label) {
    int parameters = label.indexOf('(');
    return parameters > 0 ? label.substring(0, parameters) : label;
  }

  /** The innermost place of a location that may list its callers. */
  public static String place(String location) {
    int callers = location.indexOf(" < ");
    return callers < 0 ? location : location.substring(0, callers);
  }

  /** The file that all these places are in, if it is one: then {@code :33} says enough. */
  static Optional<String> commonFile(Collection<String> places) {
    Set<String> files = places.stream().map(Names::file).collect(Collectors.toSet());
    return files.size() == 1 && !files.contains("")
        ? Optional.of(files.iterator().next())
        : Optional.empty();
  }

  /** {@code Bank.java} of {@code Bank.java:33}, empty if there is no line. */
  static String file(String place) {
    int colon = place.lastIndexOf(':');
    boolean hasLine = colon > 0 && place.substring(colon + 1).chars().allMatch(Character::isDigit);
    return hasLine ? place.substring(0, colon) : "";
  }

  /** The start of a text that is too long. */
  static String cut(String text, int width, Style style) {
    if (text.length() <= width) {
      return text;
    }
    return text.substring(0, Math.max(0, width - style.ellipsis().length())) + style.ellipsis();
  }

  /** The end of a name that is too long: variables differ there. */
  static String shorten(String name, int width, Style style) {
    if (name.length() <= width) {
      return name;
    }
    String mark = style.ellipsis();
    int kept = Math.max(0, width - mark.length());
    return (mark + name.substring(name.length() - kept)).substring(0, Math.max(0, width));
  }
}

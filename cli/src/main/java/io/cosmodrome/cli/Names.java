package io.cosmodrome.cli;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Names as users know them: short where the context makes them clear. */
final class Names {
  private Names() {}

  /** {@code com.acme.Bank.transfer(Account,int)} as {@code Bank.transfer}. */
  static String classAndMethod(String label) {
    String name = withoutParameters(label);
    int method = name.lastIndexOf('.');
    int type = method < 0 ? -1 : name.lastIndexOf('.', method - 1);
    return name.substring(type + 1);
  }

  /** {@code com.acme.Bank.transfer(Account,int)} as {@code transfer}. */
  static String method(String label) {
    String name = withoutParameters(label);
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String withoutParameters(String label) {
    int parameters = label.indexOf('(');
    return parameters > 0 ? label.substring(0, parameters) : label;
  }

  /** The innermost place of a location that may list its callers. */
  static String place(String location) {
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

  private static String file(String place) {
    int colon = place.lastIndexOf(':');
    boolean hasLine = colon > 0 && place.substring(colon + 1).chars().allMatch(Character::isDigit);
    return hasLine ? place.substring(0, colon) : "";
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

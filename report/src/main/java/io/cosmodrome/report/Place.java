package io.cosmodrome.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a source file, as far as names tell where that is.
 *
 * @param file its name
 * @param directory where it is in every source root, as its package says, with slashes; empty if
 *     that is not known
 * @param line counted from 1
 */
record Place(String file, String directory, int line) {
  private static final Pattern FORM = Pattern.compile("([^/\\\\:]+):0*([1-9][0-9]{0,8})");

  /**
   * The innermost place of a location, if it names a file and a line.
   *
   * @param label of the method that is there
   */
  static Optional<Place> of(Optional<String> location, Optional<String> label) {
    Matcher form = FORM.matcher(location.map(Names::place).orElse(""));
    return form.matches()
        ? Optional.of(
            new Place(
                form.group(1),
                label.map(Place::directory).orElse(""),
                Integer.parseInt(form.group(2))))
        : Optional.empty();
  }

  /** {@code com.acme.Bank$Account.add(int)} is in {@code com/acme/}. */
  private static String directory(String label) {
    int parameters = label.indexOf('(');
    String name = parameters < 0 ? label : label.substring(0, parameters);
    int method = name.lastIndexOf('.');
    int type = method < 0 ? -1 : name.lastIndexOf('.', method - 1);
    return type < 0 ? "" : name.substring(0, type + 1).replace('.', '/');
  }

  /** What is the same in every source root: {@code com/acme/Bank.java}. */
  String path() {
    return directory + file;
  }

  /** The lines around it, if the report has them. */
  Optional<Excerpt> excerpt(Report report) {
    Optional<Excerpt> found = Optional.empty();
    for (Excerpt excerpt : report.sources()) {
      boolean hasLine =
          line >= excerpt.firstLine() && line < excerpt.firstLine() + excerpt.lines().size();
      if (excerpt.file().equals(file) && hasLine) {
        if (excerpt.path().endsWith(path())) {
          return Optional.of(excerpt);
        }
        found = found.or(() -> Optional.of(excerpt));
      }
    }
    return found;
  }
}

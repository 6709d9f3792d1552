package io.cosmodrome.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The lines that a person finds in the source. Kotlin's compiler makes up lines behind the end of
 * the file for what it has inlined, and says in the class file, as JSR 45 has it, where that was
 * called.
 */
final class SourceLines {
  private static final Pattern CALLS =
      Pattern.compile("\\*S KotlinDebug\\s.*?\\*L\\s(.*?)\\*E", Pattern.DOTALL);
  private static final Pattern RANGE =
      Pattern.compile("(\\d+)(?:#\\d+)?(?:,(\\d+))?:(\\d+)(?:,(\\d+))?");

  private final List<Range> ranges = new ArrayList<>();

  /** {@code count} made up lines, of which {@code step} at a time stand for one in the source. */
  private record Range(int first, int count, int step, int source) {}

  /**
   * @param extension the class's attribute SourceDebugExtension, or null
   */
  SourceLines(@Nullable String extension) {
    Matcher calls = CALLS.matcher(extension == null ? "" : extension);
    if (calls.find()) {
      Matcher range = RANGE.matcher(calls.group(1));
      while (range.find()) {
        int step = number(range.group(4));
        int first = Integer.parseInt(range.group(3));
        int source = Integer.parseInt(range.group(1));
        ranges.add(new Range(first, number(range.group(2)) * step, Math.max(1, step), source));
      }
    }
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 1 : Integer.parseInt(digits);
  }

  /** The line for one in the class file. */
  int of(int line) {
    for (Range range : ranges) {
      if (line >= range.first && line < range.first + range.count) {
        return range.source + (line - range.first) / range.step;
      }
    }
    return line;
  }
}

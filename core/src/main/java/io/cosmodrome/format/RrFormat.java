package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.trace.Symbols;
import java.io.OutputStream;
import java.util.List;

/**
 * Logs of RoadRunner's print tools, one event a line: {@code @ Rd(1,@05.test/Test.x_I) …}.
 *
 * <p>Import only. docs/format.md has the lines that are understood and what becomes of them.
 */
final class RrFormat implements TraceFormat {
  @Override
  public String name() {
    return "rr";
  }

  @Override
  public List<String> suffixes() {
    return List.of(".rr");
  }

  @Override
  public boolean canWrite() {
    return false;
  }

  @Override
  public TraceFile reader(TraceInput input, ReadOptions options) {
    return new RrReader(input);
  }

  @Override
  public TraceWriter writer(OutputStream out, Symbols symbols) {
    throw new UnsupportedOperationException("the trace format rr can only be read");
  }

  /** Whether some line of a text's beginning starts as the print tools start theirs. */
  static boolean looksLike(byte[] head) {
    String text = new String(head, UTF_8);
    return text.lines().anyMatch(line -> line.startsWith("@  "));
  }
}

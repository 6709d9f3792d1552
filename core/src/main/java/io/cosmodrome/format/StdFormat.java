package io.cosmodrome.format;

import io.cosmodrome.trace.Symbols;
import java.io.OutputStream;
import java.util.List;

/**
 * RAPID's text format, one event a line: {@code T0|w(V1.f[3])|345}.
 *
 * <p>docs/format.md has the grammar, our additions to it and the escapes for names that would not
 * fit into a column.
 */
final class StdFormat implements TraceFormat {
  @Override
  public String name() {
    return "std";
  }

  @Override
  public List<String> suffixes() {
    return List.of(".std");
  }

  @Override
  public boolean canWrite() {
    return true;
  }

  @Override
  public TraceFile reader(TraceInput input, ReadOptions options) {
    return new StdReader(input);
  }

  @Override
  public TraceWriter writer(OutputStream out, Symbols symbols) {
    return new StdWriter(out, symbols);
  }
}

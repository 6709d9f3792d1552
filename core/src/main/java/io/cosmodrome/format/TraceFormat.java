package io.cosmodrome.format;

import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** One way to keep a trace in a file. {@link TraceFormats#ALL} lists them. */
public interface TraceFormat {
  /** How users call it: {@code std}. */
  String name();

  /** How its files end, in lower case, the dot included: {@code .std}. */
  List<String> suffixes();

  /** Whether {@link #writer} works; formats of other tools are import only. */
  boolean canWrite();

  /**
   * A trace that reads {@code input} and closes it.
   *
   * @throws io.cosmodrome.trace.MalformedTraceException if its first bytes show that it is no trace
   */
  TraceFile reader(TraceInput input, ReadOptions options) throws IOException;

  /**
   * A sink that writes to {@code out} and closes it.
   *
   * @param symbols the names of the ids that the sink will be given; may still grow
   * @throws UnsupportedOperationException unless {@link #canWrite}
   */
  TraceWriter writer(OutputStream out, Symbols symbols) throws IOException;
}

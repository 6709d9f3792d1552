package io.cosmodrome.format;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.util.Optional;

/** What all readers share: an input that can be read once, and the names that were met. */
abstract class InputReader implements TraceFile {
  final Symbols symbols = new Symbols();

  private final TraceInput input;
  private final TraceFormat format;
  private boolean replayed;

  InputReader(TraceInput input, TraceFormat format) {
    this.input = input;
    this.format = format;
  }

  @Override
  public final void replay(EventSink sink) throws IOException {
    if (replayed) {
      throw new IllegalStateException("the trace was already replayed");
    }
    replayed = true;
    deliver(sink);
    sink.finish();
  }

  /** Passes all events on, as long as the sink wants them. */
  abstract void deliver(EventSink sink) throws IOException;

  @Override
  public final Symbols symbols() {
    return symbols;
  }

  @Override
  public Optional<String> loss() {
    return Optional.empty();
  }

  @Override
  public long skippedLines() {
    return 0;
  }

  @Override
  public final long bytesRead() {
    return input.bytesRead();
  }

  @Override
  public final long size() {
    return input.size();
  }

  @Override
  public final TraceFormat format() {
    return format;
  }

  @Override
  public final void close() throws IOException {
    input.close();
  }
}

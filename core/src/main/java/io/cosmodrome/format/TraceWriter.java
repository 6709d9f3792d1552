package io.cosmodrome.format;

import io.cosmodrome.trace.EventSink;
import java.io.Closeable;
import java.io.IOException;

/**
 * A trace being written.
 *
 * <p>A sink cannot throw, so the first failure is kept: from then on the writer is {@linkplain
 * #isDone done}, takes events without effect, and {@link #close} throws. What was written before is
 * left in the file. {@linkplain io.cosmodrome.trace.Op#HIDDEN Hidden} events are not written.
 */
public interface TraceWriter extends EventSink, Closeable {
  /**
   * Writes what is still held back and closes the stream. Without an earlier {@link #finish} the
   * trace counts as cut short, in formats that can tell.
   *
   * @throws IOException the first failure since the writer was made
   */
  @Override
  void close() throws IOException;
}

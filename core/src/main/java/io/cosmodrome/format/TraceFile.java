package io.cosmodrome.format;

import io.cosmodrome.trace.TraceSource;
import java.io.Closeable;
import java.util.Optional;

/**
 * A trace being read. It can be replayed once.
 *
 * <p>{@link #bytesRead} may be asked by another thread while the trace is replayed, to show
 * progress; everything else belongs to one thread.
 */
public interface TraceFile extends TraceSource, Closeable {
  /**
   * What part of a cut or damaged file could not be delivered: in one line, for users. Empty when
   * the file was whole; known once {@link #replay} is through.
   */
  Optional<String> loss();

  /** How many lines of a log were left out because they are not events. */
  long skippedLines();

  /** How far reading has come, in bytes of the file as it is stored: compressed, if it is. */
  long bytesRead();

  /** The size of the file as it is stored, or -1 if it is not known. */
  long size();

  TraceFormat format();
}

package io.cosmodrome.agent.runtime;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;

/** Where the events of a recorded run go, in their order. Used by the recorder's thread alone. */
public interface TraceOutput extends EventSink {
  /** The names of the ids in the events, which whoever sends these adds first. */
  Symbols symbols();

  /** Puts everything so far where it survives the program. */
  void flush() throws IOException;

  /** Some events have been passed on: frees memory, and throws what went wrong with them. */
  void passedOn() throws IOException;

  /**
   * Nothing follows.
   *
   * @param whole whether all that happened was passed on
   */
  void close(boolean whole) throws IOException;
}

package io.cosmodrome.trace;

import java.io.IOException;

/** Something that can push a whole trace into a sink: a file, a generator, a trace in memory. */
public interface TraceSource {
  /** The names of the ids; complete once {@link #replay} is through. */
  Symbols symbols();

  /**
   * Pushes every event into {@code sink} and then calls its {@link EventSink#finish}.
   *
   * @throws MalformedTraceException if the source is not a trace; the sink then has been given
   *     every event before the offence, and is not finished
   */
  void replay(EventSink sink) throws IOException;
}

package io.cosmodrome;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;

/** Traces written down in tests: {@code "T0|begin(A) T0|w(x) T1|r(x) T0|end"}. */
public final class TraceText {
  private TraceText() {}

  /** The trace of these events, which stand apart by blanks or line ends. */
  public static Trace trace(String events) {
    Trace trace = new Trace();
    for (String event : events.strip().split("\\s+", -1)) {
      int bar = event.indexOf('|');
      int open = event.indexOf('(');
      int op = Op.NAMES.indexOf(event.substring(bar + 1, open < 0 ? event.length() : open));
      if (bar < 0 || op < 0) {
        throw new IllegalArgumentException("not an event: " + event);
      }
      Symbols symbols = trace.symbols();
      int thread = symbols.threads().intern(event.substring(0, bar));
      int target =
          open < 0
              ? Symbols.NONE
              : symbols.targets(op).intern(event.substring(open + 1, event.length() - 1));
      trace.event(op, thread, target, Symbols.NONE);
    }
    return trace;
  }
}

package io.cosmodrome.analysis;

import io.cosmodrome.format.TraceFile;
import java.io.IOException;

/** A trace that can be read more than once. */
@FunctionalInterface
public interface TraceOpener {
  /** The trace from its start; the caller closes it. */
  TraceFile open() throws IOException;
}

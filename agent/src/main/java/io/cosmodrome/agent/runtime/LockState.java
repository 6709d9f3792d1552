package io.cosmodrome.agent.runtime;

import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/** The monitor of one object. Changed only by the thread that holds that monitor. */
public final class LockState extends IdentityEntry {
  @Nullable MonitoredThread holder;
  int depth;
  long release; // epoch of the last release, 0 before the first
  int releaseSite;
  int id = -1; // in the trace, if there is one

  LockState(Object object, @Nullable ReferenceQueue<Object> queue) {
    super(object, queue);
  }
}

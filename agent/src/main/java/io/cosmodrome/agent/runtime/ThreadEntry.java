package io.cosmodrome.agent.runtime;

import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/** What connects a thread with those that start and join it. Guarded by the runtime's lock. */
final class ThreadEntry extends IdentityEntry {
  long fork; // epoch of its start, 0 if nobody was seen starting it
  int forkSite;
  @Nullable String forkedBy; // name of the thread that started it
  @Nullable MonitoredThread state; // from its first event until its end was noticed
  int number = -1; // for the recorder
  long last; // epoch of its last event, once its end was noticed

  ThreadEntry(Object thread, @Nullable ReferenceQueue<Object> queue) {
    super(thread, queue);
  }
}

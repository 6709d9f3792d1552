package io.cosmodrome.agent.runtime;

import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A test, or any other part of a run that somebody asks about on its own. Guarded by the runtime's
 * lock.
 */
public final class Scope {
  final Optional<String> test; // its name, if it is one
  final @Nullable Scope previous; // of the thread that opened it
  final @Nullable Scope around; // that it is a part of
  final Set<String> seen = new LinkedHashSet<>(); // signatures of findings
  final Threads.Totals totalsBefore;
  final IdentityHashMap<MonitoredThread, Long> blocksBefore = new IdentityHashMap<>();
  volatile boolean isOpen = true; // written under the lock only

  Scope(Optional<String> test, @Nullable Scope previous, Threads.Totals totalsBefore) {
    this.test = test;
    this.previous = previous;
    this.totalsBefore = totalsBefore;
    // a thread pool may run one test while it waits in another
    boolean isPart = previous != null && (test.isEmpty() || test.equals(previous.test));
    this.around = isPart ? previous : null;
  }

  boolean isWithin(Scope other) {
    for (Scope scope = this; scope != null; scope = scope.around) {
      if (scope == other) {
        return true;
      }
    }
    return false;
  }
}

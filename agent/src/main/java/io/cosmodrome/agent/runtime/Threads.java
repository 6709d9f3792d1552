package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The threads of the program, found by the thread object itself.
 *
 * <p>The table is an open hash by identity, in which a thread looks only for its own entry; the
 * entry names its owner, so what other threads do there at the same time cannot mislead it. All
 * else is guarded by the runtime's lock. That a thread is over is noticed when others appear or
 * join it, so nothing needs to run at its end.
 */
final class Threads {
  static final int SIZE = 1 << 13;
  private static final int PROBES = 8;
  private static final int LOOKED_AT = 4; // threads whose end is looked for when another appears

  final @Nullable MonitoredThread[] table = new MonitoredThread[SIZE];
  private final InlineRuntime runtime;
  private final IdentityTable<ThreadEntry> entries = new IdentityTable<>(ThreadEntry::new);
  private final List<MonitoredThread> living = new ArrayList<>();
  private int lookedAt;
  private int seen;
  private int withBlocks;
  private long blocks;
  private long conflicts;

  Threads(InlineRuntime runtime) {
    this.runtime = runtime;
  }

  static int position(Thread thread) {
    return (int) thread.getId() & (SIZE - 1);
  }

  /** The thread's state if it is in the table. */
  @Nullable MonitoredThread peek(Thread thread) {
    int position = position(thread);
    for (int i = 0; i < PROBES; i++) {
      MonitoredThread found = table[(position + i) & (SIZE - 1)];
      if (found != null && found.owner == thread) {
        return found;
      }
    }
    return null;
  }

  /** The thread's state if it is not at its first place in the table, made if there is none. */
  @DontInline
  MonitoredThread find(Thread thread) {
    MonitoredThread found = peek(thread);
    if (found != null) {
      return found;
    }
    synchronized (runtime.lock) {
      ThreadEntry entry = entries.get(thread);
      MonitoredThread state = entry.state;
      if (state == null) {
        state = appear(thread, entry);
      }
      remember(position(thread), state);
      return state;
    }
  }

  private MonitoredThread appear(Thread thread, ThreadEntry entry) {
    noticeEnds();
    MonitoredThread state = new MonitoredThread(seen++, thread, runtime);
    runtime.frontier.start(state);
    runtime.bySlot(state);
    living.add(state);
    entry.state = state;
    state.takeInFork(entry);
    Recorder recorder = runtime.recorder();
    if (recorder != null) {
      EventBuffer events = recorder.newBuffer(thread, state.slot(), number(entry, thread));
      state.recordTo(new ThreadTrace(state, recorder, events));
    }
    return state;
  }

  /** The thread's number for the recorder, given now if it has none; -1 if there is no recorder. */
  int number(ThreadEntry entry, Thread thread) {
    Recorder recorder = runtime.recorder();
    if (entry.number < 0 && recorder != null) {
      entry.number = recorder.newThread(thread);
    }
    return entry.number;
  }

  /** The number of a thread that did something or was started; -1 for any other. */
  int numberOf(Thread thread) {
    ThreadEntry entry = entries.find(thread);
    return entry == null ? -1 : entry.number;
  }

  private void remember(int position, MonitoredThread state) {
    for (int i = 0; i < PROBES; i++) {
      int place = (position + i) & (SIZE - 1);
      MonitoredThread other = table[place];
      if (other == null || !other.owner.isAlive()) {
        table[place] = state;
        return;
      }
    }
    table[position] = state;
  }

  private void noticeEnds() {
    for (int i = Math.min(LOOKED_AT, living.size()); i > 0; i--) {
      lookedAt = lookedAt + 1 < living.size() ? lookedAt + 1 : 0;
      if (lookedAt < living.size() && !living.get(lookedAt).owner.isAlive()) {
        noticeEnd(living.get(lookedAt));
      }
    }
  }

  private void noticeEnd(MonitoredThread state) {
    ThreadEntry entry = entries.get(state.owner);
    entry.last = state.epoch();
    entry.state = null;
    living.remove(state);
    count(state);
    runtime.blockRuns.giveBack(state.runs);
    runtime.frontier.stop(state);
    int position = position(state.owner);
    for (int i = 0; i < PROBES; i++) {
      int place = (position + i) & (SIZE - 1);
      if (table[place] == state) {
        table[place] = null;
      }
    }
  }

  private void count(MonitoredThread state) {
    blocks += state.blocks();
    conflicts += state.conflicts;
    withBlocks += state.blocks() > 0 ? 1 : 0;
  }

  ThreadEntry entry(Thread thread) {
    return entries.get(thread);
  }

  /** The epoch of the last event of a thread that is over, or 0 if it had none. */
  long lastOf(Thread thread) {
    ThreadEntry entry = entries.find(thread);
    if (entry == null) {
      return 0;
    }
    if (entry.state != null) {
      noticeEnd(entry.state);
    }
    return entry.last;
  }

  /** Remembers what the living threads have done before a scope. */
  void remember(Scope scope) {
    living.forEach(state -> scope.blocksBefore.put(state, state.blocks()));
  }

  /** What has run since a scope was opened, in whatever thread. */
  Totals since(Scope scope) {
    Totals now = totals();
    // of the threads that came since, all that ran blocks; of the others those that ran more
    int active = now.threadsWithBlocks() - scope.totalsBefore.threadsWithBlocks();
    for (Map.Entry<MonitoredThread, Long> entry : scope.blocksBefore.entrySet()) {
      long before = entry.getValue();
      if (entry.getKey().blocks() > before && before > 0) {
        active++;
      }
    }
    return new Totals(
        active,
        now.blocks() - scope.totalsBefore.blocks(),
        now.conflicts() - scope.totalsBefore.conflicts());
  }

  /** Does not count what a thread has done so far. */
  void forget(Thread thread) {
    ThreadEntry entry = entries.find(thread);
    if (entry != null && entry.state != null) {
      entry.state.forgetBlocks();
      entry.state.conflicts = 0;
    }
  }

  /** What has run so far. */
  record Totals(int threadsWithBlocks, long blocks, long conflicts) {}

  void resetTotals() {
    withBlocks = 0;
    blocks = 0;
    conflicts = 0;
    runtime.blockRuns.clear();
    for (MonitoredThread state : living) {
      state.forgetBlocks();
      state.conflicts = 0;
    }
  }

  Totals totals() {
    int threads = withBlocks;
    long allBlocks = blocks;
    long allConflicts = conflicts;
    for (MonitoredThread state : living) {
      threads += state.blocks() > 0 ? 1 : 0;
      allBlocks += state.blocks();
      allConflicts += state.conflicts;
    }
    return new Totals(threads, allBlocks, allConflicts);
  }
}

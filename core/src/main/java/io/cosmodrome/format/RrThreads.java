package io.cosmodrome.format;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.SymbolTable;
import io.cosmodrome.trace.Symbols;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a RoadRunner log and what their last lines leave open.
 *
 * <p>The full print tool writes the same line before and after each start, join and wait; the
 * subset tool writes a start only before and a join only after. Nothing else of the thread can
 * stand between the two lines, so the second is known by following the first:
 *
 * <ul>
 *   <li>of two starts the first is the fork;
 *   <li>of two joins the second is the join. A first one is held back until the thread's next line,
 *       or until another thread joins this one: no order between threads depends on when exactly in
 *       between it stands;
 *   <li>a wait is a release, and at the thread's next line an acquire.
 * </ul>
 *
 * <p>RoadRunner gives the number of a dead thread to a new one unless told not to. A start of a
 * number that was seen before makes a new thread, called {@code 3#2} for the second one with number
 * 3.
 */
final class RrThreads {
  private static final int NOTHING = -1;

  private final SymbolTable numbers = new SymbolTable();
  private final List<RrThread> threads = new ArrayList<>(); // by index in numbers
  private final SymbolTable names;
  private final EventSink sink;

  RrThreads(SymbolTable names, EventSink sink) {
    this.names = names;
    this.sink = sink;
  }

  /** The thread with the number that stands in the bytes. */
  RrThread thread(byte[] bytes, int from, int to) {
    int index = numbers.intern(bytes, from, to - from);
    if (index == threads.size()) {
      threads.add(new RrThread(numbers.name(index)));
    }
    return threads.get(index);
  }

  void event(int op, RrThread thread, int target, int location) {
    settle(thread);
    sink.event(op, thread.id(names), target, location);
  }

  void start(RrThread thread, RrThread child) {
    if (thread.starting == child) {
      thread.starting = null;
      return;
    }
    settle(thread);
    if (child.lives > 0) {
      settle(child);
      child.id = NOTHING;
    }
    sink.event(Op.FORK, thread.id(names), child.id(names), Symbols.NONE);
    thread.starting = child;
  }

  void join(RrThread thread, RrThread child) {
    if (thread.joining == child) {
      settle(thread);
      return;
    }
    settle(thread);
    thread.joining = child;
    thread.joiningId = child.id(names); // the number may have passed on when the join is through
  }

  void waitOn(RrThread thread, int lock) {
    if (thread.waitingOn == lock) {
      settle(thread);
      return;
    }
    event(Op.RELEASE, thread, lock, Symbols.NONE);
    thread.waitingOn = lock;
  }

  void finish() {
    threads.forEach(this::settle);
  }

  /** Gives out what the thread's earlier lines left open. */
  private void settle(RrThread thread) {
    thread.starting = null;
    if (thread.joining != null) {
      settleJoins(thread);
    }
    if (thread.waitingOn != NOTHING) {
      int lock = thread.waitingOn;
      thread.waitingOn = NOTHING;
      sink.event(Op.ACQUIRE, thread.id(names), lock, Symbols.NONE);
    }
  }

  /** A thread that is joined has ended, so its own last join comes first. */
  private void settleJoins(RrThread thread) {
    Deque<RrThread> joiners = new ArrayDeque<>();
    RrThread next = thread;
    while (next.joining != null) {
      joiners.push(next);
      RrThread child = next.joining;
      next.joining = null;
      next = child;
    }
    for (RrThread joiner : joiners) {
      sink.event(Op.JOIN, joiner.id(names), joiner.joiningId, Symbols.NONE);
    }
  }

  /** A thread number and the thread that has it now. */
  static final class RrThread {
    private final String number;
    private int lives; // how many threads have had the number
    private int id = NOTHING; // of the one that has it, in the trace
    private @Nullable RrThread starting; // named by the thread's last line, a start
    private @Nullable RrThread joining; // named by the thread's last line, a join
    private int joiningId;
    private int waitingOn = NOTHING; // named by the thread's last line, a wait

    RrThread(String number) {
      this.number = number;
    }

    private int id(SymbolTable names) {
      if (id == NOTHING) {
        lives++;
        id = names.intern(lives == 1 ? number : number + "#" + lives);
      }
      return id;
    }
  }
}

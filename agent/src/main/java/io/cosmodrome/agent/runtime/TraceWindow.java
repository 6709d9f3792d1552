package io.cosmodrome.agent.runtime;

import io.cosmodrome.analysis.EventLookup;
import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import io.cosmodrome.trace.TraceSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The latest events of a trace that nobody keeps, as a trace of its own: what was held or open
 * before them is taken and begun first. So whatever can look at a trace can look at this one.
 *
 * <p>Events are kept in two halves; when the newer one is full, the older one is dropped. Memory:
 * 16 bytes an event of both halves, and what is open.
 */
final class TraceWindow implements TraceSource {
  private final int halfSize;
  private final Open open = new Open(); // after the last event
  private long position; // of the next event in the whole trace
  private Half older;
  private Half newer;

  /** Events that follow each other, and what was held or open before. */
  private static final class Half {
    private final Trace before;
    private final Trace events;
    private final Map<Long, Integer> begins =
        new HashMap<>(); // where those before are, by position
    private long start; // position of the first event in the whole trace

    Half(Symbols symbols) {
      this.before = new Trace(symbols);
      this.events = new Trace(symbols);
    }
  }

  /**
   * @param halfSize how many events are looked back at, at least
   */
  TraceWindow(Symbols symbols, int halfSize) {
    this.halfSize = halfSize;
    this.older = new Half(symbols);
    this.newer = new Half(symbols);
  }

  void add(int op, int thread, int target, int location) {
    newer.events.event(op, thread, target, location);
    switch (op) {
      case Op.BEGIN -> open.push(thread, position, target, location);
      case Op.END, Op.COMMIT, Op.ABORT -> open.pop(thread);
      case Op.ACQUIRE -> open.hold(thread, position, target, location);
      case Op.RELEASE -> open.letGo(target);
      case Op.JOIN -> open.forget(target);
      default -> {}
    }
    position++;
  }

  /** Whether it is time to look at what must not be missed, and to {@link #moveOn}. */
  boolean isFull() {
    return newer.events.size() >= halfSize;
  }

  /** Drops the older half. */
  void moveOn() {
    Half next = older;
    older = newer;
    newer = next;
    next.before.clear();
    next.events.clear();
    next.begins.clear();
    open.into(next.before, next.begins);
    next.start = position;
  }

  /** Where an event of the whole trace is in this one; -1 if it is not. */
  long at(long wholePosition) {
    return wholePosition >= older.start ? wholePosition - older.start + older.before.size() : -1;
  }

  /** The same for the begin of a block, which may be made up. */
  long beginAt(long wholePosition) {
    return wholePosition >= older.start
        ? at(wholePosition)
        : older.begins.getOrDefault(wholePosition, -1);
  }

  /** The events at some positions of this trace; they tell their positions in the whole one. */
  SortedMap<Long, TracedEvent> find(Collection<Long> positions) throws IOException {
    SortedMap<Long, TracedEvent> found = new TreeMap<>();
    EventLookup.find(this, positions)
        .forEach(
            (at, event) ->
                found.put(
                    at,
                    new TracedEvent(
                        at - older.before.size() + older.start,
                        event.op(),
                        event.thread(),
                        event.target(),
                        event.location(),
                        event.block(),
                        event.transaction(),
                        event.locks())));
    return found;
  }

  @Override
  public Symbols symbols() {
    return older.events.symbols();
  }

  @Override
  public void replay(EventSink sink) {
    older.before.replay(new Unfinished(sink));
    older.events.replay(new Unfinished(sink));
    newer.events.replay(sink);
  }

  /** The first part of a trace does not end it. */
  private record Unfinished(EventSink sink) implements EventSink {
    @Override
    public void event(int op, int thread, int target, int location) {
      sink.event(op, thread, target, location);
    }

    @Override
    public boolean isDone() {
      return sink.isDone();
    }
  }

  /** Open blocks and held locks. */
  private static final class Open {
    private @Nullable Blocks[] blocks = new Blocks[16]; // by thread; null if there are none
    private int[] holders = new int[16]; // by lock: the thread plus one, or 0
    private long[] since = new long[16]; // by lock: position of the event that took it
    private int[] locations = new int[16]; // by lock: where it was taken

    private static final class Blocks {
      private int size;
      private long[] positions = new long[8];
      private int[] labels = new int[8];
      private int[] locations = new int[8];
    }

    void push(int thread, long position, int label, int location) {
      if (thread >= blocks.length) {
        blocks = Arrays.copyOf(blocks, Math.max(thread + 1, 2 * blocks.length));
      }
      Blocks stack = blocks[thread];
      if (stack == null) {
        stack = new Blocks();
        blocks[thread] = stack;
      }
      int at = stack.size;
      if (at == stack.positions.length) {
        stack.positions = Arrays.copyOf(stack.positions, 2 * at);
        stack.labels = Arrays.copyOf(stack.labels, 2 * at);
        stack.locations = Arrays.copyOf(stack.locations, 2 * at);
      }
      stack.positions[at] = position;
      stack.labels[at] = label;
      stack.locations[at] = location;
      stack.size = at + 1;
    }

    void pop(int thread) {
      Blocks stack = blocks[thread];
      if (stack != null) {
        stack.size--;
      }
    }

    /** A thread is over. */
    void forget(int thread) {
      if (thread < blocks.length) {
        blocks[thread] = null;
      }
    }

    void hold(int thread, long position, int lock, int location) {
      if (lock >= holders.length) {
        holders = Arrays.copyOf(holders, Math.max(lock + 1, 2 * lock));
        since = Arrays.copyOf(since, holders.length);
        locations = Arrays.copyOf(locations, holders.length);
      }
      since[lock] = position;
      holders[lock] = thread + 1;
      locations[lock] = location;
    }

    void letGo(int lock) {
      holders[lock] = 0;
    }

    /** Locks first, as they were taken: outside of blocks they say nothing about these. */
    void into(Trace trace, Map<Long, Integer> begins) {
      IntStream.range(0, holders.length)
          .filter(lock -> holders[lock] != 0)
          .boxed()
          .sorted(Comparator.comparingLong(lock -> since[lock]))
          .forEach(lock -> trace.event(Op.ACQUIRE, holders[lock] - 1, lock, locations[lock]));
      for (int thread = 0; thread < blocks.length; thread++) {
        Blocks stack = blocks[thread];
        for (int i = 0; stack != null && i < stack.size; i++) {
          begins.put(stack.positions[i], trace.size());
          trace.event(Op.BEGIN, thread, stack.labels[i], stack.locations[i]);
        }
      }
    }
  }
}

package io.cosmodrome.analysis;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.SymbolTable;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.TraceSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Picks events by their positions, in a second pass over the trace.
 *
 * <p>Engines keep positions, not events, so that their state does not grow with the trace; what
 * stands there is looked up only when somebody wants to read it. Memory: the wanted events, the
 * open blocks, the held locks and where threads were started. Ends with the last wanted event.
 */
public final class EventLookup implements EventSink {
  private final Symbols symbols;
  private final long[] wanted; // ascending
  private final SortedMap<Long, TracedEvent> found = new TreeMap<>();
  private final Stacks labels = new Stacks(); // of open blocks
  private final Stacks locks = new Stacks(); // that are held, as often as they were taken
  private final Map<Integer, Fork> forks = new HashMap<>(); // by the thread that was started
  private final Set<Integer> threads = new LinkedHashSet<>(); // of the wanted events
  private long position;
  private int next; // index of the first wanted event that has not come yet

  /** The start of a thread. */
  private record Fork(
      long position, int by, int location, Optional<String> block, Optional<String> transaction) {}

  private EventLookup(Symbols symbols, Collection<Long> positions) {
    this.symbols = symbols;
    this.wanted = positions.stream().mapToLong(Long::longValue).sorted().distinct().toArray();
  }

  /**
   * The events at these positions, in the order of the trace.
   *
   * @param again the trace, from its start
   */
  public static SortedMap<Long, TracedEvent> find(TraceSource again, Collection<Long> positions)
      throws IOException {
    EventLookup lookup = new EventLookup(again.symbols(), positions);
    again.replay(lookup);
    return lookup.found;
  }

  /**
   * The same, and the events that started the threads of these events, if the trace has them.
   *
   * @param again the trace, from its start
   */
  public static SortedMap<Long, TracedEvent> findWithStarts(
      TraceSource again, Collection<Long> positions) throws IOException {
    EventLookup lookup = new EventLookup(again.symbols(), positions);
    again.replay(lookup);
    lookup.threads.forEach(lookup::addStart);
    return lookup.found;
  }

  private void addStart(int thread) {
    Fork fork = forks.get(thread);
    if (fork != null) {
      found.putIfAbsent(
          fork.position,
          new TracedEvent(
              fork.position,
              Op.FORK,
              symbols.threads().name(fork.by),
              symbols.threads().name(thread),
              name(symbols.locations(), fork.location),
              fork.block,
              fork.transaction,
              Optional.empty()));
    }
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (op == Op.BEGIN) {
      labels.push(thread, target);
    } else if (op == Op.ACQUIRE) {
      locks.push(thread, target);
    } else if (op == Op.FORK) {
      Optional<String> block = blockAt(thread, labels.size(thread) - 1);
      forks.putIfAbsent(target, new Fork(position, thread, location, block, blockAt(thread, 0)));
    }
    if (next < wanted.length && wanted[next] == position) {
      found.put(position, describe(op, thread, target, location));
      threads.add(thread);
      next++;
    }
    if (Op.isEnd(op)) {
      labels.pop(thread);
    } else if (op == Op.RELEASE) {
      locks.remove(thread, target);
    }
    position++;
  }

  @Override
  public boolean isDone() {
    return next == wanted.length;
  }

  private TracedEvent describe(int op, int thread, int target, int location) {
    return new TracedEvent(
        position,
        op,
        symbols.threads().name(thread),
        target == Symbols.NONE ? "" : symbols.targets(op).name(target),
        name(symbols.locations(), location),
        blockAt(thread, labels.size(thread) - 1),
        blockAt(thread, 0),
        Optional.of(heldBy(thread)));
  }

  private Optional<String> blockAt(int thread, int depth) {
    return depth >= 0 && depth < labels.size(thread)
        ? name(symbols.labels(), labels.get(thread, depth))
        : Optional.empty();
  }

  private List<String> heldBy(int thread) {
    Set<String> names = new LinkedHashSet<>();
    for (int i = 0; i < locks.size(thread); i++) {
      names.add(symbols.targets(Op.ACQUIRE).name(locks.get(thread, i)));
    }
    return List.copyOf(names);
  }

  private static Optional<String> name(SymbolTable table, int id) {
    return id == Symbols.NONE ? Optional.empty() : Optional.of(table.name(id));
  }

  /** A stack of ids for each thread. */
  private static final class Stacks {
    private int[][] ids = new int[16][4];
    private int[] sizes = new int[16];

    int size(int thread) {
      return thread < sizes.length ? sizes[thread] : 0;
    }

    int get(int thread, int index) {
      return ids[thread][index];
    }

    void push(int thread, int id) {
      if (thread >= sizes.length) {
        int from = ids.length;
        sizes = Arrays.copyOf(sizes, 2 * thread);
        ids = Arrays.copyOf(ids, 2 * thread);
        for (int i = from; i < ids.length; i++) {
          ids[i] = new int[4];
        }
      }
      if (sizes[thread] == ids[thread].length) {
        ids[thread] = Arrays.copyOf(ids[thread], 2 * sizes[thread]);
      }
      ids[thread][sizes[thread]++] = id;
    }

    void pop(int thread) {
      if (size(thread) > 0) {
        sizes[thread]--;
      }
    }

    /** Takes out the latest of these ids, wherever it is. */
    void remove(int thread, int id) {
      for (int i = size(thread) - 1; i >= 0; i--) {
        if (ids[thread][i] == id) {
          System.arraycopy(ids[thread], i + 1, ids[thread], i, sizes[thread] - i - 1);
          sizes[thread]--;
          return;
        }
      }
    }
  }
}

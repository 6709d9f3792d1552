package io.cosmodrome.analysis;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.SymbolTable;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.TraceSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Picks events by their positions, in a second pass over the trace.
 *
 * <p>Engines keep positions, not events, so that their state does not grow with the trace; what
 * stands there is looked up only when somebody wants to read it. Memory: the wanted events and the
 * open blocks. Ends with the last wanted event.
 */
public final class EventLookup implements EventSink {
  private final Symbols symbols;
  private final long[] wanted; // ascending
  private final SortedMap<Long, TracedEvent> found = new TreeMap<>();
  private int[][] labels = new int[16][4]; // by thread: labels of its open blocks, outermost first
  private int[] depths = new int[16]; // by thread: how many blocks are open
  private long position;
  private int next; // index of the first wanted event that has not come yet

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

  @Override
  public void event(int op, int thread, int target, int location) {
    if (op == Op.BEGIN) {
      open(thread, target);
    }
    if (next < wanted.length && wanted[next] == position) {
      found.put(position, describe(op, thread, target, location));
      next++;
    }
    if (Op.isEnd(op) && thread < depths.length && depths[thread] > 0) {
      depths[thread]--;
    }
    position++;
  }

  @Override
  public boolean isDone() {
    return next == wanted.length;
  }

  private void open(int thread, int label) {
    if (thread >= depths.length) {
      int from = labels.length;
      depths = Arrays.copyOf(depths, 2 * thread);
      labels = Arrays.copyOf(labels, 2 * thread);
      for (int i = from; i < labels.length; i++) {
        labels[i] = new int[4];
      }
    }
    if (depths[thread] == labels[thread].length) {
      labels[thread] = Arrays.copyOf(labels[thread], 2 * depths[thread]);
    }
    labels[thread][depths[thread]++] = label;
  }

  private TracedEvent describe(int op, int thread, int target, int location) {
    return new TracedEvent(
        position,
        op,
        symbols.threads().name(thread),
        target == Symbols.NONE ? "" : symbols.targets(op).name(target),
        name(symbols.locations(), location),
        innermostBlock(thread));
  }

  private Optional<String> innermostBlock(int thread) {
    return thread < depths.length && depths[thread] > 0
        ? name(symbols.labels(), labels[thread][depths[thread] - 1])
        : Optional.empty();
  }

  private static Optional<String> name(SymbolTable table, int id) {
    return id == Symbols.NONE ? Optional.empty() : Optional.of(table.name(id));
  }
}

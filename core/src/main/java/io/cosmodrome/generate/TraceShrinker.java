package io.cosmodrome.generate;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Reduces a failing trace to a small one that still fails: fewer threads, variables, locks, blocks,
 * events, as long as the failure is there.
 *
 * <p>Only takes events away, never adds or moves one, and keeps a well-formed trace well-formed.
 * The result is minimal in the sense that no event, no block boundary, no critical section, no
 * thread, no variable and no lock can be taken away alone. Deterministic. Asks the predicate about
 * O(n^2) traces at worst, O(n log n) usually.
 */
public final class TraceShrinker {
  private final Trace trace;
  private final Predicate<Trace> fails;
  private final int[] partner; // of begin and end, acquire and release; else the event itself
  private final BitSet reentrant; // acquires of a lock that is held already
  private BitSet kept = new BitSet();

  private TraceShrinker(Trace trace, Predicate<Trace> fails) {
    this.trace = trace;
    this.fails = fails;
    this.partner = new int[trace.size()];
    this.reentrant = new BitSet();
    kept.set(0, trace.size());
    findPartners();
  }

  /**
   * A smallest trace that can be reached from {@code trace}; its ids are those of the original.
   *
   * @param fails whether a trace shows the failure; true for {@code trace} itself
   */
  public static Trace shrink(Trace trace, Predicate<Trace> fails) {
    if (!fails.test(trace)) {
      throw new IllegalArgumentException("the trace to be shrunk does not fail");
    }
    return new TraceShrinker(trace, fails).shrink();
  }

  private Trace shrink() {
    int before;
    do {
      before = kept.cardinality();
      dropTail();
      dropThreads();
      dropTargets();
      dropBlocks();
      dropChunks();
      dropPairs();
    } while (kept.cardinality() < before);
    return select(kept);
  }

  /** The shortest prefix that fails, found by halving, if failures stay once they are there. */
  private void dropTail() {
    for (int size = kept.length() / 2; size > 0; size /= 2) {
      while (kept.length() > size && drop(range(kept.length() - size, kept.length()))) {}
    }
  }

  private void dropThreads() {
    for (int thread = 0; thread < trace.symbols().threads().count(); thread++) {
      BitSet events = new BitSet();
      for (int event = 0; event < trace.size(); event++) {
        boolean concerned =
            (op(event) == Op.FORK || op(event) == Op.JOIN) && target(event) == thread;
        if (trace.thread(event) == thread || concerned) {
          events.set(event);
        }
      }
      drop(events);
    }
  }

  /** All events on one variable, all on one lock. */
  private void dropTargets() {
    SortedMap<Long, BitSet> byTarget = new TreeMap<>();
    for (int event = 0; event < trace.size(); event++) {
      if (Op.isAccess(op(event)) || Op.isLock(op(event))) {
        long key = 2L * target(event) + (Op.isLock(op(event)) ? 1 : 0);
        byTarget.computeIfAbsent(key, k -> new BitSet()).set(event);
      }
    }
    byTarget.values().forEach(this::drop);
  }

  /** Whole blocks with what their thread does in them. */
  private void dropBlocks() {
    for (int begin = kept.nextSetBit(0); begin >= 0; begin = kept.nextSetBit(begin + 1)) {
      if (op(begin) == Op.BEGIN) {
        int end = partner[begin] == begin ? trace.size() - 1 : partner[begin];
        BitSet events = range(begin, end + 1);
        int thread = trace.thread(begin);
        events.stream().filter(event -> trace.thread(event) != thread).forEach(events::clear);
        drop(events);
      }
    }
  }

  /** Stretches of the trace, long ones first, down to single events. */
  private void dropChunks() {
    for (int size = Math.max(1, kept.cardinality() / 2); size > 0; size /= 2) {
      int[] events = kept.stream().toArray();
      for (int end = events.length; end > 0; end -= size) {
        BitSet chunk = new BitSet();
        Arrays.stream(events, Math.max(0, end - size), end).forEach(chunk::set);
        drop(chunk);
      }
    }
  }

  /**
   * A block's begin and end, or a critical section's acquire and release, leaving what is inside.
   */
  private void dropPairs() {
    for (int event = trace.size() - 1; event >= 0; event--) {
      if (kept.get(event) && partner[event] != event) {
        BitSet pair = new BitSet();
        pair.set(event);
        pair.set(partner[event]);
        drop(pair);
      }
    }
  }

  /** Takes the events away, with those that do not make sense without them, if that still fails. */
  private boolean drop(BitSet events) {
    BitSet candidate = (BitSet) kept.clone();
    candidate.andNot(events);
    if (candidate.equals(kept)) {
      return false;
    }
    repair(candidate);
    boolean dropped = fails.test(select(candidate));
    if (dropped) {
      kept = candidate;
    }
    return dropped;
  }

  /**
   * Takes away ends without their begin, releases without their acquire, and acquires of a lock
   * whose release is gone. Forks and joins need no repair: nothing they forbid can appear.
   */
  private void repair(BitSet candidate) {
    Map<Integer, Deque<Integer>> open = new HashMap<>();
    Map<Integer, Deque<Integer>> holders =
        new HashMap<>(); // by lock: its acquires not yet released
    for (int event = candidate.nextSetBit(0); event >= 0; event = candidate.nextSetBit(event + 1)) {
      boolean fits = true;
      if (op(event) == Op.BEGIN || Op.isEnd(op(event))) {
        fits = fitsBlocks(event, stack(open, trace.thread(event)));
      } else if (op(event) == Op.ACQUIRE || op(event) == Op.RELEASE) {
        fits = fitsLock(event, stack(holders, target(event)));
      }
      if (!fits) {
        candidate.clear(event);
      }
    }
  }

  private boolean fitsBlocks(int event, Deque<Integer> open) {
    if (op(event) == Op.BEGIN) {
      open.push(event);
      return true;
    }
    int label = target(event);
    if (open.isEmpty() || (label != Symbols.NONE && label != target(open.peek()))) {
      return false;
    }
    open.pop();
    return true;
  }

  private boolean fitsLock(int event, Deque<Integer> acquires) {
    boolean own = !acquires.isEmpty() && trace.thread(acquires.peek()) == trace.thread(event);
    if (op(event) == Op.RELEASE) {
      if (own) {
        acquires.pop();
      }
      return own;
    }
    if (acquires.isEmpty() || (own && reentrant.get(event))) {
      acquires.push(event);
      return true;
    }
    return false;
  }

  private void findPartners() {
    Map<Integer, Deque<Integer>> open = new HashMap<>();
    Map<Integer, Deque<Integer>> holders = new HashMap<>();
    for (int event = 0; event < trace.size(); event++) {
      partner[event] = event;
      boolean ofLock = op(event) == Op.ACQUIRE || op(event) == Op.RELEASE;
      Deque<Integer> unmatched =
          ofLock ? stack(holders, target(event)) : stack(open, trace.thread(event));
      if (op(event) == Op.BEGIN || op(event) == Op.ACQUIRE) {
        reentrant.set(event, ofLock && !unmatched.isEmpty());
        unmatched.push(event);
      } else if ((Op.isEnd(op(event)) || ofLock) && !unmatched.isEmpty()) {
        partner[event] = unmatched.pop();
        partner[partner[event]] = event;
      }
    }
  }

  private static Deque<Integer> stack(Map<Integer, Deque<Integer>> stacks, int key) {
    return stacks.computeIfAbsent(key, k -> new ArrayDeque<>());
  }

  private static BitSet range(int from, int to) {
    BitSet events = new BitSet();
    events.set(from, to);
    return events;
  }

  private Trace select(BitSet events) {
    Trace selection = new Trace(trace.symbols());
    for (int event = events.nextSetBit(0); event >= 0; event = events.nextSetBit(event + 1)) {
      selection.event(op(event), trace.thread(event), target(event), trace.location(event));
    }
    return selection;
  }

  private int op(int event) {
    return trace.op(event);
  }

  private int target(int event) {
    return trace.target(event);
  }
}

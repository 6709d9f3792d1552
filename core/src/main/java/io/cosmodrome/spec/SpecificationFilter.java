package io.cosmodrome.spec;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.util.Arrays;

/**
 * Hides the begins and ends of blocks that a specification does not want to be atomic; what they
 * contain stays and belongs to the block around, if there is one.
 *
 * <p>Expects a well-formed trace. O(1) per event; a label is judged once, at its first block.
 */
public final class SpecificationFilter implements EventSink {
  private static final byte UNKNOWN = 0;
  private static final byte ATOMIC = 1;
  private static final byte NOT_ATOMIC = 2;

  private static final boolean[] NONE_OPEN = {};

  private final AtomicitySpec specification;
  private final Symbols symbols;
  private final EventSink next;
  private byte[] verdicts = new byte[64]; // by label + 1: a block may have no label
  private boolean[][] hidden = new boolean[16][]; // by thread: of its open blocks, outermost first
  private int[] depths = new int[16]; // by thread: how many blocks are open

  /**
   * A filter in front of {@code next}.
   *
   * @param symbols the names of the labels
   */
  public SpecificationFilter(AtomicitySpec specification, Symbols symbols, EventSink next) {
    this.specification = specification;
    this.symbols = symbols;
    this.next = next;
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    boolean hide =
        switch (op) {
          case Op.BEGIN -> begin(thread, target);
          case Op.END, Op.COMMIT, Op.ABORT -> hidden[thread][--depths[thread]];
          default -> false;
        };
    if (hide) {
      next.event(Op.HIDDEN, thread, Symbols.NONE, location);
    } else {
      next.event(op, thread, target, location);
    }
  }

  private boolean begin(int thread, int label) {
    if (thread >= depths.length) {
      depths = Arrays.copyOf(depths, 2 * thread);
      hidden = Arrays.copyOf(hidden, 2 * thread);
    }
    boolean[] open = hidden[thread] == null ? NONE_OPEN : hidden[thread];
    int depth = depths[thread];
    if (depth == open.length) {
      open = Arrays.copyOf(open, 2 * depth + 4);
      hidden[thread] = open;
    }
    open[depth] = verdict(label) == NOT_ATOMIC;
    depths[thread] = depth + 1;
    return open[depth];
  }

  private byte verdict(int label) {
    int index = label + 1;
    if (index >= verdicts.length) {
      verdicts = Arrays.copyOf(verdicts, 2 * index);
    }
    if (verdicts[index] == UNKNOWN) {
      String name = label == Symbols.NONE ? "" : symbols.labels().name(label);
      verdicts[index] = specification.isAtomic(name) ? ATOMIC : NOT_ATOMIC;
    }
    return verdicts[index];
  }

  @Override
  public void finish() {
    next.finish();
  }

  @Override
  public boolean isDone() {
    return next.isDone();
  }
}

package io.cosmodrome.trace;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Keeps chosen threads and variables and hides the rest: all events of other threads, forks and
 * joins of them, and accesses to other variables. Locks and blocks of the chosen threads stay.
 *
 * <p>What is left of a well-formed trace is well-formed, and it has fewer conflicts: a violation in
 * it is one of the whole trace, but the whole trace may have others.
 *
 * <p>A predicate is asked once an id, when the id first occurs, so it may be slow and may look at
 * the source's {@link Symbols}. O(1) per event.
 */
public final class EventSelection implements EventSink {
  private final Choice threads;
  private final Choice variables;
  private final EventSink next;

  /**
   * A filter in front of {@code next}.
   *
   * @param threads which thread ids to keep
   * @param variables which variable ids to keep
   */
  public EventSelection(IntPredicate threads, IntPredicate variables, EventSink next) {
    this.threads = new Choice(threads);
    this.variables = new Choice(variables);
    this.next = next;
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    boolean keep = threads.has(thread);
    if (Op.isAccess(op)) {
      keep = keep && variables.has(target);
    } else if (op == Op.FORK || op == Op.JOIN) {
      keep = keep && threads.has(target);
    }
    if (keep) {
      next.event(op, thread, target, location);
    } else {
      next.event(Op.HIDDEN, thread, Symbols.NONE, location);
    }
  }

  @Override
  public void finish() {
    next.finish();
  }

  @Override
  public boolean isDone() {
    return next.isDone();
  }

  /** A predicate that remembers its answers. */
  private static final class Choice {
    private static final byte UNKNOWN = 0;
    private static final byte YES = 1;
    private static final byte NO = 2;

    private final IntPredicate predicate;
    private byte[] answers = new byte[64];

    Choice(IntPredicate predicate) {
      this.predicate = predicate;
    }

    boolean has(int id) {
      byte answer = id < answers.length ? answers[id] : UNKNOWN;
      return answer == YES || (answer == UNKNOWN && hasSlow(id));
    }

    private boolean hasSlow(int id) {
      if (id >= answers.length) {
        answers = Arrays.copyOf(answers, 2 * id);
      }
      answers[id] = predicate.test(id) ? YES : NO;
      return answers[id] == YES;
    }
  }
}

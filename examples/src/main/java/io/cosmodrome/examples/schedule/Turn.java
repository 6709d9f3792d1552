package io.cosmodrome.examples.schedule;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Forces an interleaving that the checker does not see. The agent leaves this package alone, so
 * what threads do here orders them in truth, but makes no events: were it seen, every example would
 * show nothing but its own scheduling.
 *
 * <p>{@link #order} lists steps, each the name of a thread and of a point in the program. A thread
 * that comes to {@link #at} begins the step of that point once all steps before are over, and is
 * alone until the step is over: when the thread comes to its next point, or ends.
 *
 * <p>A thread that waits here must hold no lock that an earlier step needs. Such an order is not
 * possible, and ends in an exception.
 */
public final class Turn {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Condition STEP_OVER = LOCK.newCondition();

  private static List<String> steps = List.of();
  private static int next; // the first step that has not begun
  private static @Nullable Thread busy; // whose step has begun and may not be over

  private Turn() {}

  /** The steps to come, such as {@code "A reads", "B writes", "A writes"}. */
  public static void order(String... newSteps) {
    LOCK.lock();
    try {
      steps = List.of(newSteps);
      next = 0;
      busy = null;
    } finally {
      LOCK.unlock();
    }
  }

  /**
   * Ends the thread's step and waits for the one of this point. A point that is in none of the
   * thread's steps to come is passed at once.
   */
  public static void at(String point) {
    String step = Thread.currentThread().getName() + " " + point;
    LOCK.lock();
    try {
      if (busy == Thread.currentThread()) {
        busy = null;
        STEP_OVER.signalAll();
      }
      if (steps.subList(next, steps.size()).contains(step)) {
        awaitStep(step);
        next++;
        busy = Thread.currentThread();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted before \"" + step + "\"", e);
    } finally {
      LOCK.unlock();
    }
  }

  private static void awaitStep(String step) throws InterruptedException {
    long start = System.nanoTime();
    while (!isOver() || !steps.get(next).equals(step)) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException(
            "\"" + step + "\" has to wait for \"" + steps.get(next) + "\", which does not come");
      }
      // a thread that ends tells nobody, so look again from time to time
      long unused = STEP_OVER.awaitNanos(LOOK_AGAIN_NANOS);
    }
  }

  private static boolean isOver() {
    return busy == null || !busy.isAlive();
  }
}

package io.cosmodrome.agent.runtime;

import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls around {@code drainTo}: the queue is given a collection that passes
 * on what it gets, and remembers it.
 */
public final class Drains {
  private Drains() {}

  /** Passes elements on to the program's collection. */
  private static final class Watched extends AbstractCollection<@Nullable Object> {
    private final Collection<@Nullable Object> target;
    private final List<@Nullable Object> added = new ArrayList<>();

    Watched(Collection<@Nullable Object> target) {
      this.target = target;
    }

    @Override
    public boolean add(@Nullable Object element) {
      boolean changed = target.add(element);
      added.add(element);
      return changed;
    }

    @Override
    public Iterator<@Nullable Object> iterator() {
      return target.iterator();
    }

    @Override
    public int size() {
      return target.size();
    }
  }

  /**
   * What to give the queue. Itself and nothing are refused, so they stay what they are; and a queue
   * of the program's own may look what it is given.
   */
  @SuppressWarnings("unchecked") // what the queue adds is the program's business
  public static @Nullable Collection<?> watched(
      @Nullable Object queue, @Nullable Collection<?> target) {
    return target == null
            || queue == null
            || target == queue
            || queue.getClass().getClassLoader() != null
        ? target
        : new Watched((Collection<@Nullable Object>) target);
  }

  /** The queue has passed on what it has, or thrown. */
  public static void drained(
      @Nullable Object queue, @Nullable Collection<?> target, MonitoredThread me, int site) {
    if (target instanceof Watched watched) {
      for (Object element : watched.added) {
        Concurrency.took(queue, element, me, site);
      }
    }
  }
}

package io.cosmodrome.check;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shortest witness of one violated block while the trace goes by once more.
 *
 * <p>A shortest path over happens-before where a conflict between threads costs 1 and program order
 * nothing: for each thread, the cheapest way from the block to it so far; for each variable and
 * lock, the cheapest access that a later one could conflict with. A path with the fewest edges also
 * visits the fewest threads, since one that comes back to a thread could have waited there. Memory
 * O(threads + variables and locks touched by threads that the block reached).
 */
final class ShortestWitness implements EventSink {
  private final Violation violation;
  private long position;
  private final Map<Integer, Path> threads = new HashMap<>(); // the block's own thread is not in it
  private final Map<Integer, Path> forks = new HashMap<>();
  private final Map<Integer, Long> lastEvents = new HashMap<>();
  private final Map<Integer, Accesses> variables = new HashMap<>();
  private final Map<Integer, Accesses> locks = new HashMap<>();
  private Witness witness = Witness.NONE;

  /**
   * @param start position of the first event that will be pushed: the begin of the block
   */
  ShortestWitness(Violation violation, long start) {
    this.violation = violation;
    this.position = start;
  }

  /** A way from the block to the source event of a possible next edge. */
  private record Path(int length, long source, List<Edge> edges) {
    static final Path EMPTY = new Path(0, -1, List.of());

    Path enter(long destination) {
      List<Edge> longer = new ArrayList<>(edges);
      longer.add(new Edge(source, destination));
      return new Path(length + 1, -1, Collections.unmodifiableList(longer));
    }

    Path leave(long newSource) {
      return new Path(length, newSource, edges);
    }
  }

  /** The cheapest accesses of one variable: by the block's own thread apart from all others. */
  private static final class Accesses {
    private final @Nullable Path[] cheapest = new Path[4];

    @Nullable Path get(boolean own, boolean write) {
      return cheapest[index(own, write)];
    }

    void add(boolean own, boolean write, Path path) {
      Path known = get(own, write);
      if (known == null || path.length() < known.length()) {
        cheapest[index(own, write)] = path;
      }
    }

    private static int index(boolean own, boolean write) {
      return (own ? 2 : 0) + (write ? 1 : 0);
    }
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (op != Op.HIDDEN && position <= violation.at()) {
      arrive(thread, forks.get(thread));
      if (Op.isAccess(op)) {
        access(variables, thread, target, Op.isWrite(op));
      } else if (Op.isLock(op)) {
        access(locks, thread, target, true);
      } else if (op == Op.FORK) {
        fork(thread, target);
      } else if (op == Op.JOIN) {
        join(thread, target);
      }
      lastEvents.put(thread, position);
    }
    position++;
  }

  private void fork(int thread, int child) {
    Path path = pathTo(thread);
    if (path != null) {
      forks.put(child, path.leave(position));
    }
  }

  private void join(int thread, int child) {
    Path path = threads.get(child);
    Long lastEvent = lastEvents.get(child);
    if (path != null && lastEvent != null) {
      arrive(thread, path.leave(lastEvent));
    }
  }

  private void access(Map<Integer, Accesses> cells, int thread, int target, boolean write) {
    Accesses accesses = cells.get(target);
    boolean own = thread == violation.thread();
    if (accesses != null) {
      arrive(thread, accesses.get(false, true));
      arrive(thread, write ? accesses.get(false, false) : null);
      if (!own) {
        arrive(thread, accesses.get(true, true));
        arrive(thread, write ? accesses.get(true, false) : null);
      }
    }
    Path path = pathTo(thread);
    if (path != null) {
      cells.computeIfAbsent(target, t -> new Accesses()).add(own, write, path.leave(position));
    }
  }

  /** An edge from the end of {@code path}, if there is one, to the event in hand. */
  private void arrive(int thread, @Nullable Path path) {
    if (path == null) {
      return;
    }
    if (thread == violation.thread()) {
      if (position == violation.at()
          && path.length() > 0
          && (!witness.isPresent() || path.length() + 1 < witness.length())) {
        witness = new Witness(path.enter(position).edges());
      }
      return;
    }
    Path known = threads.get(thread);
    if (known == null || path.length() + 1 < known.length()) {
      threads.put(thread, path.enter(position));
    }
  }

  private @Nullable Path pathTo(int thread) {
    return thread == violation.thread() ? Path.EMPTY : threads.get(thread);
  }

  /** The witness; to be asked for after the event that completed the violation. */
  Witness witness() {
    return witness;
  }
}

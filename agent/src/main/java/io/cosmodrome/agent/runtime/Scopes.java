package io.cosmodrome.agent.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which findings were seen in which {@link Scope}.
 *
 * <p>A finding belongs to the scope of the thread that completed it: the one that the thread
 * opened, or that was open where the thread was created, or where the task that it runs was handed
 * on. If that is not known, or over, it belongs to all scopes that are open: to the only one, if
 * tests run one after the other.
 *
 * <p>Nothing is done per event. Tasks are looked at only while scopes are open side by side.
 */
final class Scopes {
  // inherited by threads when they are created, which needs no hook
  private static final InheritableThreadLocal<@Nullable Scope> CURRENT =
      new InheritableThreadLocal<>();

  private final Set<Scope> open = new LinkedHashSet<>(); // guarded by the runtime's lock
  private volatile boolean isParallel; // written under the lock only

  /** Opens a scope in the current thread; under the runtime's lock. */
  Scope open(Optional<String> test, Threads.Totals before) {
    Scope scope = new Scope(test, mine(), before);
    open.add(scope);
    CURRENT.set(scope);
    judgeParallel();
    return scope;
  }

  /** Closes a scope, in whatever thread; under the runtime's lock. */
  void close(Scope scope) {
    scope.isOpen = false;
    open.remove(scope);
    judgeParallel();
    if (CURRENT.get() == scope) {
      CURRENT.set(mine());
    }
  }

  private void judgeParallel() {
    isParallel = open.stream().filter(scope -> scope.around == null).count() > 1;
  }

  /** The scope that the current thread is in, if it is still open. */
  private @Nullable Scope mine() {
    Scope scope = CURRENT.get();
    while (scope != null && !scope.isOpen) {
      scope = scope.previous;
    }
    return scope;
  }

  /**
   * The current thread has completed a violation; under the runtime's lock.
   *
   * @return the tests that it belongs to
   */
  List<String> saw(String signature) {
    if (open.isEmpty()) {
      return List.of();
    }
    Scope mine = mine();
    List<String> tests = new ArrayList<>();
    for (Scope scope : open) {
      if (mine == null || mine.isWithin(scope)) {
        scope.seen.add(signature);
        scope.test.ifPresent(tests::add);
      }
    }
    return tests;
  }

  // ---- tasks ----

  /** The current thread is about to hand a task to others. */
  void handsOn(Object task, IdentityTable<SyncState> states) {
    if (isParallel) {
      states.get(task).scope = CURRENT.get();
    }
  }

  /** The current thread is about to run a task. */
  void runs(@Nullable SyncState task) {
    if (isParallel && task != null && task.scope != null) {
      CURRENT.set(task.scope);
    }
  }
}

package io.cosmodrome.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What was instrumented and what was not: "nothing was checked" must never look like "clean". */
public final class Coverage {
  private final AtomicInteger instrumented = new AtomicInteger();
  private final AtomicInteger unresolved = new AtomicInteger();
  private final List<String> skipped = new ArrayList<>();

  void instrumented() {
    instrumented.incrementAndGet();
  }

  /** An access to a field whose class cannot be found, or that was thought not to happen. */
  void unresolved() {
    unresolved.incrementAndGet();
  }

  /** A class or method that should have been instrumented but was not. */
  synchronized void skipped(String what, String why) {
    skipped.add(what + ": " + why);
  }

  public int classes() {
    return instrumented.get();
  }

  public int unresolvedAccesses() {
    return unresolved.get();
  }

  public synchronized List<String> skipped() {
    return List.copyOf(skipped);
  }
}

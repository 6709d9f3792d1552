package io.cosmodrome.agent.instrument;

import io.cosmodrome.report.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What was instrumented and what was not: "nothing was checked" must never look like "clean". */
public final class Coverage {
  private final AtomicInteger instrumented = new AtomicInteger();
  private final AtomicInteger unresolved = new AtomicInteger();
  private final List<String> failed = new ArrayList<>();
  private final List<String> tooLong = new ArrayList<>();

  private final Map<String, Set<String>> unmodelled = new TreeMap<>(); // places by call

  void instrumented() {
    instrumented.incrementAndGet();
  }

  /** An access to a field whose class cannot be found, or that was thought not to happen. */
  void unresolved() {
    unresolved.incrementAndGet();
  }

  /** A class or method that should have been instrumented but was not. */
  synchronized void skipped(String what, String why) {
    failed.add(what + ": " + why);
  }

  /** A method that is left alone, or whose accesses are, since the JIT would not compile it. */
  synchronized void tooLong(String method) {
    tooLong.add(method + ": too long to be compiled once instrumented");
  }

  /** A call that synchronizes in a way that is not modelled. */
  synchronized void unmodelled(String call, String place) {
    unmodelled.computeIfAbsent(call, key -> new HashSet<>()).add(place);
  }

  /** Each with how many places make it. */
  public synchronized List<String> unmodelled() {
    List<String> calls = new ArrayList<>();
    unmodelled.forEach(
        (call, places) -> calls.add(call + ": " + Text.count(places.size(), "place")));
    return calls;
  }

  public int classes() {
    return instrumented.get();
  }

  public int unresolvedAccesses() {
    return unresolved.get();
  }

  /** What could not be instrumented, each with the reason: nobody knows what was missed. */
  public synchronized List<String> failed() {
    return List.copyOf(failed);
  }

  /** All that was not instrumented, each with the reason. */
  public synchronized List<String> skipped() {
    List<String> all = new ArrayList<>(failed);
    all.addAll(tooLong);
    return all;
  }
}

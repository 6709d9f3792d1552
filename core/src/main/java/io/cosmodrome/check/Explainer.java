package io.cosmodrome.check;

import io.cosmodrome.trace.EventSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Completes what an engine found with a second look at the trace: verdicts that came without a
 * witness get one, and long witnesses of blocks are replaced by shortest ones.
 *
 * <p>Missing witnesses come from {@link Frontier} run over the prefix that matters, long ones are
 * searched for anew in the window from the block's begin to the event that violated it. Memory is
 * that of these two, whatever the length of the trace. Nothing but witnesses changes.
 */
public final class Explainer {
  /** The shortest path that can leave a block and come back has two edges. */
  private static final int SHORTEST = 2;

  /** How many windows are searched at a time; violations beyond that keep the witness they have. */
  private static final int MAX_WINDOWS = 16;

  private Explainer() {}

  /** The trace once more: the same events as the engine was given. */
  @FunctionalInterface
  public interface Replay {
    void into(EventSink sink) throws IOException;
  }

  /** The result with as good a witness for every verdict as can be had. */
  public static CheckResult explain(CheckResult result, Replay trace) throws IOException {
    return shorten(complete(result, trace), trace);
  }

  private static CheckResult complete(CheckResult result, Replay trace) throws IOException {
    boolean missing = result.nonSerializable() && !result.cycle().isPresent();
    long last = result.cycleEvent();
    Map<Long, Violation> wanted = new HashMap<>();
    for (Violation violation : result.violations()) {
      if (!violation.witness().isPresent()) {
        missing = true;
        wanted.put(violation.begin(), violation);
        last = Math.max(last, violation.at());
      }
    }
    if (!missing) {
      return result;
    }
    FrontierChecker prover = FrontierChecker.forBlocks(wanted.keySet());
    trace.into(new Prefix(prover, last));
    CheckResult proved = prover.result();
    Map<Long, Witness> witnesses = new HashMap<>();
    proved.violations().forEach(found -> witnesses.put(found.begin(), found.witness()));
    List<Violation> explained = new ArrayList<>();
    for (Violation violation : result.violations()) {
      explained.add(
          violation.witness().isPresent()
              ? violation
              : violation.withWitness(witnesses.getOrDefault(violation.begin(), Witness.NONE)));
    }
    Witness cycle = result.cycle().isPresent() ? result.cycle() : proved.cycle();
    return result.withWitnesses(cycle, explained);
  }

  private static CheckResult shorten(CheckResult result, Replay trace) throws IOException {
    long last = -1;
    List<Violation> windows = new ArrayList<>();
    for (Violation violation : result.violations()) {
      if (violation.witness().length() > SHORTEST) {
        windows.add(violation);
        last = Math.max(last, violation.at());
      }
    }
    if (windows.isEmpty()) {
      return result;
    }
    Windows search = new Windows(windows);
    trace.into(new Prefix(search, last));
    List<Violation> shortened = new ArrayList<>();
    Witness cycle = result.cycle();
    for (Violation violation : result.violations()) {
      Witness found = search.found.getOrDefault(violation.begin(), Witness.NONE);
      Violation best =
          found.isPresent() && found.length() < violation.witness().length()
              ? violation.withWitness(found)
              : violation;
      shortened.add(best);
      // a path that comes back into a transaction at the cycle's event is a cycle as well
      if (best.depth() == 0
          && best.at() == result.cycleEvent()
          && best.witness().length() < cycle.length()) {
        cycle = best.witness();
      }
    }
    return result.withWitnesses(cycle, shortened);
  }

  /** Passes on the events up to a position, then is done. */
  private static final class Prefix implements EventSink {
    private final EventSink sink;
    private final long last;
    private long position;

    Prefix(EventSink sink, long last) {
      this.sink = sink;
      this.last = last;
    }

    @Override
    public void event(int op, int thread, int target, int location) {
      if (position++ <= last) {
        sink.event(op, thread, target, location);
      }
    }

    @Override
    public boolean isDone() {
      return position > last;
    }

    @Override
    public void finish() {
      sink.finish();
    }
  }

  /** Searches several windows in one pass; they are sorted by their begin. */
  private static final class Windows implements EventSink {
    final Map<Long, Witness> found = new HashMap<>(); // by the block's begin
    private final List<Violation> violations;
    private final Map<Violation, ShortestWitness> open = new HashMap<>();
    private int next;
    private long position;

    Windows(List<Violation> violations) {
      this.violations = violations;
    }

    @Override
    public void event(int op, int thread, int target, int location) {
      for (; next < violations.size() && violations.get(next).begin() <= position; next++) {
        if (open.size() < MAX_WINDOWS) {
          Violation violation = violations.get(next);
          open.put(violation, new ShortestWitness(violation, position));
        }
      }
      if (!open.isEmpty()) {
        open.values().forEach(window -> window.event(op, thread, target, location));
        open.entrySet().removeIf(entry -> close(entry.getKey(), entry.getValue()));
      }
      position++;
    }

    private boolean close(Violation violation, ShortestWitness window) {
      if (violation.at() > position) {
        return false;
      }
      found.put(violation.begin(), window.witness());
      return true;
    }
  }
}

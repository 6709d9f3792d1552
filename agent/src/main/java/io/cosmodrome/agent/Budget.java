package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.Turns;
import io.cosmodrome.agent.instrument.Turns.Group;
import io.cosmodrome.agent.runtime.Costs;
import io.cosmodrome.agent.runtime.SideTable;
import io.cosmodrome.report.Limit;
import io.cosmodrome.report.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Keeps what watching costs near a share of the processor time that the program uses, by choosing
 * which groups of classes are watched.
 *
 * <p>Every {@link #TICK_MILLIS} it looks at what the watched groups have cost ({@link Costs}), and
 * at the time that the process has used. The difference to the share is saved or owed. Who owes
 * stops watching its most costly groups. Every few seconds it chooses: all that are known to be
 * cheap, which then stay; some of which nothing is known, but that they are not busy; and, if
 * enough was saved, a costly one with those whose fields it shares, which are stopped again when
 * that is spent. So groups get hooks and lose them rarely, and each has its turn; if all of them
 * fit, all are watched, always.
 *
 * <p>The agent's start and its report are owed from the beginning, so a short run has no turn at
 * all, and what is needed for turns only begins when it can be paid.
 *
 * <p>To change a class costs more than the time that it takes: what was compiled of it, and of all
 * that it was inlined into, is compiled anew. What the compilers take more than before ({@link
 * CompilerTime}) is charged; where that is not known, a bound by how busy the class is ({@link
 * Busyness}).
 */
final class Budget implements Runnable {
  private static final long TICK_MILLIS = 100;
  private static final int ROUND_TICKS = 30;
  private static final int FIRST_ROUND = 29; // tick; until then it is seen what is busy
  private static final double SAVED_SECONDS = 200; // of the process, at the most
  private static final double REPORT_SECONDS = 0.2; // that the report takes at the end
  private static final double BEGIN_SECONDS = 0.3; // that it takes until classes can have turns
  private static final double BURST_SECONDS = 1; // that must be affordable
  private static final double COMPILE_SECONDS = 2; // for a busy group, at the most
  private static final double FIRST_COMPILE_SECONDS = 0.3; // as long as nothing was measured
  private static final double LEAST_COMPILE_SECONDS = 0.05;
  private static final int AFTERMATH = 20; // ticks in which what has changed is compiled
  private static final int TOGETHER = 8; // groups in a costly turn, at the most
  private static final double BUSY = 0.2; // seconds of work per second that go through such a group
  private static final double BUSY_RATE = 0.02; // or of the processor time, when it is watched
  private static final double IDLE = 0.005; // and through one that need not be saved for
  private static final double ROOM = 0.5; // of the share for those that are always watched
  private static final double GENEROUS = 0.5; // share from which on classes start watched
  private static final int FIRST_UNKNOWN = 1; // groups of unknown cost in a round, doubled

  private final double share;
  private final Turns turns;
  private final Costs costs;
  private final Random random;
  private final Busyness busyness;
  private final Runnable beginning;
  private final CompilerTime compilers = CompilerTime.ofThisProcess();
  private final Map<Group, History> histories = new HashMap<>();

  private double saved; // seconds of processor time; negative if owed
  private double processSeconds;
  private int unknownAtOnce = FIRST_UNKNOWN;
  private double secondsPerGroup = 0.01; // that it takes to change one
  private double spent; // in all, on hooks and on changing classes
  private double compiling; // in all, what compiling them anew took, as far as that is known
  private boolean hasBegun;
  private double compiledSeconds; // of the compilers, in all
  private double compileRate; // seconds of theirs per second of the process, while nothing changes
  private double compileSecondsIfBusy = FIRST_COMPILE_SECONDS; // to compile a busy group again
  private double changedBusyness; // of the groups whose change the compilers work on
  private double compiledForChange;
  private int aftermath; // ticks that are left of it
  private double watchedShares; // sum over ticks: which part of the groups was watched
  private long ticks;

  /** What is known of a group. */
  private static final class History {
    private int turns;
    private double rate = -1; // seconds that it costs per second of the process; -1 unknown
  }

  /**
   * @param beginning does what must be done before the first turn
   */
  Budget(double share, Turns turns, Costs costs, long seed, Runnable beginning) {
    this.share = share;
    this.turns = turns;
    this.costs = costs;
    this.random = new Random(seed);
    this.busyness = new Busyness(random);
    this.beginning = beginning;
  }

  /** Whether so much may be spent that classes are watched until they turn out to be costly. */
  static boolean isGenerous(double share) {
    return share >= GENEROUS;
  }

  /** Makes turns possible, once. */
  synchronized void begin() {
    if (!hasBegun) {
      hasBegun = true;
      double start = CompilerTime.ofThisThread();
      beginning.run();
      pay(CompilerTime.ofThisThread() - start);
      aftermath = AFTERMATH;
    }
  }

  /** What something gives while nothing begins: else it may be the results of the warm-up. */
  synchronized <T> T apart(Supplier<T> something) {
    return something.get();
  }

  @Override
  public void run() {
    processSeconds = processSeconds();
    pay(processSeconds); // all so far, the start of the JVM included
    saved -= REPORT_SECONDS;
    compiledSeconds = compilers.seconds();
    try {
      for (int tick = 0; true; tick++) {
        Thread.sleep(TICK_MILLIS);
        tick(tick % ROUND_TICKS == FIRST_ROUND);
      }
    } catch (InterruptedException e) {
      // somebody wants all threads to end; what is watched stays so
    }
  }

  private synchronized void tick(boolean isNewRound) {
    double now = processSeconds();
    double used = now - processSeconds;
    processSeconds = now;
    saved = Math.min(saved + share * used, share * SAVED_SECONDS);
    ticks++;
    payCompilers(used);
    if (!hasBegun) {
      if (turns.mustBegin() || (isNewRound && saved >= BEGIN_SECONDS)) {
        begin();
      }
      return;
    }
    busyness.look(used * 1000 / TICK_MILLIS);
    List<Group> groups = turns.groups();
    Map<Group, Double> cost = costsOf(groups);
    pay(cost.values().stream().mapToDouble(Double::doubleValue).sum());
    long watched = groups.stream().filter(Group::isWatched).count();
    watchedShares += groups.isEmpty() ? 0 : (double) watched / groups.size();
    if (used > 0) {
      learn(groups, cost, used);
    }
    if (saved < 0 && watched > 0 && used > 0) { // else nothing can be said of the last tick
      stopTheMostCostly(groups, cost, share * used);
      unknownAtOnce = Math.max(FIRST_UNKNOWN, unknownAtOnce / 2);
    } else if (isNewRound && saved >= 0) {
      choose(groups);
    }
  }

  private void pay(double seconds) {
    saved -= seconds;
    spent += seconds;
  }

  private void payCompiling(double seconds) {
    saved -= seconds;
    compiling += seconds;
  }

  /** Charges what the compilers have taken more than when nothing has changed. */
  private void payCompilers(double used) {
    double now = compilers.seconds();
    double compiled = now - compiledSeconds;
    compiledSeconds = now;
    if (aftermath == 0) {
      compileRate = used > 0 ? 0.9 * compileRate + 0.1 * Math.min(1, compiled / used) : compileRate;
      return;
    }
    double more = Math.max(0, compiled - compileRate * used);
    payCompiling(more);
    compiledForChange += more;
    aftermath--;
    if (aftermath == 0 && changedBusyness > 0) {
      double measured = compiledForChange / Math.max(1, changedBusyness);
      compileSecondsIfBusy =
          Math.min(
              COMPILE_SECONDS,
              Math.max(LEAST_COMPILE_SECONDS, 0.5 * compileSecondsIfBusy + 0.5 * measured));
      changedBusyness = 0;
      compiledForChange = 0;
    }
  }

  private Map<Group, Double> costsOf(List<Group> groups) {
    Map<Group, Double> cost = new HashMap<>();
    for (Group group : groups) {
      long nanos = costs.take(group.number());
      if (nanos > 0) {
        cost.put(group, nanos * 1e-9);
      }
    }
    return cost;
  }

  private History history(Group group) {
    return histories.computeIfAbsent(group, g -> new History());
  }

  private void learn(List<Group> groups, Map<Group, Double> cost, double used) {
    for (Group group : groups) {
      if (group.isWatched()) {
        History history = history(group);
        double rate = Math.min(1, cost.getOrDefault(group, 0.0) / used);
        history.rate = history.rate < 0 ? rate : 0.8 * history.rate + 0.2 * rate;
      }
    }
  }

  private void stopTheMostCostly(List<Group> groups, Map<Group, Double> cost, double allowed) {
    List<Group> watched = new ArrayList<>(groups.stream().filter(Group::isWatched).toList());
    watched.sort(Comparator.comparingDouble(group -> cost.getOrDefault(group, 0.0)));
    double rest = 0;
    int kept = 0;
    while (kept < watched.size()
        && rest + cost.getOrDefault(watched.get(kept), 0.0) <= allowed * ROOM) {
      rest += cost.getOrDefault(watched.get(kept), 0.0);
      kept++;
    }
    change(watched.subList(kept, watched.size()), false);
  }

  private void choose(List<Group> groups) {
    histories.keySet().retainAll(new HashSet<>(groups)); // others were unloaded
    List<Group> order = new ArrayList<>(groups);
    Collections.shuffle(order, random);
    Set<Group> chosen = new HashSet<>();
    order.stream().filter(g -> history(g).rate < 0 && g.isWatched()).forEach(chosen::add);
    addCheap(order, chosen);
    int unknown = Math.min(unknownAtOnce, (int) (saved / 2 / secondsPerGroup));
    order.stream()
        .filter(group -> history(group).rate < 0 && busyness.of(group.toString()) < IDLE)
        .limit(unknown)
        .forEach(chosen::add);
    order.stream()
        .filter(group -> !chosen.contains(group) && isCostly(group))
        .min(
            Comparator.<Group>comparingInt(group -> history(group).turns)
                .thenComparingDouble(group -> -busyness.of(group.toString())))
        .ifPresent(group -> chosen.addAll(burst(group, order)));
    unknownAtOnce = Math.min(1 << 16, 2 * unknownAtOnce);
    change(groups.stream().filter(g -> g.isWatched() && !chosen.contains(g)).toList(), false);
    List<Group> added = chosen.stream().filter(group -> !group.isWatched()).toList();
    added.forEach(group -> history(group).turns++);
    if (!added.isEmpty()) {
      SideTable.newTurn();
    }
    change(added, true);
  }

  /** The cheapest ones, as many as fit together. */
  private void addCheap(List<Group> groups, Set<Group> chosen) {
    double room = share * ROOM;
    List<Group> known = new ArrayList<>(groups.stream().filter(g -> history(g).rate >= 0).toList());
    known.sort(Comparator.comparingDouble(group -> history(group).rate));
    for (Group group : known) {
      room -= history(group).rate;
      if (room < 0) {
        return;
      }
      chosen.add(group);
    }
  }

  private boolean isCostly(Group group) {
    return history(group).rate >= 0 || busyness.of(group.toString()) >= IDLE;
  }

  /** A costly group with those that it shares fields with, as many as can be paid. */
  private List<Group> burst(Group first, List<Group> groups) {
    List<Group> all = new ArrayList<>();
    double needed = 0;
    List<Group> candidates = new ArrayList<>(List.of(first));
    groups.stream()
        .filter(group -> group != first && group.isTiedTo(first))
        .forEach(candidates::add);
    for (Group group : candidates) {
      needed += Math.max(0, history(group).rate) * BURST_SECONDS + 2 * compileSeconds(group);
      if (all.size() == TOGETHER || saved < Math.min(needed, share * SAVED_SECONDS / 2)) {
        return all;
      }
      all.add(group);
    }
    return all;
  }

  private double busy(Group group) {
    // stacks are seen where the JIT lets threads stop: not in small methods that it has inlined
    double seen = busyness.of(group.toString()) / BUSY;
    return Math.min(1, Math.max(seen, history(group).rate / BUSY_RATE));
  }

  private double compileSeconds(Group group) {
    return (compilers.isKnown() ? compileSecondsIfBusy : COMPILE_SECONDS) * busy(group);
  }

  private void change(Collection<Group> groups, boolean isWatched) {
    if (groups.isEmpty()) {
      return;
    }
    double start = CompilerTime.ofThisThread();
    turns.watch(groups, isWatched);
    double seconds = CompilerTime.ofThisThread() - start;
    secondsPerGroup = 0.5 * secondsPerGroup + 0.5 * seconds / groups.size();
    pay(seconds);
    aftermath = AFTERMATH;
    changedBusyness += groups.stream().mapToDouble(this::busy).sum();
    if (!compilers.isKnown() && !isWatched) { // how busy a group is, is known when its turn is over
      payCompiling(2 * groups.stream().mapToDouble(this::compileSeconds).sum());
    }
  }

  private static double processSeconds() {
    return ProcessHandle.current()
            .info()
            .totalCpuDuration()
            .map(Duration::toNanos)
            .orElseGet(System::nanoTime)
        * 1e-9;
  }

  private String percent(double seconds) {
    return Text.percent(processSeconds > 0 ? seconds / processSeconds : 0);
  }

  /** What was left out. */
  synchronized Limit limit() {
    long all = turns.groups().size();
    long had = histories.values().stream().filter(history -> history.turns > 0).count();
    return new Limit(
        "sampled",
        Text.number(had)
            + " of "
            + Text.count(all, "class")
            + " (with those nested) had a turn, "
            + Text.percent(ticks == 0 ? 0 : watchedShares / ticks)
            + " of them were watched at a time; that took about "
            + percent(spent)
            + " of the processor time, the start included, and "
            + percent(compiling)
            + " more for the JIT, which compiles anew what changes");
  }
}

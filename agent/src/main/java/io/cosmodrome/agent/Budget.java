package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.Turns;
import io.cosmodrome.agent.instrument.Turns.Group;
import io.cosmodrome.agent.runtime.Costs;
import io.cosmodrome.agent.runtime.SideTable;
import io.cosmodrome.report.Limit;
import io.cosmodrome.report.Text;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Keeps what watching costs within a share of the processor time that the program uses, by letting
 * classes take turns: it measures, and does what a {@link TurnPlan} decides, ten times a second.
 *
 * <p>The agent's start and its report are owed from the beginning. As long as the program cannot
 * have used so much that they are paid, this thread does nothing at all; and what is needed for
 * turns only begins with the first one.
 */
final class Budget implements Runnable {
  private static final long TICK_MILLIS = (long) (1000 * TurnPlan.TICK_SECONDS);
  private static final double REPORT_SECONDS = 0.2; // that the report takes at the end
  private static final double GENEROUS = 0.5; // share from which on classes start watched

  private final double share;
  private final Turns turns;
  private final Costs costs;
  private final Runnable beginning;
  private final Busyness busyness;
  private final CompilerTime compilers = CompilerTime.ofThisProcess();
  private final TurnPlan<Group> plan;

  private List<Group> groups = List.of(); // as of the last tick
  private double processSeconds;
  private double ownSeconds;
  private double compiledSeconds;

  /**
   * @param beginning does what must be done before the first turn
   */
  Budget(double share, Turns turns, Costs costs, long seed, Runnable beginning) {
    Random random = new Random(seed);
    this.share = share;
    this.turns = turns;
    this.costs = costs;
    this.busyness = new Busyness(random);
    this.beginning = beginning;
    this.plan = new TurnPlan<>(share, new Present(), random);
  }

  /** The groups of this program. */
  private final class Present implements TurnPlan.Groups<Group> {
    @Override
    public Collection<Group> all() {
      return groups;
    }

    @Override
    public boolean isWatched(Group group) {
      return group.isWatched();
    }

    @Override
    public double busyness(Group group) {
      return busyness.of(group.toString());
    }

    @Override
    public double work(Group group) {
      return busyness.atWork(group.toString());
    }

    @Override
    public boolean areTied(Group one, Group other) {
      return one.isTiedTo(other);
    }

    @Override
    public boolean changesAtBegin(Group group) {
      return group.keepsCalls();
    }
  }

  /** Whether so much may be spent that classes are watched until they turn out to be costly. */
  static boolean isGenerous(double share) {
    return share >= GENEROUS;
  }

  /** Makes turns possible, once. */
  synchronized void begin() {
    if (!plan.hasBegun()) {
      plan.begin();
      beginning.run();
      turns.begin(List.of());
    }
  }

  /** What something gives while nothing begins: else it may be the results of the warm-up. */
  synchronized <T> T apart(Supplier<T> something) {
    return something.get();
  }

  @Override
  public void run() {
    try {
      double start = CompilerTime.ofAll(); // all so far, the start of the JVM included
      plan.owes(start + REPORT_SECONDS);
      awaitSavings((start + REPORT_SECONDS + TurnPlan.BEGIN_SECONDS) / share);
      processSeconds = CompilerTime.ofAll();
      plan.saves(processSeconds - start);
      compiledSeconds = compilers.seconds();
      while (true) {
        Thread.sleep(TICK_MILLIS);
        tick();
      }
    } catch (InterruptedException e) {
      // somebody wants all threads to end; what is watched stays so
    }
  }

  /** Waits as long as the program takes at least to use so many seconds of all processors. */
  private void awaitSavings(double seconds) throws InterruptedException {
    double each = seconds / Runtime.getRuntime().availableProcessors();
    for (long left = (long) (1000 * each); left > 0; left -= TICK_MILLIS) {
      if (turns.mustBegin()) {
        begin();
      }
      Thread.sleep(Math.min(left, TICK_MILLIS));
    }
  }

  private synchronized void tick() {
    double used = -processSeconds + (processSeconds = CompilerTime.ofAll());
    double own = -ownSeconds + (ownSeconds = CompilerTime.ofThisThread());
    double compiled = -compiledSeconds + (compiledSeconds = compilers.seconds());
    busyness.look(used / TurnPlan.TICK_SECONDS);
    groups = turns.groups();
    Map<Group, Double> hooks = new HashMap<>();
    for (Group group : groups) {
      long nanos = costs.take(group.number());
      if (nanos > 0) {
        hooks.put(group, nanos * 1e-9);
      }
    }
    if (turns.mustBegin()) {
      begin();
    }
    plan.hasCompiled(compiledSeconds);
    watch(plan.tick(new TurnPlan.Tick<>(used, own, compilers.isKnown() ? compiled : -1, hooks)));
  }

  private void watch(Set<Group> wanted) {
    List<Group> over = groups.stream().filter(g -> g.isWatched() && !wanted.contains(g)).toList();
    List<Group> begun = wanted.stream().filter(group -> !group.isWatched()).toList();
    if (over.isEmpty() && begun.isEmpty()) {
      return;
    }
    if (!over.isEmpty()) {
      turns.watch(over, false);
    }
    if (!begun.isEmpty()) {
      SideTable.newTurn();
      if (plan.hasBegun()) {
        turns.watch(begun, true);
      } else { // with what changes anyway, so that it changes once
        plan.begin();
        beginning.run();
        turns.begin(begun);
      }
    }
    payChange();
  }

  /** Charges this thread alone for the time that a change took, be it in a burst or not. */
  private void payChange() {
    double used = -processSeconds + (processSeconds = CompilerTime.ofAll());
    double own = -ownSeconds + (ownSeconds = CompilerTime.ofThisThread());
    plan.saves(used);
    plan.owes(own);
  }

  private String percent(double seconds) {
    return Text.percent(processSeconds > 0 ? seconds / processSeconds : 0);
  }

  /** What was left out. */
  synchronized Limit limit() {
    long all = turns.groups().size();
    return new Limit(
        "sampled",
        Text.number(plan.hadTurn())
            + " of "
            + Text.count(all, "class")
            + " (with those nested) had a turn, "
            + Text.percent(plan.watchedShare())
            + " of them were watched at a time; that took about "
            + percent(plan.paid() - plan.lost())
            + " of the processor time, the start included, and "
            + percent(plan.lost())
            + " more for the JIT, which compiles anew what changes");
  }
}

package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.Thinning;
import io.cosmodrome.agent.instrument.Thinning.Group;
import io.cosmodrome.agent.runtime.Costs;
import io.cosmodrome.report.Limit;
import io.cosmodrome.report.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Keeps what watching costs near a share of the processor time that the program uses, by choosing
 * which groups of classes are watched.
 *
 * <p>Every {@link #TICK_MILLIS} it looks at what the watched groups have cost ({@link Costs}), and
 * at the time that the process has used. The difference to the share is saved or owed. Who owes
 * stops watching its most costly groups. Every few seconds it chooses anew: groups that had fewer
 * turns come first, as many as are expected to fit. One that alone costs more than the share is
 * watched in bursts, whenever enough was saved. So all groups get their turn; if all of them fit,
 * all are watched, always.
 */
final class Budget implements Runnable {
  private static final long TICK_MILLIS = 100;
  private static final int ROUND_TICKS = 50;
  private static final double SAVED_SECONDS = 40; // of the process, at the most
  private static final double BURST_SECONDS = 0.5; // that must be affordable
  private static final double CHANGE_SECONDS = 0.01; // that it takes to change a class
  private static final double WARMUP_SECONDS = 0.4; // until a busy one is compiled again
  private static final double ROOM = 0.8; // of the share that is given away; costs vary
  private static final int FIRST_UNKNOWN = 4; // groups of unknown cost in a round, doubled

  private final double share;
  private final Thinning thinning;
  private final Costs costs;
  private final Random random;
  private final Map<Group, History> histories = new HashMap<>();

  private double saved; // seconds of processor time; negative if owed
  private double processSeconds;
  private int unknownAtOnce = FIRST_UNKNOWN;
  private double spent; // in all
  private double watchedShares; // sum over ticks: which part of the groups was watched
  private long ticks;

  /** What is known of a group. */
  private static final class History {
    private int turns;
    private double rate = -1; // seconds that it costs per second of the process; -1 unknown
  }

  Budget(double share, Thinning thinning, Costs costs, long seed) {
    this.share = share;
    this.thinning = thinning;
    this.costs = costs;
    this.random = new Random(seed);
    this.saved = share * SAVED_SECONDS / 4; // so that the first turn is not over at once
  }

  @Override
  public void run() {
    processSeconds = processSeconds();
    try {
      for (int tick = 0; true; tick++) {
        Thread.sleep(TICK_MILLIS);
        tick(tick % ROUND_TICKS == 0);
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
    List<Group> groups = thinning.groups();
    Map<Group, Double> cost = costsOf(groups);
    double total = cost.values().stream().mapToDouble(Double::doubleValue).sum();
    pay(total);
    long watched = groups.stream().filter(Group::isWatched).count();
    watchedShares += groups.isEmpty() ? 0 : (double) watched / groups.size();
    ticks++;
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
    order.sort(Comparator.comparingInt(group -> history(group).turns));
    double room = share * ROOM;
    int unknown = unknownAtOnce;
    boolean mayBurst = true;
    List<Group> chosen = new ArrayList<>();
    for (Group group : order) {
      History history = history(group);
      boolean fits;
      if (history.rate < 0) {
        fits = unknown-- > 0;
      } else if (history.rate <= share * ROOM) {
        fits = history.rate <= room;
        room -= fits ? history.rate : 0;
      } else {
        double seconds = BURST_SECONDS + 2 * WARMUP_SECONDS;
        double needed = Math.min(history.rate * seconds, share * SAVED_SECONDS * ROOM);
        fits = mayBurst && saved >= needed;
        mayBurst &= !fits;
      }
      if (fits) {
        history.turns++;
        chosen.add(group);
      }
    }
    unknownAtOnce = Math.min(1 << 16, 2 * unknownAtOnce);
    change(groups.stream().filter(g -> g.isWatched() && !chosen.contains(g)).toList(), false);
    change(chosen.stream().filter(group -> !group.isWatched()).toList(), true);
  }

  private void change(List<Group> groups, boolean isWatched) {
    if (!groups.isEmpty()) {
      double busy = groups.stream().mapToDouble(group -> Math.max(0, history(group).rate)).sum();
      pay(CHANGE_SECONDS * thinning.watch(groups, isWatched) + WARMUP_SECONDS * busy);
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

  /** What was left out. */
  synchronized Limit limit() {
    long all = thinning.groups().size();
    long had = histories.values().stream().filter(history -> history.turns > 0).count();
    return new Limit(
        "sampled",
        Text.number(had)
            + " of "
            + Text.count(all, "class")
            + " (with those nested) had a turn, "
            + Text.percent(ticks == 0 ? 0 : watchedShares / ticks)
            + " of them were watched at a time; that took about "
            + Text.percent(processSeconds > 0 ? spent / processSeconds : 0)
            + " of the processor time");
  }
}

package io.cosmodrome.agent;

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

/**
 * Decides which groups of classes are watched, so that what that costs stays within a share of the
 * processor time. It knows no clock and no class: each tick it is told what was used, and says who
 * is to be watched from then on.
 *
 * <p>The share is saved, and all that watching costs is paid from that: the agent's start and its
 * report, our own thread, hooks, and what the program loses. There are two ways to be watched:
 *
 * <ul>
 *   <li>Groups that are not busy are tried, a few more each time, and stay watched if their hooks
 *       turn out to cost next to nothing.
 *   <li>Busy ones have a turn together with those whose fields they share, a burst, when enough was
 *       saved for all of it. A busy class runs slowly when it has changed: its code is interpreted,
 *       then compiled anew, and so is all that it was inlined into; and its hooks are many. So
 *       <em>all</em> that the process uses during a burst is charged. After it, what the compilers
 *       take more than in calm times is charged, and the part of the process's time that is lost
 *       while they are at it. What the end of a burst took decides when the next can be paid.
 * </ul>
 *
 * <p>What a burst costs is known only afterwards, so it may be owed: then the next one is later.
 */
final class TurnPlan<G> {
  static final double TICK_SECONDS = 0.1;
  static final int BURST_TICKS = 20;
  static final int AFTERMATH_TICKS = 50; // in which what has changed is compiled anew, at least
  private static final int LONGEST_AFTERMATH_TICKS = 600;
  private static final int QUIET_TICKS = 20; // of the compilers, at its end
  static final double BEGIN_SECONDS = 0.5; // that it takes until classes can have turns
  private static final int LOOK_TICKS = 30; // until it is seen what is busy
  private static final double FIRST_END_SECONDS = 2; // that the end of a burst takes, at least
  private static final double LOST = 0.6; // of the speed of what is being compiled anew
  private static final double COMPILING = 0.5; // processors that the compilers take meanwhile
  private static final double SLOW = 0.3; // of that, from which on they are still at it
  private static final double GROUP_SECONDS = 0.02; // that it takes to change one
  private static final int TOGETHER = 8; // groups in a burst, at the most
  private static final double BUSY = 0.005; // of the process's time goes through such a group
  private static final double ROOM = 0.5; // of the share for those that are always watched

  private final double share;
  private final Groups<G> groups;
  private final Random random;
  private final Map<G, History> histories = new HashMap<>();
  private final Set<G> burst = new HashSet<>();

  private double saved; // seconds of processor time; negative if owed
  private double paid; // in all
  private double lost; // of that, what the program lost while its code was compiled anew
  private double usedPerTick;
  private double compileRate; // seconds of the compilers per second of the process, in calm times
  private double endSeconds = FIRST_END_SECONDS; // that the end of a burst takes
  private boolean knowsEnd; // it is not a guess
  private double endPaid; // of the one in hand
  private int burstTicks;
  private int aftermath; // ticks that are left of it
  private int aftermathTicks; // so far
  private boolean endsBurst; // the aftermath is that of a burst
  private int tried = 1; // groups of unknown cost at a time, doubled
  private boolean hasBegun;
  private long ticks;
  private double watchedShares; // sum over ticks: which part of the groups was watched

  /** The groups of a program. */
  interface Groups<G> {
    Collection<G> all();

    boolean isWatched(G group);

    /** Which part of the process's time goes through a group. */
    double busyness(G group);

    /** Which part of the process's time is spent in a group or what it calls of the JDK. */
    double work(G group);

    /** Whether one accesses fields of the other. */
    boolean areTied(G one, G other);

    /** Whether a group must change when turns begin, even if it has none. */
    boolean changesAtBegin(G group);
  }

  /**
   * What happened since the last tick, in seconds of processor time.
   *
   * @param used by the process
   * @param own by the thread that does all this
   * @param compiled by the JIT compilers; negative if that is not known
   * @param hooks by those of each group, an estimate
   */
  record Tick<G>(double used, double own, double compiled, Map<G, Double> hooks) {}

  /** What is known of a group. */
  private static final class History {
    private int turns;
    private double rate = -1; // of the process's time that its hooks take; -1 unknown
    private boolean isCostly; // so it has turns in bursts only
  }

  TurnPlan(double share, Groups<G> groups, Random random) {
    this.share = share;
    this.groups = groups;
    this.random = random;
  }

  /** Takes in what was used before the first tick, or what will be at the end. */
  void owes(double seconds) {
    pay(seconds);
  }

  /** Takes in what the process used between ticks. */
  void saves(double used) {
    saved += share * used;
  }

  /** Takes in what the compilers have taken so far: a burst may cost as much again. */
  void hasCompiled(double seconds) {
    if (!knowsEnd) {
      endSeconds = Math.max(FIRST_END_SECONDS, seconds);
    }
  }

  /** Turns can be had from now on, whoever has one. */
  void begin() {
    hasBegun = true;
    aftermath = AFTERMATH_TICKS;
    aftermathTicks = 0;
  }

  boolean hasBegun() {
    return hasBegun;
  }

  /** Who is to be watched from now on; turns must begin if that is somebody. */
  Set<G> tick(Tick<G> tick) {
    ticks++;
    usedPerTick = ticks == 1 ? tick.used : 0.9 * usedPerTick + 0.1 * tick.used;
    saved = Math.min(saved + share * tick.used, 2 * burstSeconds());
    Set<G> watched = watched();
    int all = groups.all().size();
    watchedShares += all == 0 ? 0 : (double) watched.size() / all;
    if (burst.isEmpty()) {
      double hooks = tick.hooks.values().stream().mapToDouble(Double::doubleValue).sum();
      pay(Math.min(tick.used, tick.own + hooks));
      payAftermath(tick);
      learn(watched, tick);
    } else {
      pay(tick.used);
      burstTicks++;
    }
    Set<G> next = next(watched);
    if (!next.equals(watched)) {
      aftermath = AFTERMATH_TICKS;
      aftermathTicks = 0;
    }
    return next;
  }

  private Set<G> next(Set<G> watched) {
    if (!burst.isEmpty()) {
      return burstTicks < BURST_TICKS && saved > endSeconds ? watched : endBurst(watched);
    } else if (saved < 0) {
      tried = Math.max(1, tried / 2);
      return cheapest(watched);
    }
    return aftermath == 0 && ticks % LOOK_TICKS == 0 ? choose(watched) : watched;
  }

  private void pay(double seconds) {
    saved -= seconds;
    paid += seconds;
  }

  /** What must be saved for a burst: its length, in which all is charged, and its end. */
  private double burstSeconds() {
    return BURST_TICKS * usedPerTick + endSeconds + (hasBegun ? 0 : BEGIN_SECONDS);
  }

  private Set<G> watched() {
    Set<G> watched = new HashSet<>();
    groups.all().stream().filter(groups::isWatched).forEach(watched::add);
    return watched;
  }

  private Set<G> endBurst(Set<G> watched) {
    Set<G> rest = new HashSet<>(watched);
    rest.removeAll(burst);
    burst.clear();
    endsBurst = true;
    endPaid = 0;
    return rest;
  }

  private void payAftermath(Tick<G> tick) {
    boolean isKnown = tick.compiled >= 0;
    if (aftermath == 0) {
      if (isKnown && tick.used > 0) {
        compileRate = 0.9 * compileRate + 0.1 * Math.min(1, tick.compiled / tick.used);
      }
      return;
    }
    double more = Math.max(0, tick.compiled - compileRate * tick.used);
    double slow = isKnown ? Math.min(1, more / (COMPILING * TICK_SECONDS)) : 1;
    double seconds = more + (endsBurst ? LOST * slow * (tick.used - more) : 0);
    pay(seconds);
    lost += seconds;
    endPaid += seconds;
    aftermath--;
    aftermathTicks++;
    if (isKnown && slow > SLOW && aftermathTicks < LONGEST_AFTERMATH_TICKS) {
      aftermath = Math.max(aftermath, QUIET_TICKS);
    }
    if (aftermath == 0 && endsBurst) {
      endSeconds = knowsEnd ? 0.5 * endSeconds + 0.5 * endPaid : endPaid;
      knowsEnd = true;
      endsBurst = false;
    }
  }

  private History history(G group) {
    return histories.computeIfAbsent(group, g -> new History());
  }

  private void learn(Set<G> watched, Tick<G> tick) {
    if (tick.used <= 0) {
      return;
    }
    for (G group : watched) {
      History history = history(group);
      double rate = Math.min(1, tick.hooks.getOrDefault(group, 0.0) / tick.used);
      history.rate = history.rate < 0 ? rate : 0.8 * history.rate + 0.2 * rate;
    }
  }

  /** The cheapest ones, as many as fit together; the others are costly from now on. */
  private Set<G> cheapest(Set<G> watched) {
    List<G> order = new ArrayList<>(watched);
    order.sort(Comparator.comparingDouble(group -> history(group).rate));
    Set<G> kept = new HashSet<>();
    double rest = share * ROOM;
    for (G group : order) {
      rest -= Math.max(0, history(group).rate);
      if (rest >= 0) {
        kept.add(group);
      } else {
        history(group).isCostly = true;
      }
    }
    return kept;
  }

  private Set<G> choose(Set<G> watched) {
    List<G> order = new ArrayList<>(groups.all());
    histories.keySet().retainAll(new HashSet<>(order)); // others were unloaded
    Collections.shuffle(order, random);
    Set<G> chosen = cheapest(watched);
    if (saved >= burstSeconds()) {
      burstTicks = 0;
      burst.addAll(burst(order, chosen));
      chosen.addAll(burst);
    }
    if (burst.isEmpty() && (hasBegun || (saved >= BEGIN_SECONDS && !beginChangesBusy(order)))) {
      order.stream()
          .filter(group -> !isBusy(group) && history(group).rate < 0)
          .limit(Math.min(tried, (int) (saved / 2 / GROUP_SECONDS)))
          .forEach(chosen::add);
      tried = Math.min(1 << 16, 2 * tried);
    }
    chosen.stream().filter(group -> !watched.contains(group)).forEach(g -> history(g).turns++);
    return chosen;
  }

  private boolean beginChangesBusy(List<G> all) {
    return all.stream().anyMatch(group -> groups.changesAtBegin(group) && isBusy(group));
  }

  private boolean isBusy(G group) {
    return history(group).isCostly || groups.busyness(group) >= BUSY;
  }

  /** The one that works most of those that had the fewest turns, with those tied to it. */
  private List<G> burst(List<G> all, Set<G> watched) {
    List<G> together = new ArrayList<>();
    List<G> busy = all.stream().filter(g -> !watched.contains(g) && isBusy(g)).toList();
    busy.stream()
        .min(
            Comparator.<G>comparingInt(group -> history(group).turns)
                .thenComparingDouble(group -> -groups.work(group)))
        .ifPresent(
            first -> {
              together.add(first);
              all.stream()
                  .filter(group -> group != first && !watched.contains(group))
                  .filter(group -> groups.areTied(group, first))
                  .sorted(Comparator.comparingDouble(group -> -groups.work(group)))
                  .limit(TOGETHER - 1)
                  .forEach(together::add);
            });
    return together;
  }

  /** Seconds that are saved; negative if they are owed. */
  double saved() {
    return saved;
  }

  /** Seconds that were paid in all. */
  double paid() {
    return paid;
  }

  /** How much of that the program lost while what had changed was compiled anew. */
  double lost() {
    return lost;
  }

  /** How many groups had a turn. */
  long hadTurn() {
    return histories.values().stream().filter(history -> history.turns > 0).count();
  }

  /** Which part of the groups was watched at a time. */
  double watchedShare() {
    return ticks == 0 ? 0 : watchedShares / ticks;
  }
}

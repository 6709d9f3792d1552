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

/**
 * Keeps what watching costs near a share of the processor time that the program uses, by choosing
 * which groups of classes are watched.
 *
 * <p>Every {@link #TICK_MILLIS} it looks at what the watched groups have cost ({@link Costs}), and
 * at the time that the process has used. The difference to the share is saved or owed. Who owes
 * stops watching its most costly groups. Every few seconds it chooses: all that are known to be
 * cheap, which then stay; some of which nothing is known, but that they are not busy; and, if
 * enough was saved, a costly one, which is stopped again when that is spent. So groups get hooks
 * and lose them rarely, and each has its turn; if all of them fit, all are watched, always.
 *
 * <p>To change a class costs more than the time that it takes: what was compiled of it, and of all
 * that it was inlined into, is compiled anew. That is charged by how busy the class is ({@link
 * Busyness}).
 */
final class Budget implements Runnable {
  private static final long TICK_MILLIS = 100;
  private static final int ROUND_TICKS = 50;
  private static final int FIRST_ROUND = 30; // tick; until then it is seen what is busy
  private static final double SAVED_SECONDS = 200; // of the process, at the most
  private static final double FIRST_SECONDS = 10; // of the process, that are saved at first
  private static final double BURST_SECONDS = 1; // that must be affordable
  private static final double COMPILE_SECONDS = 2; // that it takes to compile a busy group again
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
  private final Map<Group, History> histories = new HashMap<>();

  private double saved; // seconds of processor time; negative if owed
  private double processSeconds;
  private int unknownAtOnce = FIRST_UNKNOWN;
  private double secondsPerGroup = 0.01; // that it takes to change one
  private double spent; // in all, on hooks and on changing classes
  private double setAside; // in all, for compiling them anew
  private double watchedShares; // sum over ticks: which part of the groups was watched
  private long ticks;

  /** What is known of a group. */
  private static final class History {
    private int turns;
    private double rate = -1; // seconds that it costs per second of the process; -1 unknown
  }

  Budget(double share, Turns turns, Costs costs, long seed) {
    this.share = share;
    this.turns = turns;
    this.costs = costs;
    this.random = new Random(seed);
    this.busyness = new Busyness(random);
    this.saved = share * FIRST_SECONDS;
  }

  /** Whether so much may be spent that classes are watched until they turn out to be costly. */
  static boolean isGenerous(double share) {
    return share >= GENEROUS;
  }

  @Override
  public void run() {
    processSeconds = processSeconds();
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
    busyness.look(used * 1000 / TICK_MILLIS);
    saved = Math.min(saved + share * used, share * SAVED_SECONDS);
    List<Group> groups = turns.groups();
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

  private void setAside(double seconds) {
    saved -= seconds;
    setAside += seconds;
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
        .min(Comparator.comparingInt(group -> history(group).turns))
        .filter(this::mayBurst)
        .ifPresent(chosen::add);
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

  private boolean mayBurst(Group group) {
    double needed = Math.max(0, history(group).rate) * BURST_SECONDS + 2 * compileSeconds(group);
    return saved >= Math.min(needed, share * SAVED_SECONDS / 2);
  }

  private double compileSeconds(Group group) {
    // stacks are seen where the JIT lets threads stop: not in small methods that it has inlined
    double busy = Math.max(busyness.of(group.toString()) / BUSY, history(group).rate / BUSY_RATE);
    return COMPILE_SECONDS * Math.min(1, busy);
  }

  private void change(Collection<Group> groups, boolean isWatched) {
    if (!groups.isEmpty()) {
      long start = System.nanoTime();
      turns.watch(groups, isWatched);
      double seconds = (System.nanoTime() - start) * 1e-9;
      secondsPerGroup = 0.5 * secondsPerGroup + 0.5 * seconds / groups.size();
      pay(seconds);
      if (!isWatched) { // what it costs to compile a group for its turn is known when that is over
        setAside(2 * groups.stream().mapToDouble(this::compileSeconds).sum());
      }
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
            + " of the processor time, and "
            + percent(setAside)
            + " were set aside for the JIT, which compiles anew what changes");
  }
}

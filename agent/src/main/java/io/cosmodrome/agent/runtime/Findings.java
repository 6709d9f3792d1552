package io.cosmodrome.agent.runtime;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.check.Epoch;
import io.cosmodrome.check.FrontierThread.Hop;
import io.cosmodrome.report.BlockCount;
import io.cosmodrome.report.Conflict;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.FindingGroups;
import io.cosmodrome.report.Names;
import io.cosmodrome.report.Proof;
import io.cosmodrome.report.ThreadStart;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the algorithm reports, put into words and merged. Words are looked for only when a report's
 * places are new; others are counted. Guarded by the runtime's lock.
 */
final class Findings {
  private static final int REMEMBERED = 10_000;
  private static final long MAIN = 1; // id of the first thread of every JVM

  private final Sites sites;
  private final ObjectNames names;
  private final LongFunction<@Nullable MonitoredThread> threads; // by epoch
  private final Scopes scopes;
  private final FindingGroups groups = new FindingGroups();
  private final Map<List<Integer>, String> signatures = new HashMap<>(); // by places
  private final Map<Integer, Long> violated = new HashMap<>(); // how often, by block
  private final Set<String> fresh = new LinkedHashSet<>(); // signatures that nobody was told of
  private final Runnable onFresh;
  private boolean knowsLocks = true;

  /** The latest report about a thread's blocks. */
  static final class Report {
    private final long[]
        begins; // of the innermost violated block and those around, outermost first
    private final int length; // of its path
    private final String signature; // of the finding

    Report(long[] begins, int length, String signature) {
      this.begins = begins;
      this.length = length;
      this.signature = signature;
    }

    int innermost() {
      return begins.length - 1;
    }

    /** Whether this block is open and was reported. */
    boolean has(MonitoredThread thread, int block) {
      return block < begins.length
          && block < thread.depth()
          && thread.beginRef(block) == begins[block];
    }
  }

  /**
   * @param onFresh what to do when there is a finding that was not seen before; see {@link
   *     #takeFresh}
   */
  Findings(
      Sites sites,
      ObjectNames names,
      LongFunction<@Nullable MonitoredThread> threads,
      Scopes scopes,
      Runnable onFresh) {
    this.onFresh = onFresh;
    this.scopes = scopes;
    this.sites = sites;
    this.names = names;
    this.threads = threads;
  }

  /**
   * An open block is violated. Blocks of one event come innermost first; a block comes again if
   * another edge of the event, or the same place later on, gives another path.
   */
  void violated(MonitoredThread thread, int block, List<Hop> path) {
    if (thread.isFirstViolation(block)) {
      violated.merge(thread.label(block), 1L, Long::sum);
    }
    Report last = thread.report;
    if (last != null && last.has(thread, block)) {
      if (block < last.innermost()) {
        if (last.has(thread, last.innermost())) {
          groups.addAround(last.signature, sites.ofBlock(thread.label(block)).method());
        }
        return;
      }
      if (path.size() >= last.length) {
        return;
      }
      groups.count(last.signature, -1);
    }
    long[] begins = new long[block + 1];
    for (int i = 0; i <= block; i++) {
      begins[i] = thread.beginRef(i);
    }
    String signature = add(Finding.VIOLATED, thread, thread.label(block), path);
    thread.report = new Report(begins, path.size(), signature);
  }

  /** A cycle is a finding of its own if no block of the transaction was violated. */
  void cycle(MonitoredThread thread, List<Hop> path) {
    Report last = thread.report;
    if (last == null || !last.has(thread, 0)) {
      add(Finding.CYCLE, thread, 0, path);
    }
  }

  private String add(String rule, MonitoredThread thread, int label, List<Hop> path) {
    String signature = addUnseen(rule, thread, label, path);
    groups.addTests(signature, scopes.saw(signature));
    return signature;
  }

  private String addUnseen(String rule, MonitoredThread thread, int label, List<Hop> path) {
    List<Integer> places = new ArrayList<>(1 + 2 * path.size());
    places.add(label);
    for (Hop hop : path) {
      places.add((int) hop.sourceRef());
      places.add((int) hop.destinationRef());
    }
    String known = signatures.get(places);
    if (known != null && groups.has(known)) {
      groups.count(known, 1);
      return known;
    }
    Finding finding = finding(rule, thread, sites.ofBlock(label), path);
    boolean isFresh = !groups.has(finding.signature());
    String signature = groups.add(finding);
    if (isFresh) {
      fresh.add(signature);
      onFresh.run();
    }
    if (signatures.size() >= REMEMBERED) {
      signatures.clear();
    }
    signatures.put(places, signature);
    return signature;
  }

  private Finding finding(String rule, MonitoredThread thread, Site block, List<Hop> path) {
    boolean isCycle = rule.equals(Finding.CYCLE);
    long[] positions = isCycle ? cyclePositions(path) : blockPositions(path);
    List<Conflict> witness = new ArrayList<>();
    for (int i = 0; i < path.size(); i++) {
      Hop hop = path.get(i);
      MonitoredThread from = threads.apply(hop.source());
      // a hop ends in the thread where the next one starts
      MonitoredThread to = i + 1 < path.size() ? threads.apply(path.get(i + 1).source()) : thread;
      witness.add(
          new Conflict(
              event(positions[2 * i], from, Epoch.clock(hop.source()), hop.sourceRef(), to),
              event(positions[2 * i + 1], to, hop.clockBefore(), hop.destinationRef(), from),
              isRacing(hop)));
    }
    return Finding.of(
        rule,
        isCycle ? Optional.empty() : Optional.of(block.method()),
        isCycle ? Optional.empty() : block.location(),
        List.of(),
        Optional.of(new Proof(ThreadKinds.name(thread.owner), witness, starts(path))));
  }

  private static String name(@Nullable MonitoredThread thread) {
    return thread == null ? "?" : ThreadKinds.name(thread.owner);
  }

  /** Where the threads were started that take part: each is the source of a hop. */
  private List<ThreadStart> starts(List<Hop> path) {
    List<ThreadStart> starts = new ArrayList<>();
    List<MonitoredThread> told = new ArrayList<>();
    for (Hop hop : path) {
      MonitoredThread thread = threads.apply(hop.source());
      if (thread != null && thread.owner.getId() != MAIN && !told.contains(thread)) {
        told.add(thread);
        Site site = sites.get(thread.startSite);
        Optional<String> method = Optional.of(site.method()).filter(name -> !name.isEmpty());
        starts.add(
            new ThreadStart(
                ThreadKinds.name(thread.owner),
                Optional.ofNullable(thread.startedBy),
                method,
                site.location()));
      }
    }
    return starts;
  }

  /**
   * Whether the order of two accesses is not certain. Had anything that was seen put the first one
   * before the second, the second thread would have heard of the first one's past by that before,
   * and the hop would not be part of a path, since a path is made of first news.
   */
  private boolean isRacing(Hop hop) {
    return sites.get((int) hop.sourceRef()).isTwoSteps()
        || sites.get((int) hop.destinationRef()).isTwoSteps();
  }

  /** A path that leaves a block and comes back goes forward in time. */
  private static long[] blockPositions(List<Hop> path) {
    long[] positions = new long[2 * path.size()];
    for (int i = 1; i < positions.length; i++) {
      boolean isSame =
          i % 2 == 0 && path.get(i / 2 - 1).destinationRef() == path.get(i / 2).sourceRef();
      positions[i] = positions[i - 1] + (isSame ? 0 : 1);
    }
    return positions;
  }

  /**
   * A cycle may enter a transaction later than it leaves it: event by event, whatever has to come
   * before.
   */
  private static long[] cyclePositions(List<Hop> path) {
    int events = 2 * path.size();
    int[] before = new int[events]; // of the events of one thread, the one that waits for another
    for (int i = 0; i < path.size(); i++) {
      int in = 2 * i + 1;
      int out = (in + 1) % events;
      boolean leavesFirst =
          out == 0 || Epoch.clock(path.get(out / 2).source()) <= path.get(i).clockBefore();
      before[in] = leavesFirst ? out : -1;
      before[out] = leavesFirst ? -1 : in;
    }
    long[] positions = new long[events];
    boolean[] isPlaced = new boolean[events];
    for (int position = 0; position < events; position++) {
      int next = 0;
      while (next < events - 1
          && (isPlaced[next]
              || (before[next] >= 0 && !isPlaced[before[next]])
              || (next % 2 == 1 && !isPlaced[next - 1]))) {
        next++;
      }
      positions[next] = position;
      isPlaced[next] = true;
    }
    return positions;
  }

  private TracedEvent event(
      long position,
      @Nullable MonitoredThread thread,
      long clock,
      long ref,
      @Nullable MonitoredThread other) {
    Site site = sites.get((int) ref);
    int op = Op.NAMES.indexOf(site.op());
    Optional<String> method = Optional.of(site.method()).filter(name -> !name.isEmpty());
    boolean isAboutThread = op == Op.FORK || op == Op.JOIN;
    return new TracedEvent(
        position,
        op < 0 ? Op.BARRIER : op,
        name(thread),
        isAboutThread ? name(other) : target(site, (int) (ref >>> 32)),
        site.location(),
        method,
        method,
        locks(thread, clock));
  }

  /** Locks may be taken unseen, so nothing is said of them. */
  void ignoreLocks() {
    knowsLocks = false;
  }

  /** The locks that a thread held at a clock, in the order in which it took them, if known. */
  private Optional<List<String>> locks(@Nullable MonitoredThread thread, long clock) {
    List<IdentityEntry> held = thread == null || !knowsLocks ? null : thread.heldLocks.at(clock);
    if (held == null) {
      return Optional.empty();
    }
    Set<String> locks = new LinkedHashSet<>();
    for (IdentityEntry entry : held) {
      Object lock = entry.get();
      if (lock == null) {
        return Optional.empty();
      }
      locks.add(names.name(names.number(lock, -1)));
    }
    return Optional.of(List.copyOf(locks));
  }

  private String target(Site site, int object) {
    @Nullable String staticOwner = site.owner();
    String owner = staticOwner != null ? Names.simpleClass(staticOwner) : names.name(object);
    return site.name().isEmpty() ? owner : owner + "." + site.name();
  }

  boolean hasFresh() {
    return !fresh.isEmpty();
  }

  /** The findings that are new since the last call. */
  List<Finding> takeFresh() {
    List<Finding> list = groups.list(fresh);
    fresh.clear();
    return list;
  }

  void clear() {
    groups.clear();
    fresh.clear();
    signatures.clear();
    violated.clear();
  }

  /** How the blocks fared that ran as often as this says. */
  List<BlockCount> counts(Map<Integer, Long> runs) {
    SortedMap<String, BlockCount> byLabel = new TreeMap<>();
    runs.forEach(
        (block, count) -> {
          String label = sites.ofBlock(block).method();
          long bad = violated.getOrDefault(block, 0L);
          byLabel.merge(label, new BlockCount(label, count, bad), BlockCount::plus);
        });
    return List.copyOf(byLabel.values());
  }

  List<Finding> list() {
    return groups.list();
  }

  List<Finding> list(Set<String> wanted) {
    return groups.list(wanted);
  }

  void forget(Set<String> unwanted) {
    groups.removeAll(unwanted);
  }
}

package io.cosmodrome.report;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A proof in words: the one place that makes sentences of it, for every output that people read.
 */
final class ProofWords {
  private static final List<UnaryOperator<String>> BRIEF_NAMES =
      List.of(Names::method, Names::classAndMethod);

  private static final int MOST_NAMES = 8; // in a sentence

  private final List<Conflict> conflicts;
  private final List<ThreadStart> starts;
  private final SortedMap<Long, TracedEvent> events = new TreeMap<>();
  private final Map<String, Optional<String>> blocks = new LinkedHashMap<>(); // by thread
  private final Optional<String> file;
  private final boolean blamesBlock;
  private final UnaryOperator<String> shortened;

  /**
   * @param shortened makes names fit that are too long to be told
   */
  ProofWords(Finding finding, Proof proof, UnaryOperator<String> shortened) {
    this.conflicts = proof.conflicts();
    this.starts = proof.starts();
    this.blamesBlock = !finding.rule().equals(Finding.CYCLE);
    this.shortened = shortened;
    for (Conflict conflict : conflicts) {
      add(conflict.source());
      add(conflict.destination());
    }
    if (blamesBlock) {
      blocks.put(leaving().thread(), finding.block());
    }
    this.file =
        Names.commonFile(
            events.values().stream()
                .flatMap(event -> event.location().stream())
                .map(Names::place)
                .toList());
  }

  private void add(TracedEvent event) {
    events.put(event.position(), event);
    // a cycle leads through transactions, whatever was nested in them
    blocks.putIfAbsent(event.thread(), blamesBlock ? event.block() : event.transaction());
  }

  // ---- who and what ----

  /** Whether a single block is to blame: that of the first thread. */
  boolean blamesBlock() {
    return blamesBlock;
  }

  /** Those that take part, the one to blame first. */
  List<String> threads() {
    return List.copyOf(blocks.keySet());
  }

  /** Label of what the thread ran. */
  Optional<String> block(String thread) {
    return blocks.getOrDefault(thread, Optional.empty());
  }

  /** Each once, in time. */
  List<TracedEvent> events() {
    return List.copyOf(events.values());
  }

  /** The event's place among them, counted from 0. */
  int index(TracedEvent event) {
    return events.headMap(event.position()).size();
  }

  /** The event by which the first conflict leaves the block. */
  TracedEvent leaving() {
    return conflicts.get(0).source();
  }

  /** The event by which the last conflict comes back. */
  private TracedEvent returning() {
    return conflicts.get(conflicts.size() - 1).destination();
  }

  /** Where it was, without the file if that is the same for all. */
  String where(TracedEvent event) {
    String place = event.location().map(Names::place).orElse("");
    return file.isPresent() && !place.isEmpty() ? place.substring(file.get().length()) : place;
  }

  /** The method that a thread ran, as briefly as tells it from the others, or else the thread. */
  private String actor(TracedEvent event) {
    Optional<String> block = block(event.thread());
    String thread = shortened.apply(event.thread());
    if (block.isEmpty()) {
      return thread;
    }
    for (UnaryOperator<String> brief : BRIEF_NAMES) {
      String name = brief.apply(block.get());
      if (blocks.values().stream().filter(o -> o.map(brief).equals(Optional.of(name))).count()
          == 1) {
        return shortened.apply(name);
      }
    }
    return thread;
  }

  // ---- the proof ----

  /** How many conflicts there are to tell. */
  int steps() {
    return conflicts.size();
  }

  Conflict conflict(int i) {
    return conflicts.get(i);
  }

  /** {@code transfer before audit: audit read balance at :22 after transfer wrote it at :33}. */
  String step(int i) {
    TracedEvent source = conflicts.get(i).source();
    TracedEvent destination = conflicts.get(i).destination();
    return (i > 0 && i == conflicts.size() - 1 ? "but " : "")
        + actor(source)
        + " before "
        + actor(destination)
        + ": "
        + reason(source, destination);
  }

  private String reason(TracedEvent source, TracedEvent destination) {
    if (isStart(source, destination)) {
      return actor(source) + " started " + destination.thread() + at(source);
    }
    if (isJoin(source, destination)) {
      return actor(destination) + " waited for the end of " + source.thread() + at(destination);
    }
    return actor(destination)
        + " "
        + verb(destination)
        + " "
        + shortened.apply(destination.target())
        + at(destination)
        + " after "
        + actor(source)
        + " "
        + verb(source)
        + " it"
        + at(source);
  }

  private static boolean isStart(TracedEvent source, TracedEvent destination) {
    return source.op() == Op.FORK && source.target().equals(destination.thread());
  }

  private static boolean isJoin(TracedEvent source, TracedEvent destination) {
    return destination.op() == Op.JOIN && destination.target().equals(source.thread());
  }

  private static String verb(TracedEvent event) {
    return switch (event.op()) {
      case Op.READ, Op.VOLATILE_READ -> "read";
      case Op.WRITE, Op.VOLATILE_WRITE -> "wrote";
      case Op.ACQUIRE -> "locked";
      case Op.RELEASE -> "unlocked";
      case Op.BARRIER -> "passed";
      case Op.FORK -> "started";
      case Op.JOIN -> "waited for";
      default -> "came to"; // a begin or an end conflicts with nothing but start and join
    };
  }

  private String at(TracedEvent event) {
    String where = where(event);
    return where.isEmpty() ? "" : " at " + where;
  }

  /**
   * What orders the two events of a step: {@code write→read}, {@code release→acquire of m}; or that
   * nothing does: {@code racing write→read}.
   */
  String kind(int i) {
    TracedEvent source = conflicts.get(i).source();
    TracedEvent destination = conflicts.get(i).destination();
    if (isStart(source, destination)) {
      return "start";
    }
    if (isJoin(source, destination)) {
      return "end→join";
    }
    String kind = noun(source) + "→" + noun(destination);
    if (Op.isLock(source.op())) {
      return kind + " of " + shortened.apply(source.target());
    }
    boolean isVolatile =
        source.op() == Op.VOLATILE_READ
            || source.op() == Op.VOLATILE_WRITE
            || destination.op() == Op.VOLATILE_READ
            || destination.op() == Op.VOLATILE_WRITE;
    if (isVolatile) {
      return "volatile " + kind;
    }
    return conflicts.get(i).racing() ? "racing " + kind : kind;
  }

  /** That the order of accesses is not certain, if it is not. */
  Optional<String> doubt() {
    List<String> variables =
        conflicts.stream()
            .filter(Conflict::racing)
            .map(conflict -> shortened.apply(conflict.destination().target()))
            .distinct()
            .toList();
    if (variables.isEmpty()) {
      return Optional.empty();
    }
    boolean areAll = conflicts.stream().allMatch(Conflict::racing);
    return Optional.of(
        (areAll ? "these accesses" : "the accesses to " + and(variables))
            + " race as far as seen, so the other order is possible; see strict=true");
  }

  /** {@code read}, {@code release}. */
  static String noun(TracedEvent event) {
    return switch (event.op()) {
      case Op.READ, Op.VOLATILE_READ -> "read";
      case Op.WRITE, Op.VOLATILE_WRITE -> "write";
      case Op.ACQUIRE -> "acquire";
      case Op.RELEASE -> "release";
      case Op.FORK -> "start";
      default -> Op.NAMES.get(event.op());
    };
  }

  /** What the steps come to. */
  String contradiction() {
    String first = actor(leaving());
    String what =
        threads().size() == 2
            ? " would be both before and after " + actor(conflicts.get(0).destination())
            : " would be before itself";
    return "Contradiction: " + first + what + ".";
  }

  /** Where the threads come from, as far as that is known. */
  Optional<String> origins() {
    return starts.isEmpty()
        ? Optional.empty()
        : Optional.of(and(starts.stream().map(ProofWords::origin).toList()) + ".");
  }

  private static String origin(ThreadStart start) {
    String how =
        start
            .by()
            .map(by -> " by " + by + in(start))
            .orElse(" by code that is not instrumented, such as an executor's");
    return start.thread() + " was started" + how;
  }

  private static String in(ThreadStart start) {
    String method = start.method().map(label -> " in " + Names.classAndMethod(label)).orElse("");
    return method + start.location().map(at -> " (" + Names.place(at) + ")").orElse("");
  }

  // ---- all in one sentence ----

  /** What was found, with nothing left to look up. */
  String sentence() {
    return blamesBlock
        ? block(leaving().thread()).map(Names::classAndMethod).orElse("A block without a label")
            + " is not atomic: b"
            + between(action(returning())).substring(1)
        : "No serial order of the blocks explains this run: " + order();
  }

  /** What a title has not said: who came between what, or who has to come before whom. */
  String account() {
    if (!blamesBlock) {
      return order();
    }
    String file = leaving().location().map(Names::place).map(Names::file).orElse("");
    String returning = action(returning());
    return between(file.isEmpty() ? returning : returning.replace("(" + file + ":", "(:"));
  }

  private String between(String returning) {
    List<String> others = new ArrayList<>(threads());
    others.remove(leaving().thread());
    return "Between its "
        + action(leaving())
        + " and its "
        + returning
        + " on "
        + leaving().thread()
        + ", "
        + and(others.stream().map(this::blockOnThread).toList())
        + " came in.";
  }

  private String order() {
    List<String> all = threads().stream().map(this::blockOnThread).toList();
    return and(all)
        + (all.size() == 2
            ? " each have to come before the other."
            : " each have to come before the next, and the last before the first.");
  }

  /** {@code write of Account#1.balance (Bank.java:33)}. */
  private static String action(TracedEvent event) {
    String what = event.op() == Op.JOIN ? "wait for the end" : noun(event);
    return what
        + " of "
        + event.target()
        + event.location().map(at -> " (" + Names.place(at) + ")").orElse("");
  }

  private String blockOnThread(String thread) {
    return block(thread).map(label -> Names.classAndMethod(label) + " on ").orElse("") + thread;
  }

  private static String and(List<String> names) {
    if (names.size() > MOST_NAMES) {
      List<String> first = names.subList(0, MOST_NAMES - 1);
      return String.join(", ", first) + " and " + (names.size() - first.size()) + " more";
    }
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }
}

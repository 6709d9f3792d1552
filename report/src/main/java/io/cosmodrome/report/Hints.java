package io.cosmodrome.report;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a finding looks like, and what usually helps: read off its shortest proof, and nothing that
 * the proof does not show. {@code docs/hints.md} has an example of each.
 *
 * <p>A proof leaves the block at its <i>first</i> event, <i>enters</i> another thread,
 * <i>leaves</i> the last of the other threads, and comes back at the block's <i>last</i> event. The
 * kinds and targets of these give a pattern; the locks held there, if known, tell how the data are
 * guarded. A run without a block to blame has no hints. Locks that a trace does not have as such,
 * like those of a {@code ReadWriteLock}, are not seen.
 *
 * @param pattern name of the first hint
 * @param sentences the hints, each beginning with its name
 */
public record Hints(Optional<String> pattern, List<String> sentences) {
  private static final String LOCK_RELEASED = "lock released between";

  /** An atomic variable, or an element of one. */
  private static final Pattern ATOMIC = Pattern.compile("Atomic\\w+#\\d+(\\[\\d+])?");

  /** {@code Cache.map[key]}, or {@code ConcurrentHashMap#1[key]} if no field holds the map. */
  private static final Pattern MAP_KEY =
      Pattern.compile("([^\\[\\]]+\\.[^\\[\\]]+|\\w*Map#\\d+)\\[(?!]).*]", Pattern.DOTALL);

  /** Some part of an object of the library; an element of an array is {@code int[]#1[0]}. */
  private static final Pattern PART = Pattern.compile("[^\\[\\]]+\\[(?!]).*]", Pattern.DOTALL);

  public Hints {
    sentences = List.copyOf(sentences);
  }

  public static Hints of(Finding finding) {
    List<String> sentences = new ArrayList<>();
    if (!finding.rule().equals(Finding.CYCLE) && finding.proof().isPresent()) {
      Shape shape = Shape.of(finding.proof().get());
      shape.pattern().ifPresent(sentences::add);
      shape.guards().ifPresent(sentences::add);
    }
    Optional<String> pattern =
        sentences.stream().findFirst().map(text -> text.substring(0, text.indexOf(':')));
    return new Hints(pattern, sentences);
  }

  /** The events of a proof that count, in the order of time. */
  private record Shape(
      TracedEvent first,
      TracedEvent entering,
      TracedEvent leaving,
      TracedEvent last,
      List<Conflict> conflicts) {
    static Shape of(Proof proof) {
      List<Conflict> conflicts = proof.conflicts();
      Conflict out = conflicts.get(0);
      Conflict back = conflicts.get(conflicts.size() - 1);
      return new Shape(
          out.source(), out.destination(), back.source(), back.destination(), conflicts);
    }

    /** What the kinds and targets of the events tell. */
    Optional<String> pattern() {
      if (isLocking(first) && isLocking(last)) {
        boolean isOne = first.target().equals(last.target());
        return Optional.of(isOne ? lockReleased(first.target()) : locksReleased());
      }
      if (!Op.isAccess(first.op()) || !Op.isAccess(last.op())) {
        return Optional.empty();
      }
      boolean isSame = first.target().equals(last.target());
      if (isLibrary(first) || isLibrary(last)) {
        return isSame ? compound() : Optional.empty();
      }
      return isSame ? oneVariable() : twoVariables();
    }

    /** Another thread has held it in between, so it was given back. */
    private String lockReleased(String lock) {
      return LOCK_RELEASED
          + ": the lock "
          + lock
          + " is held"
          + at(first)
          + " and again"
          + at(last)
          + ", but given back between; if both belong together, hold it across both";
    }

    private String locksReleased() {
      return LOCK_RELEASED
          + ": the lock "
          + first.target()
          + ", held"
          + at(first)
          + ", is given back before the lock "
          + last.target()
          + ", held"
          + at(last)
          + ", is taken; if what they guard belongs together, hold both at once, always taken in the"
          + " same order";
    }

    private Optional<String> compound() {
      boolean isAtomic = ATOMIC.matcher(first.target()).matches();
      if (!isAtomic && !MAP_KEY.matcher(first.target()).matches()) {
        return Optional.empty();
      }
      return Optional.of(
          "compound operation: each call on "
              + first.target()
              + " is atomic, but the one"
              + at(first)
              + " and the one"
              + at(last)
              + " together are not; consider "
              + (isAtomic ? "updateAndGet or compareAndSet" : "compute, merge or putIfAbsent"));
    }

    private Optional<String> oneVariable() {
      if (isWrite(first) || !isWrite(entering)) {
        return Optional.empty();
      }
      if (isWrite(last)) {
        return Optional.of(
            "lost update: "
                + first.target()
                + " was read"
                + at(first)
                + ", then changed by "
                + actor(entering)
                + at(entering)
                + ", then overwritten"
                + at(last)
                + "; make reading and writing one step: under one lock, or as one atomic update");
      }
      return Optional.of(
          "stale read: "
              + first.target()
              + " was read"
              + at(first)
              + ", then changed by "
              + actor(entering)
              + at(entering)
              + ", then read again"
              + at(last)
              + "; read it once and keep the value, or hold one lock across both reads");
    }

    private Optional<String> twoVariables() {
      if (!isWrite(first) && isWrite(last)) {
        return Optional.of(
            "check-then-act: "
                + first.target()
                + " was read"
                + at(first)
                + ", then changed by "
                + actor(entering)
                + at(entering)
                + " before "
                + last.target()
                + " was written"
                + at(last)
                + "; if the write depends on what was read, do both under one lock");
      }
      boolean isPair =
          isWrite(first) == isWrite(last)
              && isWrite(entering) != isWrite(first)
              && isWrite(leaving) != isWrite(last)
              && entering.thread().equals(leaving.thread())
              && conflicts.size() == 2;
      return isPair
          ? Optional.of(
              "torn pair: "
                  + first.target()
                  + at(first)
                  + " and "
                  + last.target()
                  + at(last)
                  + " are "
                  + (isWrite(first) ? "written" : "read")
                  + " one after the other, and "
                  + actor(entering)
                  + (isWrite(first) ? " read" : " wrote")
                  + " both in between; if they belong together, guard both with one lock")
          : Optional.empty();
    }

    /** What the locks tell that are held at two accesses of a variable. */
    Optional<String> guards() {
      for (Conflict conflict : List.of(conflicts.get(0), conflicts.get(conflicts.size() - 1))) {
        TracedEvent one = conflict.source();
        TracedEvent other = conflict.destination();
        if (isPlainAccess(one)
            && isPlainAccess(other)
            && one.locks().isPresent()
            && other.locks().isPresent()) {
          return guards(one, other, one.locks().get(), other.locks().get());
        }
      }
      return Optional.empty();
    }

    private Optional<String> guards(
        TracedEvent one, TracedEvent other, List<String> ofOne, List<String> ofOther) {
      Optional<String> common = ofOne.stream().filter(ofOther::contains).findFirst();
      if (common.isPresent()) {
        boolean isHeldTwice = isHeld(common.get(), first) && isHeld(common.get(), last);
        return isHeldTwice ? Optional.of(lockReleased(common.get())) : Optional.empty();
      }
      if (ofOne.isEmpty() && ofOther.isEmpty()) {
        return Optional.of(
            "unlocked access: no lock is held where "
                + one.target()
                + " is "
                + done(one)
                + at(one)
                + " and "
                + done(other)
                + at(other)
                + "; guard it with one lock everywhere");
      }
      if (ofOne.isEmpty() || ofOther.isEmpty()) {
        TracedEvent unlocked = ofOne.isEmpty() ? one : other;
        TracedEvent locked = ofOne.isEmpty() ? other : one;
        return Optional.of(
            "unlocked access: "
                + one.target()
                + " is "
                + done(unlocked)
                + " without a lock"
                + at(unlocked)
                + ", but "
                + done(locked)
                + " under "
                + String.join(", ", ofOne.isEmpty() ? ofOther : ofOne)
                + at(locked)
                + "; guard it with one lock everywhere");
      }
      return Optional.of(
          "different locks: "
              + one.target()
              + " is "
              + done(one)
              + " under "
              + String.join(", ", ofOne)
              + at(one)
              + ", but "
              + done(other)
              + " under "
              + String.join(", ", ofOther)
              + at(other)
              + "; guard it with one lock everywhere");
    }

    private static boolean isLocking(TracedEvent event) {
      return event.op() == Op.ACQUIRE || event.op() == Op.RELEASE;
    }

    private static boolean isHeld(String lock, TracedEvent event) {
      return event.locks().orElse(List.of()).contains(lock);
    }

    /** Volatile variables and objects of the library are often used without a lock on purpose. */
    private static boolean isPlainAccess(TracedEvent event) {
      return (event.op() == Op.READ || event.op() == Op.WRITE) && !isLibrary(event);
    }

    private static boolean isLibrary(TracedEvent event) {
      return ATOMIC.matcher(event.target()).matches() || PART.matcher(event.target()).matches();
    }

    private static boolean isWrite(TracedEvent event) {
      return Op.isWrite(event.op());
    }

    private static String done(TracedEvent event) {
      return isWrite(event) ? "written" : "read";
    }

    private static String actor(TracedEvent event) {
      return event.block().map(Names::classAndMethod).orElse(event.thread());
    }

    private static String at(TracedEvent event) {
      return event.location().map(location -> " at " + Names.place(location)).orElse("");
    }
  }
}

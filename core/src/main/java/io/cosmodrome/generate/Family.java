package io.cosmodrome.generate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Kinds of traces, each a set of {@link GeneratorOptions} with a name that users know. */
public enum Family {
  RANDOM("everything mixed on few variables and locks; small traces are often non-serializable"),
  LOCK_DISCIPLINED("every shared access under its lock, two-phase in each block; serializable"),
  THREAD_LOCAL("at least 95 % of accesses to the thread's own variables; serializable"),
  MANY_VARIABLES("lock-disciplined on a million variables; serializable"),
  LONG_TRANSACTION("one transaction spans the trace and reaches all the short ones; serializable"),
  UNARY_HEAVY("most events outside blocks, lock-disciplined; serializable"),
  SHORT_THREADS("threads that are forked, run for some dozen events and are joined; serializable"),
  LATE_VIOLATION("lock-disciplined with exactly one violated block, planted near the end"),
  NON_INCREASING("lock-disciplined with one planted cycle: non-serializable, no violated block"),
  DEEP_NESTING("everything mixed in long blocks, nested up to 24 deep"),
  FORK_JOIN("everything mixed in a tree of threads, each joined by its parent"),
  STM("blocks of a memory transaction: no locks, ended by commit or abort");

  private final String description;

  Family(String description) {
    this.description = description;
  }

  /** What it is, in one line. */
  public String description() {
    return description;
  }

  /** How users write it: {@code lock-disciplined}. */
  public String displayName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The family of this display name. */
  public static Family named(String name) {
    for (Family family : values()) {
      if (family.displayName().equals(name)) {
        return family;
      }
    }
    throw new IllegalArgumentException("unknown family \"" + name + "\"; known: " + names());
  }

  public static List<String> names() {
    return Arrays.stream(values()).map(Family::displayName).toList();
  }

  /** The family's own settings; {@code basis} is a small random trace. */
  GeneratorOptions applyTo(GeneratorOptions basis) {
    GeneratorOptions disciplined =
        basis
            .withDisciplined(true)
            .withThreads(8)
            .withVariables(1000)
            .withLocks(64)
            .withNesting(2)
            .withBlockLength(24)
            .withBursts(16)
            .withSharing(0.5)
            .withVolatileShare(0.02)
            .withBarrierShare(0.001)
            .withUnaryShare(0.1)
            .withForkJoin(ForkJoin.OFF);
    return switch (this) {
      case RANDOM -> basis;
      case LOCK_DISCIPLINED -> disciplined;
      case THREAD_LOCAL -> disciplined.withVariables(10_000).withSharing(0.04);
      case MANY_VARIABLES -> disciplined.withVariables(1_000_000).withLocks(1000);
      case LONG_TRANSACTION -> disciplined.withLongTransaction(true);
      case UNARY_HEAVY -> disciplined.withUnaryShare(0.9);
      case SHORT_THREADS -> disciplined.withThreads(16).withForkJoin(ForkJoin.ANY).withLifetime(50);
      case LATE_VIOLATION -> disciplined.withPlant(Plant.VIOLATION);
      case NON_INCREASING -> disciplined.withPlant(Plant.CYCLE);
      case DEEP_NESTING ->
          basis.withNesting(24).withBlockLength(200).withVariables(40).withBursts(8);
      case FORK_JOIN -> basis.withForkJoin(ForkJoin.TREE).withThreads(12).withLifetime(30);
      case STM -> basis.withMemoryTransactions(true).withLocks(0).withVariables(30);
    };
  }
}

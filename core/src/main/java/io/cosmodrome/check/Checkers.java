package io.cosmodrome.check;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The engines, in the order in which users see them. */
public final class Checkers {
  private static final Set<Guarantee> EVERYTHING = EnumSet.allOf(Guarantee.class);
  private static final Set<Guarantee> NO_BLAME =
      EnumSet.of(Guarantee.TRACE, Guarantee.FIRST_CYCLE_EVENT, Guarantee.WITNESS);
  private static final Set<Guarantee> NO_WITNESS =
      EnumSet.complementOf(EnumSet.of(Guarantee.WITNESS));
  private static final Set<Guarantee> TRACE_ONLY = EnumSet.of(Guarantee.TRACE);

  public static final List<CheckerSpec> ALL =
      List.of(
          new CheckerSpec(
              "frontier",
              "both verdicts, every block, with witnesses; one pass, no clocks, no graph",
              EVERYTHING,
              FrontierChecker::new),
          new CheckerSpec(
              "frontier-parallel",
              "frontier in two stages, for several cores: the same findings",
              EVERYTHING,
              FrontierParallelChecker::new),
          new CheckerSpec(
              "oracle",
              "the definitions themselves: all pairs of events, for traces of some thousand events",
              EVERYTHING,
              OracleChecker::new),
          new CheckerSpec(
              "velodrome",
              "graph of transactions, as in the paper; blames blocks, but misses some",
              NO_BLAME,
              options -> new VelodromeChecker(options, VelodromeChecker.Mode.PAPER)),
          new CheckerSpec(
              "velodrome-all",
              "graph of transactions that keeps all edges and so misses no blame",
              EVERYTHING,
              options -> new VelodromeChecker(options, VelodromeChecker.Mode.ALL_EDGES)),
          new CheckerSpec(
              "aerodrome",
              "vector clocks, shared and collected: whether the trace is serializable",
              TRACE_ONLY,
              AeroDromeChecker::new),
          new CheckerSpec(
              "aerodrome-basic",
              "vector clocks as first printed: every end of a transaction walks all variables",
              TRACE_ONLY,
              AeroDromeBasicChecker::new),
          new CheckerSpec(
              "regiontrack",
              "both verdicts, every block; vector clocks of subregions and of transactions",
              NO_WITNESS,
              RegionTrackChecker::new),
          new CheckerSpec(
              "doublechecker",
              "imprecise graph, then precise replay of its cycles; blames too many blocks",
              TRACE_ONLY,
              DoubleChecker::new));

  /** Not for users: {@code velodrome} as it would be without merging, to measure the difference. */
  public static final CheckerSpec VELODROME_WITHOUT_MERGE =
      new CheckerSpec(
          "velodrome-without-merge",
          "velodrome with a node for every event outside blocks",
          NO_BLAME,
          options -> new VelodromeChecker(options, VelodromeChecker.Mode.PAPER_WITHOUT_MERGE));

  /** The engine that runs unless the user names another. */
  public static final CheckerSpec DEFAULT = ALL.get(0);

  private Checkers() {}

  /** The engine of this name. */
  public static CheckerSpec named(String name) {
    for (CheckerSpec spec : ALL) {
      if (spec.name().equals(name)) {
        return spec;
      }
    }
    throw new IllegalArgumentException("unknown engine \"" + name + "\"; known: " + names());
  }

  public static List<String> names() {
    return ALL.stream().map(CheckerSpec::name).toList();
  }
}

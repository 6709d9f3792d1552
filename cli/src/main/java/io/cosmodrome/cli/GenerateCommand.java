package io.cosmodrome.cli;

import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.ForkJoin;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.generate.TraceGenerator;
import io.cosmodrome.report.Text;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code cosmodrome generate}: made-up traces, the same for the same options. */
@Command(
    name = "generate",
    description = {
      "Makes up a well-formed trace: the same options and seed always give the same one.",
      "Start from a family and change what matters."
    })
final class GenerateCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--family",
      paramLabel = "NAME",
      completionCandidates = Choices.Families.class,
      description = "What kind of trace. Default: random.")
  private Family family = Family.RANDOM;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "Where to write it; the suffix tells the format; - is the standard output.")
  private String output = "";

  @Option(
      names = "--to",
      paramLabel = "NAME",
      completionCandidates = Choices.Formats.class,
      description = "The format.")
  private Optional<TraceFormat> to = Optional.empty();

  @Option(
      names = {"-f", "--force"},
      description = "Overwrite FILE if it exists.")
  private boolean force;

  @Option(names = "--seed", paramLabel = "N", description = "Which of all such traces. Default: 1.")
  private Optional<Long> seed = Optional.empty();

  @Option(names = "--events", paramLabel = "N", description = "How many events. Default: 1000.")
  private Optional<Long> events = Optional.empty();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads at once, 2 to 200.")
  private Optional<Integer> threads = Optional.empty();

  @Option(names = "--variables", paramLabel = "N", description = "How many variables.")
  private Optional<Integer> variables = Optional.empty();

  @Option(names = "--locks", paramLabel = "N", description = "How many locks.")
  private Optional<Integer> locks = Optional.empty();

  @Option(names = "--nesting", paramLabel = "N", description = "How deep blocks nest, from 1.")
  private Optional<Integer> nesting = Optional.empty();

  @Option(
      names = "--block-length",
      paramLabel = "N",
      description = "Mean number of events in an outermost block.")
  private Optional<Integer> blockLength = Optional.empty();

  @Option(names = "--labels", paramLabel = "N", description = "How many block labels; 0 for none.")
  private Optional<Integer> labels = Optional.empty();

  @Option(
      names = "--locations",
      paramLabel = "N",
      description = "How many source locations; 0 for none.")
  private Optional<Integer> locations = Optional.empty();

  @Option(
      names = "--bursts",
      paramLabel = "N",
      description = "Mean number of events of a thread in a row.")
  private Optional<Integer> bursts = Optional.empty();

  @Option(
      names = "--lifetime",
      paramLabel = "N",
      description = "Mean number of events of a thread that is joined.")
  private Optional<Integer> lifetime = Optional.empty();

  @Option(
      names = "--unary-share",
      paramLabel = "0..1",
      description = "Share of events outside blocks.")
  private Optional<Double> unaryShare = Optional.empty();

  @Option(
      names = "--sharing",
      paramLabel = "0..1",
      description = "Share of accesses to shared variables.")
  private Optional<Double> sharing = Optional.empty();

  @Option(
      names = "--write-share",
      paramLabel = "0..1",
      description = "Share of accesses that write.")
  private Optional<Double> writeShare = Optional.empty();

  @Option(
      names = "--fork-join",
      paramLabel = "KIND",
      description = "Where threads come from: off, any or tree.")
  private Optional<ForkJoin> forkJoin = Optional.empty();

  @Option(
      names = "--open-blocks",
      negatable = true,
      description = "Whether the trace may end in the middle of blocks.")
  private Optional<Boolean> openBlocks = Optional.empty();

  @Option(
      names = "--reentrant",
      negatable = true,
      description = "Whether threads acquire locks that they hold.")
  private Optional<Boolean> reentrant = Optional.empty();

  GenerateCommand(Console console) {
    this.console = console;
  }

  /** Lets the help end with all families. */
  @Spec
  void setSpec(CommandSpec spec) {
    spec.usageMessage().footer(familyList());
  }

  private static String[] familyList() {
    StringBuilder text = new StringBuilder("\nFamilies:\n");
    for (Family family : Family.values()) {
      String description = Text.wrap(family.description(), " ".repeat(20));
      String name = family.displayName();
      text.append("  ").append(name).append(description.substring(2 + name.length()));
    }
    // picocli takes % for the start of a format specifier
    return text.toString().replace("%", "%%").split("\n");
  }

  @Override
  public Integer call() throws IOException {
    TraceOutput target = TraceOutput.of(output, to, force, console);
    target.write(generator(), () -> true);
    return ExitCode.OK;
  }

  private TraceGenerator generator() {
    GeneratorOptions options = GeneratorOptions.of(family);
    options = with(options, seed, GeneratorOptions::withSeed);
    options = with(options, events, GeneratorOptions::withEvents);
    options = with(options, threads, GeneratorOptions::withThreads);
    options = with(options, variables, GeneratorOptions::withVariables);
    options = with(options, locks, GeneratorOptions::withLocks);
    options = with(options, nesting, GeneratorOptions::withNesting);
    options = with(options, blockLength, GeneratorOptions::withBlockLength);
    options = with(options, labels, GeneratorOptions::withLabels);
    options = with(options, locations, GeneratorOptions::withLocations);
    options = with(options, bursts, GeneratorOptions::withBursts);
    options = with(options, lifetime, GeneratorOptions::withLifetime);
    options = with(options, unaryShare, GeneratorOptions::withUnaryShare);
    options = with(options, sharing, GeneratorOptions::withSharing);
    options = with(options, writeShare, GeneratorOptions::withWriteShare);
    options = with(options, forkJoin, GeneratorOptions::withForkJoin);
    options = with(options, openBlocks, GeneratorOptions::withOpenBlocks);
    options = with(options, reentrant, GeneratorOptions::withReentrant);
    try {
      return new TraceGenerator(options);
    } catch (IllegalArgumentException e) {
      throw new BadUsageException(String.valueOf(e.getMessage()));
    }
  }

  private static <T> GeneratorOptions with(
      GeneratorOptions options,
      Optional<T> value,
      BiFunction<GeneratorOptions, T, GeneratorOptions> change) {
    return value.isPresent() ? change.apply(options, value.get()) : options;
  }
}

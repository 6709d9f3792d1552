package io.cosmodrome.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.report.JsonLine;
import io.cosmodrome.report.Text;
import io.cosmodrome.trace.EventCounter;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.TraceStatistics;
import io.cosmodrome.trace.TraceStatistics.LabelCount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cosmodrome stats}: what traces are made of. */
@Command(name = "stats", description = "Tells what traces are made of.")
final class StatsCommand implements Callable<Integer> {
  private static final int LABELS_SHOWN = 20;

  private final Console console;

  @Parameters(arity = "1..*", paramLabel = "FILE|-", description = "Traces.")
  private List<String> inputs = new ArrayList<>();

  @Option(names = "--json", description = "Print a JSON object a line, for each trace.")
  private boolean json;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      completionCandidates = Choices.Formats.class,
      description = "The format of the traces.")
  private Optional<TraceFormat> format = Optional.empty();

  @Option(names = "--strict", description = "Refuse traces that are cut or damaged.")
  private boolean strict;

  StatsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    int exitCode = ExitCode.OK;
    for (String input : inputs) {
      if (!console.isOutputLost()) {
        exitCode = ExitCode.worst(exitCode, count(input));
      }
    }
    return exitCode;
  }

  private int count(String input) throws IOException {
    EventCounter counter = new EventCounter();
    ReadOptions reading = ReadOptions.DEFAULT.withStrict(strict);
    try (TraceFile file = InputFiles.open(input, format, console.in(), reading)) {
      file.replay(counter);
      TraceStatistics statistics = counter.statistics();
      if (json) {
        writeJson(input, statistics, file.symbols());
      } else {
        console.out().print(text(input, statistics, file.symbols()));
      }
      file.loss().ifPresent(loss -> console.err().println(input + ": not complete: " + loss));
      return file.loss().isPresent() ? ExitCode.UNKNOWN : ExitCode.OK;
    } catch (IOException e) {
      if (console.isOutputLost()) {
        throw e;
      }
      Problem problem = Problem.of(e);
      problem.print(console, input);
      return problem.exitCode();
    }
  }

  private static String text(String input, TraceStatistics statistics, Symbols symbols) {
    StringBuilder text = new StringBuilder(input).append('\n');
    line(text, "events", Text.number(statistics.events()));
    statistics
        .eventsByKind()
        .forEach(
            (kind, count) -> {
              if (count > 0) {
                line(text, "  " + kind, Text.number(count));
              }
            });
    line(text, "in blocks", Text.number(statistics.eventsInBlocks()));
    line(text, "threads", Text.number(statistics.threads()));
    line(
        text,
        "variables",
        Text.number(statistics.variables())
            + ", "
            + Text.percent(statistics.localVariableShare())
            + " used by one thread only ("
            + Text.percent(statistics.localAccessShare())
            + " of accesses)");
    line(text, "locks", Text.number(statistics.locks()));
    line(
        text,
        "blocks",
        Text.number(statistics.blocks()) + ", nested " + statistics.maxDepth() + " deep");
    List<LabelCount> labels = new ArrayList<>(statistics.blocksByLabel());
    labels.sort(Comparator.comparingLong(LabelCount::blocks).reversed());
    for (LabelCount label : labels.subList(0, Math.min(LABELS_SHOWN, labels.size()))) {
      line(
          text,
          "  " + name(symbols, label.label()).orElse("(no label)"),
          Text.number(label.blocks()));
    }
    if (labels.size() > LABELS_SHOWN) {
      text.append("  ... and ")
          .append(Text.count(labels.size() - LABELS_SHOWN, "more label"))
          .append("; --json lists all\n");
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String what, String figure) {
    text.append("  ").append(what).append(" ".repeat(Math.max(1, 16 - what.length())));
    text.append(figure).append('\n');
  }

  private void writeJson(String input, TraceStatistics statistics, Symbols symbols)
      throws IOException {
    try (JsonLine line = new JsonLine(console.rawOut())) {
      JsonGenerator json = line.json();
      json.writeNumberField("format", JsonReport.FORMAT);
      json.writeStringField("trace", input);
      json.writeNumberField("events", statistics.events());
      json.writeObjectFieldStart("eventsByKind");
      for (Map.Entry<String, Long> kind : statistics.eventsByKind().entrySet()) {
        json.writeNumberField(kind.getKey(), kind.getValue());
      }
      json.writeEndObject();
      json.writeNumberField("eventsInBlocks", statistics.eventsInBlocks());
      json.writeNumberField("threads", statistics.threads());
      json.writeNumberField("variables", statistics.variables());
      json.writeNumberField("localVariables", statistics.localVariables());
      json.writeNumberField("localAccesses", statistics.localAccesses());
      json.writeNumberField("locks", statistics.locks());
      json.writeNumberField("blocks", statistics.blocks());
      json.writeNumberField("maxDepth", statistics.maxDepth());
      json.writeArrayFieldStart("labels");
      for (LabelCount label : statistics.blocksByLabel()) {
        json.writeStartObject();
        Optional<String> name = name(symbols, label.label());
        json.writeFieldName("label");
        if (name.isPresent()) {
          json.writeString(name.get());
        } else {
          json.writeNull();
        }
        json.writeNumberField("blocks", label.blocks());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }

  private static Optional<String> name(Symbols symbols, int label) {
    return label == Symbols.NONE ? Optional.empty() : Optional.of(symbols.labels().name(label));
  }
}

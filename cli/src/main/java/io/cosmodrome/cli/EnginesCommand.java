package io.cosmodrome.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.check.Guarantee;
import io.cosmodrome.report.JsonLine;
import io.cosmodrome.report.Text;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cosmodrome engines}: what can be given to {@code check --engine}. */
@Command(
    name = "engines",
    description = "Lists the engines of `check --engine` and what each gets exactly right.")
final class EnginesCommand implements Callable<Integer> {
  private final Console console;

  @Option(names = "--json", description = "Print a JSON object a line, for each engine.")
  private boolean json;

  EnginesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    for (CheckerSpec engine : Checkers.ALL) {
      if (json) {
        writeJson(engine);
      } else {
        console.out().print(text(engine));
      }
    }
    return ExitCode.OK;
  }

  private static String text(CheckerSpec engine) {
    StringBuilder text = new StringBuilder(engine.name());
    if (engine.equals(Checkers.DEFAULT)) {
      text.append("  (default)");
    }
    text.append('\n').append(Text.wrap(engine.summary(), "  "));
    for (Guarantee guarantee : Guarantee.values()) {
      text.append(engine.guarantees(guarantee) ? "  + " : "  - ");
      text.append(describe(guarantee)).append('\n');
    }
    return text.toString();
  }

  private static String describe(Guarantee guarantee) {
    return switch (guarantee) {
      case TRACE -> "whether the trace is serializable";
      case FIRST_CYCLE_EVENT -> "the first event at which it is not";
      case TRANSACTIONS -> "which outermost blocks are violated";
      case NESTED_BLOCKS -> "which nested blocks are violated";
      case WITNESS -> "a witness of its own for every verdict";
    };
  }

  private void writeJson(CheckerSpec engine) throws IOException {
    try (JsonLine line = new JsonLine(console.rawOut())) {
      JsonGenerator json = line.json();
      json.writeNumberField("format", JsonReport.FORMAT);
      json.writeStringField("engine", engine.name());
      json.writeStringField("summary", engine.summary());
      json.writeBooleanField("default", engine.equals(Checkers.DEFAULT));
      json.writeArrayFieldStart("guarantees");
      for (Guarantee guarantee : Guarantee.values()) {
        if (engine.guarantees(guarantee)) {
          json.writeString(guarantee.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
      }
      json.writeEndArray();
    }
  }
}

package io.cosmodrome.cli;

import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.format.TraceFormats;
import io.cosmodrome.generate.Family;
import io.cosmodrome.report.ReportFormats;
import io.cosmodrome.report.Text;
import io.cosmodrome.spec.NamePattern;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** How words on the command line become values of ours, and what to say if they do not. */
final class Choices {
  private Choices() {}

  /** What the shell offers for {@code --engine}. */
  static final class Engines extends Candidates {
    Engines() {
      super(Checkers.names());
    }
  }

  /** What the shell offers for {@code --format} and {@code --to}. */
  static final class Formats extends Candidates {
    Formats() {
      super(TraceFormats.names());
    }
  }

  /** What the shell offers for {@code --family}. */
  static final class Families extends Candidates {
    Families() {
      super(Family.names());
    }
  }

  /** What the shell offers for {@code --report}. */
  static final class Reports extends Candidates {
    Reports() {
      super(ReportFormats.names());
    }
  }

  private abstract static class Candidates implements Iterable<String> {
    private final List<String> names;

    Candidates(List<String> names) {
      this.names = names;
    }

    @Override
    public Iterator<String> iterator() {
      return names.iterator();
    }
  }

  static void register(CommandLine line) {
    line.registerConverter(
        CheckerSpec.class, name -> choose(name, Checkers.names(), Checkers::named));
    line.registerConverter(
        TraceFormat.class, name -> choose(name, TraceFormats.names(), TraceFormats::named));
    line.registerConverter(Family.class, name -> choose(name, Family.names(), Family::named));
    line.registerConverter(NamePattern.class, name -> choose(name, List.of(), NamePattern::of));
  }

  private static <T> T choose(String name, List<String> known, Function<String, T> find) {
    try {
      return find.apply(name);
    } catch (IllegalArgumentException e) {
      String hint =
          Text.nearest(name, known).map(guess -> "; did you mean " + guess + "?").orElse("");
      throw new TypeConversionException(e.getMessage() + hint);
    }
  }
}

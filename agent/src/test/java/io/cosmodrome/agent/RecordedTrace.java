package io.cosmodrome.agent;

import io.cosmodrome.analysis.Analysis;
import io.cosmodrome.analysis.AnalysisOptions;
import io.cosmodrome.analysis.TraceVerdict;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.Violation;
import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormats;
import io.cosmodrome.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The trace of a run, and what the default engine says about it. */
record RecordedTrace(Path file, TraceVerdict result) {

  /** The only trace in a directory. */
  static RecordedTrace in(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> traces = files.filter(file -> file.toString().endsWith(".cdt")).toList();
      if (traces.size() != 1) {
        throw new IOException("expected one trace, found " + traces);
      }
      return check(traces.get(0));
    }
  }

  /** Checks a trace; one that no run can have is an exception. */
  static RecordedTrace check(Path file) throws IOException {
    AnalysisOptions options =
        AnalysisOptions.DEFAULT.withCheck(CheckOptions.DEFAULT.withLimit(Integer.MAX_VALUE));
    try (TraceFile trace = TraceFormats.open(file, ReadOptions.DEFAULT)) {
      return new RecordedTrace(file, Analysis.check(trace, options));
    }
  }

  Verdict verdict() {
    return result.verdict();
  }

  long events() {
    return result.engines().get(0).result().events();
  }

  /** Whether the file says that the trace is not whole. */
  boolean isCut() throws IOException {
    try (TraceFile trace = TraceFormats.open(file, ReadOptions.DEFAULT)) {
      trace.replay((op, thread, target, location) -> {});
      return trace.loss().isPresent();
    }
  }

  /** The innermost violated blocks, as {@link ProgramRun#blocks} has them. */
  List<String> blocks() {
    List<Violation> all = result.engines().get(0).result().violations();
    return all.stream()
        .filter(violation -> all.stream().noneMatch(other -> isInside(other, violation)))
        .map(violation -> result.symbols().labels().name(violation.label()))
        .map(ProgramRun::shorten)
        .distinct()
        .sorted()
        .toList();
  }

  private static boolean isInside(Violation inner, Violation outer) {
    return inner.thread() == outer.thread()
        && inner.at() == outer.at()
        && inner.depth() > outer.depth();
  }

  /** All events as text, one a line: for small traces. */
  String text() throws IOException {
    try (TraceFile trace = TraceFormats.open(file, ReadOptions.DEFAULT)) {
      Trace copy = new Trace(trace.symbols());
      trace.replay(copy);
      return copy.toString();
    }
  }
}

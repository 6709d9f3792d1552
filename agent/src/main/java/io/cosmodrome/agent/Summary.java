package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.Coverage;
import io.cosmodrome.agent.runtime.Finding;
import io.cosmodrome.agent.runtime.Finding.Step;
import io.cosmodrome.agent.runtime.Recorder;
import io.cosmodrome.agent.runtime.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is said at the end of a run: the findings, the verdict and what it rests on. */
final class Summary {
  private static final int WIDTH = 100;
  private static final int SHOWN_SKIPPED = 3;

  private final RunResult result;
  private final Coverage coverage;
  private final boolean verbose;

  Summary(RunResult result, Coverage coverage, boolean verbose) {
    this.result = result;
    this.coverage = coverage;
    this.verbose = verbose;
  }

  String verdict() {
    if (!result.findings().isEmpty()) {
      return "VIOLATION";
    }
    return doubts().isEmpty() ? "OK" : "UNKNOWN";
  }

  /** Why the absence of findings may mean nothing. */
  private List<String> doubts() {
    List<String> doubts = new ArrayList<>();
    if (coverage.classes() == 0) {
      doubts.add("no class was instrumented: is the option include right?");
    } else if (result.threads() < 2) {
      doubts.add("no two threads ran blocks that are meant to be atomic");
    }
    if (!coverage.skipped().isEmpty()) {
      doubts.add(coverage.skipped().size() + " classes or methods could not be instrumented");
    }
    if (coverage.unresolvedAccesses() > 0) {
      doubts.add(coverage.unresolvedAccesses() + " accesses to classes that cannot be found");
    }
    if (result.failures() > 0) {
      doubts.add(result.describeFailures());
    }
    return doubts;
  }

  // ---- console ----

  String console() {
    StringBuilder text = new StringBuilder();
    result.findings().forEach(finding -> describe(finding, text));
    text.append("cosmodrome: ").append(verdict());
    if (result.findings().isEmpty()) {
      text.append(doubts().isEmpty() ? ": no violation observed" : ": " + doubts().get(0));
    } else {
      text.append(": ").append(count(result.findings().size(), "finding"));
    }
    text.append('\n');
    basis(text);
    return text.toString();
  }

  /** What is said after a recording; the verdict is left to whoever checks the trace. */
  String console(Recorder.Result recorded, Path trace) {
    StringBuilder text = new StringBuilder();
    text.append("cosmodrome: recorded ")
        .append(count(recorded.events(), "event"))
        .append(" of ")
        .append(count(recorded.threads(), "thread"))
        .append("; to check them: cosmodrome check ")
        .append(trace)
        .append('\n');
    if (recorded.problem() != null) {
      text.append("cosmodrome: the trace is not whole: ").append(recorded.problem()).append('\n');
    }
    basis(text);
    return text.toString();
  }

  private void basis(StringBuilder text) {
    List<String> skipped = coverage.skipped();
    text.append(
        String.format(
            Locale.ROOT,
            "instrumented %s (%,d skipped%s); %s ran on %s; %s met another thread's%n",
            count(coverage.classes(), "class"),
            skipped.size(),
            skipped.isEmpty() ? "" : ": " + skipped.get(0),
            count(result.blocks(), "block"),
            count(result.threads(), "thread"),
            count(result.conflicts(), "event")));
    if (verbose) {
      skipped.forEach(what -> text.append("skipped ").append(what).append('\n'));
      doubts().forEach(doubt -> text.append("doubt: ").append(doubt).append('\n'));
    } else if (skipped.size() > SHOWN_SKIPPED) {
      text.append("verbose=true lists all that was skipped\n");
    }
  }

  private static String count(long number, String noun) {
    String plural = noun.endsWith("s") ? noun + "es" : noun + "s";
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? noun : plural);
  }

  private static void describe(Finding finding, StringBuilder text) {
    String subject =
        finding.rule().equals("ATOM001")
            ? shortName(finding.block()) + " is not atomic"
            : "a cycle through " + shortName(finding.block()) + " is not serializable";
    String head = finding.rule() + " " + subject + "  (" + finding.location() + ")";
    String tail = "[" + finding.fingerprint().substring(0, 4) + "] " + finding.count() + "x";
    text.append(head)
        .append(" ".repeat(Math.max(1, WIDTH - head.length() - tail.length())))
        .append(tail)
        .append('\n');
    lanes(finding, text);
    finding
        .around()
        .forEach(
            block ->
                text.append("  also not atomic because of this: ")
                    .append(shortName(block))
                    .append('\n'));
  }

  private static void lanes(Finding finding, StringBuilder text) {
    List<String> threads = finding.steps().stream().map(Step::thread).distinct().toList();
    int width = Math.max(20, (WIDTH - 3) / threads.size() - 3);
    List<String> heads = new ArrayList<>();
    for (String thread : threads) {
      String method =
          finding.steps().stream()
              .filter(step -> step.thread().equals(thread) && !step.method().isEmpty())
              .map(step -> shortName(step.method()))
              .findFirst()
              .orElse("");
      heads.add(thread + "  " + method);
    }
    row(heads, width, text);
    List<Step> shown = new ArrayList<>();
    for (Step step : finding.steps()) {
      if (shown.isEmpty() || !shown.get(shown.size() - 1).equals(step)) {
        shown.add(step);
        List<String> cells = new ArrayList<>();
        threads.forEach(
            thread -> cells.add(thread.equals(step.thread()) ? event(step, width) : ""));
        row(cells, width, text);
      }
    }
  }

  private static String event(Step step, int width) {
    String what = (step.op() + " " + step.what()).strip();
    String line = step.location().substring(step.location().lastIndexOf(':') + 1);
    String place = step.location().contains(":") ? ":" + line : step.location();
    return fit(what, width - place.length() - 1) + " " + place;
  }

  private static void row(List<String> cells, int width, StringBuilder text) {
    text.append("  |");
    cells.forEach(cell -> text.append(' ').append(fit(cell, width)).append(" |"));
    text.append('\n');
  }

  private static String fit(String text, int width) {
    return text.length() > width
        ? text.substring(0, width)
        : text + " ".repeat(width - text.length());
  }

  /** {@code Bank.transfer} of {@code com.acme.Bank.transfer(Account,int)}. */
  private static String shortName(String label) {
    String name = label.substring(0, Math.max(0, label.indexOf('(')));
    int dot = name.lastIndexOf('.', name.lastIndexOf('.') - 1);
    return name.substring(dot + 1);
  }

  // ---- JSON ----

  String json() {
    List<String> findings = new ArrayList<>();
    for (Finding finding : result.findings()) {
      List<String> steps = new ArrayList<>();
      for (Step step : finding.steps()) {
        steps.add(
            object(
                "thread", text(step.thread()),
                "op", text(step.op()),
                "what", text(step.what()),
                "method", text(step.method()),
                "location", text(step.location())));
      }
      findings.add(
          "\n"
              + object(
                  "rule", text(finding.rule()),
                  "id", text(finding.fingerprint()),
                  "block", text(finding.block()),
                  "location", text(finding.location()),
                  "thread", text(finding.thread()),
                  "count", Long.toString(finding.count()),
                  "around", array(finding.around().stream().map(Summary::text).toList()),
                  "steps", array(steps)));
    }
    return object(
            "verdict", text(verdict()),
            "doubts", array(doubts().stream().map(Summary::text).toList()),
            "classes", Integer.toString(coverage.classes()),
            "skipped", array(coverage.skipped().stream().map(Summary::text).toList()),
            "blocks", Long.toString(result.blocks()),
            "threads", Integer.toString(result.threads()),
            "conflicts", Long.toString(result.conflicts()),
            "failures", Long.toString(result.failures()),
            "findings", array(findings))
        + "\n";
  }

  private static String object(String... keysAndValues) {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      members.add(text(keysAndValues[i]) + ":" + keysAndValues[i + 1]);
    }
    return "{" + String.join(",", members) + "}";
  }

  private static String array(List<String> values) {
    return "[" + String.join(",", values) + "]";
  }

  private static String text(String value) {
    StringBuilder text = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ') {
        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    return text.append('"').toString();
  }
}

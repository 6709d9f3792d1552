package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.ClassFilter;
import io.cosmodrome.agent.runtime.InlineRuntime;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.FindingText;
import io.cosmodrome.report.Status;
import io.cosmodrome.report.Style;
import io.cosmodrome.report.Text;
import io.cosmodrome.report.Triage;
import java.io.PrintStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells findings while the program runs: a line for each that was not seen before, and an event for
 * the JDK's flight recorder if that is at work.
 *
 * <p>All of it is done in a thread of its own, which sleeps until there is a finding. So no thread
 * of the program prints, or waits for who does. Lines come at most once a second, a second after
 * the first finding: a program that is over by then has its report only.
 */
final class Announcements {
  private static final String NAME = "cosmodrome: ";
  private static final String CONTROL = ClassFilter.CONTROL.replace('/', '.');
  private static final int SHOWN = 10; // lines a time
  private static final long INTERVAL_NANOS = 1_000_000_000;

  private final InlineRuntime runtime;
  private final Triage triage;
  private final PrintStream messages;
  private final Style style;
  private final boolean isQuiet;
  private boolean isOver; // guarded by this

  Announcements(
      InlineRuntime runtime, Triage triage, PrintStream messages, Style style, boolean isQuiet) {
    this.runtime = runtime;
    this.triage = triage;
    this.messages = messages;
    this.style = style;
    this.isQuiet = isQuiet;
  }

  void start() {
    OwnThreads.start("cosmodrome", this::run);
  }

  /** Tells nothing any more: the report is about to. */
  synchronized void stop() {
    isOver = true;
  }

  private void run() {
    Set<String> untold = new LinkedHashSet<>(); // signatures
    long due = 0;
    try {
      while (true) {
        long rest = untold.isEmpty() ? 0 : Math.max(1, (due - System.nanoTime()) / 1_000_000);
        for (Finding finding : runtime.awaitFresh(rest)) {
          if (!finding.block().orElse("").startsWith(CONTROL)) {
            FlightRecords.add(finding);
            if (untold.isEmpty()) {
              due = System.nanoTime() + INTERVAL_NANOS;
            }
            untold.add(finding.signature());
          }
        }
        if (!untold.isEmpty() && System.nanoTime() >= due) {
          tell(untold);
          untold.clear();
        }
      }
    } catch (InterruptedException e) {
      // somebody wants all threads to end; the report is still to come
    }
  }

  private void tell(Set<String> signatures) {
    List<Finding> findings =
        runtime.result().findings().stream()
            .filter(finding -> signatures.contains(finding.signature()))
            .map(triage::judged)
            .filter(finding -> finding.status() == Status.NEW)
            .toList();
    StringBuilder text = new StringBuilder();
    int shown = Math.min(SHOWN, findings.size());
    for (Finding finding : findings.subList(0, shown)) {
      text.append(NAME).append(FindingText.line(finding, style, NAME.length())).append('\n');
    }
    if (shown < findings.size()) {
      int others = findings.size() - shown;
      text.append(NAME).append("... and ").append(Text.count(others, "more finding")).append('\n');
    }
    synchronized (this) {
      if (!isOver && !isQuiet) {
        messages.print(text);
        messages.flush();
      }
    }
  }
}

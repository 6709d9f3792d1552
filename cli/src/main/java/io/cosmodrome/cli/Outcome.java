package io.cosmodrome.cli;

import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.report.Report;
import java.io.IOException;
import java.util.Optional;

/**
 * What came of one trace, ready to be printed when it is its turn.
 *
 * @param verdict empty if the trace could not be checked
 * @param report not there if nobody wants one
 * @param exitCode what the process would return for this trace alone
 * @param printing prints it; called at most once
 */
record Outcome(
    Optional<Verdict> verdict, Optional<Report> report, int exitCode, Printing printing) {

  @FunctionalInterface
  interface Printing {
    void print() throws IOException;
  }
}

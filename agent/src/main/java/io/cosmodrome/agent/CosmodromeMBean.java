package io.cosmodrome.agent;

/** What tools for management see of a run; public because they have to. */
public interface CosmodromeMBean {
  /** {@code OK}, {@code VIOLATION} or {@code UNKNOWN}, so far. */
  String getVerdict();

  /** How many different findings there are that count. */
  long getNewFindings();

  /** A line for each of those. */
  String[] getFindingLines();

  /** How many blocks have run. */
  long getBlocks();

  /** On how many threads. */
  long getThreads();

  /** What was left out on purpose. */
  String[] getLimits();

  /** Writes the report as it is now, in all formats that were asked for; where it is. */
  String writeReport();
}

package io.cosmodrome.agent.runtime;

/** Where variables are remembered that are reached by calls, not by instructions. */
public interface Cell {
  /**
   * The thread reads a variable.
   *
   * @param element which of the variables there, if there are several
   */
  void read(int element, MonitoredThread me, int site);

  void write(int element, MonitoredThread me, int site);
}

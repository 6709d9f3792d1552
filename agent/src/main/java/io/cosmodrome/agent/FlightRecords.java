package io.cosmodrome.agent;

import io.cosmodrome.report.Finding;
import jdk.jfr.FlightRecorder;

/**
 * Findings as events of the JDK's flight recorder, if that is at work and there is one. Nothing of
 * the recorder is initialized for them: its start takes longer than ours.
 */
final class FlightRecords {
  private static boolean isBroken; // then it is left alone

  private FlightRecords() {}

  /** Adds an event; only from one thread. */
  static void add(Finding finding) {
    try {
      if (!isBroken && FlightRecorder.isInitialized()) {
        ViolationEvent.tell(finding);
      }
    } catch (RuntimeException | LinkageError e) {
      isBroken = true; // a JDK without the recorder
    }
  }
}

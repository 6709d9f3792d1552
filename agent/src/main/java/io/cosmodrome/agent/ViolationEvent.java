package io.cosmodrome.agent;

import io.cosmodrome.report.Finding;
import io.cosmodrome.report.Proof;
import io.cosmodrome.report.Sentence;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A finding that was not seen before, for the flight recorder; see docs/agent.md for its fields.
 */
@Name("io.cosmodrome.Violation")
@Label("Atomicity Violation")
@Category("Cosmodrome")
@Description("A block that is meant to be atomic was not, in a way that was not seen before")
@StackTrace(false) // it would be that of our own thread
final class ViolationEvent extends Event {
  @Label("Rule")
  String rule = "";

  @Label("Block")
  String block = "";

  @Label("Location")
  String location = "";

  @Label("Variable")
  @Description("What the block shares with whoever came in between")
  String variable = "";

  @Label("Thread of the Block")
  String blockThread = "";

  @Label("Fingerprint")
  String fingerprint = "";

  @Label("Sentence")
  String sentence = "";

  static void tell(Finding finding) {
    ViolationEvent event = new ViolationEvent();
    if (event.isEnabled()) {
      event.rule = finding.rule();
      event.block = finding.block().orElse("");
      event.location = finding.location().orElse("");
      event.variable =
          finding.proof().map(proof -> proof.conflicts().get(0).source().target()).orElse("");
      event.blockThread = finding.proof().map(Proof::thread).orElse("");
      event.fingerprint = finding.fingerprint();
      event.sentence = Sentence.of(finding);
      event.commit();
    }
  }
}

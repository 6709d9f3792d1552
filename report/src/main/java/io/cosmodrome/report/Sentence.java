package io.cosmodrome.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A finding in one sentence that needs nothing beside it, and its parts. */
public final class Sentence {
  private Sentence() {}

  /** What happened, for somebody who sees nothing else. */
  public static String of(Finding finding) {
    return finding
        .proof()
        .map(proof -> words(finding, proof).sentence())
        .orElseGet(
            () ->
                finding.rule().equals(Finding.CYCLE)
                    ? "No serial order of the blocks explains this run."
                    : subject(finding) + " is not atomic.");
  }

  /** The proof in steps, of which the last contradicts the others. */
  static List<String> steps(Finding finding, Proof proof) {
    ProofWords words = words(finding, proof);
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < words.steps(); i++) {
      steps.add(words.step(i));
    }
    return steps;
  }

  private static ProofWords words(Finding finding, Proof proof) {
    return new ProofWords(finding, proof, UnaryOperator.identity());
  }

  /** What is not atomic, in a word. */
  static String subject(Finding finding) {
    return finding.rule().equals(Finding.CYCLE)
        ? "the run"
        : finding.block().map(Names::classAndMethod).orElse("a block without a label");
  }

  /** Who came between, by method where that is known. */
  static Set<String> others(Finding finding) {
    Set<String> others = new LinkedHashSet<>();
    for (Proof proof : finding.proof().stream().toList()) {
      ProofWords words = words(finding, proof);
      for (String thread : words.threads()) {
        if (!words.blamesBlock() || !thread.equals(words.leaving().thread())) {
          others.add(words.block(thread).map(Names::classAndMethod).orElse(thread));
        }
      }
    }
    return others;
  }
}

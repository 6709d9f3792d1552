package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.trace.Op;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.UnaryOperator;

/**
 * Graphs for Graphviz: one for the shortest proof of each finding. Nodes are the threads with what
 * they ran, edges the conflicts; the node of the block to blame has a double line.
 */
final class DotGraphs {
  private DotGraphs() {}

  static void write(Report report, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("// ").append(report.verdict()).append('\n');
    for (Finding finding : report.findings()) {
      finding.proof().ifPresent(proof -> append(text, finding, proof));
    }
    out.write(text.toString().getBytes(UTF_8));
  }

  private static void append(StringBuilder text, Finding finding, Proof proof) {
    text.append("\ndigraph ").append(quote(finding.rule() + "-" + finding.id())).append(" {\n");
    text.append("  label=").append(quote(Sentence.of(finding))).append(";\n");
    text.append("  node [shape=box, fontname=monospace];\n");
    text.append("  edge [fontname=monospace];\n");
    ProofWords words = new ProofWords(finding, proof, UnaryOperator.identity());
    for (String thread : words.threads()) {
      String ran = words.block(thread).map(label -> "\n" + Names.classAndMethod(label)).orElse("");
      boolean isBlamed = words.blamesBlock() && thread.equals(words.leaving().thread());
      text.append("  ")
          .append(quote(thread))
          .append(" [label=")
          .append(quote(thread + ran))
          .append(isBlamed ? ", peripheries=2" : "")
          .append("];\n");
    }
    for (Conflict conflict : proof.conflicts()) {
      text.append("  ")
          .append(quote(conflict.source().thread()))
          .append(" -> ")
          .append(quote(conflict.destination().thread()))
          .append(" [label=")
          .append(quote(act(conflict.source()) + "\n" + act(conflict.destination())))
          .append("];\n");
    }
    text.append("}\n");
  }

  private static String act(TracedEvent event) {
    String place = event.location().map(at -> " " + Names.place(at)).orElse("");
    return Op.NAMES.get(event.op()) + " " + event.target() + place;
  }

  /**
   * A string that Graphviz shows as it is: it would take backslashes and character entities for
   * something else, and cannot have control characters.
   */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      switch (letter) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '&' -> quoted.append("&amp;");
        case '\n' -> quoted.append("\\n");
        default -> quoted.append(Character.isISOControl(letter) ? '\uFFFD' : letter);
      }
    }
    return quoted.append('"').toString();
  }
}

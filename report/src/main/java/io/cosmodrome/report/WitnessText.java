package io.cosmodrome.report;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A witness for people: a lane for each thread, time downward, and the proof in a sentence.
 *
 * <pre>
 *   | worker-3  Bank.transfer | audit-1  Bank.audit     |
 *   | w Account#1.balance :33 |                         |
 *   |   ~ interrupted ~       | r Account#1.balance :22 |
 * </pre>
 *
 * At most 100 columns wide; with more threads than fit side by side it is a list.
 */
final class WitnessText {
  private static final String INDENT = "  ";
  private static final int NARROWEST_LANE = 16;
  private static final int LONGEST_WORD = 72; // in a sentence, which breaks at blanks only
  private static final String INTERRUPTED = "  ~ interrupted ~";

  private final ProofWords words;
  private final List<TracedEvent> events;
  private final List<String> threads;
  private final Style style;

  private WitnessText(ProofWords words, Style style) {
    this.words = words;
    this.events = words.events();
    this.threads = words.threads();
    this.style = style;
  }

  /** One of the proofs of a finding. */
  static WitnessText of(Finding finding, Proof proof, Style style) {
    return new WitnessText(
        new ProofWords(finding, proof, name -> Names.shorten(name, LONGEST_WORD, style)), style);
  }

  /** The picture, the sentence, and what is not certain about it, each line ended. */
  String render() {
    int room = (Text.WIDTH - INDENT.length() - 1) / threads.size() - 3;
    String doubt = words.doubt().map(note -> Text.wrap("note: " + note, INDENT)).orElse("");
    return (room < NARROWEST_LANE ? list() : lanes(room)) + sentence() + doubt;
  }

  private String lanes(int room) {
    int width = Math.min(room, naturalWidth());
    StringBuilder text = new StringBuilder();
    List<String> header = new ArrayList<>();
    for (String thread : threads) {
      header.add(Names.shorten(title(thread), width, style));
    }
    appendRow(text, header, width);
    boolean interrupted = !words.blamesBlock();
    long left = words.leaving().position();
    for (TracedEvent event : events) {
      List<String> cells = new ArrayList<>(Collections.nCopies(threads.size(), ""));
      int lane = threads.indexOf(event.thread());
      cells.set(lane, cell(event, width));
      if (!interrupted && lane != 0 && event.position() > left) {
        cells.set(0, INTERRUPTED);
        interrupted = true;
      }
      appendRow(text, cells, width);
    }
    return text.toString();
  }

  private int naturalWidth() {
    int width = INTERRUPTED.length();
    for (String thread : threads) {
      width = Math.max(width, title(thread).length());
    }
    for (TracedEvent event : events) {
      width = Math.max(width, what(event).length() + 2 + words.where(event).length());
    }
    return width;
  }

  private String title(String thread) {
    return thread + words.block(thread).map(label -> "  " + Names.classAndMethod(label)).orElse("");
  }

  private String cell(TracedEvent event, int width) {
    String where = words.where(event);
    int room = where.isEmpty() ? width : width - where.length() - 1;
    if (room < Math.min(what(event).length(), NARROWEST_LANE / 2)) {
      return Names.shorten(what(event), width, style); // what happened matters more than where
    }
    String verb = Op.NAMES.get(event.op()) + " ";
    String what = verb + Names.shorten(event.target(), room - verb.length(), style);
    return what + " ".repeat(width - what.length() - where.length()) + where;
  }

  private void appendRow(StringBuilder text, List<String> cells, int width) {
    text.append(INDENT).append('|');
    for (String cell : cells) {
      String padded = cell + " ".repeat(Math.max(0, width - cell.length()));
      text.append(' ').append(cell.equals(INTERRUPTED) ? style.alarm(padded) : padded).append(" |");
    }
    text.append('\n');
  }

  private String list() {
    int threadWidth = threads.stream().mapToInt(String::length).max().orElse(0);
    threadWidth = Math.min(threadWidth, 30);
    StringBuilder text = new StringBuilder();
    for (TracedEvent event : events) {
      String thread = Names.shorten(event.thread(), threadWidth, style);
      String where = words.where(event);
      int room = Text.WIDTH - INDENT.length() - threadWidth - 2 - where.length() - 2;
      text.append(INDENT)
          .append(thread)
          .append(" ".repeat(threadWidth - thread.length() + 2))
          .append(Names.shorten(what(event), room, style))
          .append(where.isEmpty() ? "" : "  ")
          .append(where)
          .append('\n');
    }
    return text.toString();
  }

  private String sentence() {
    StringBuilder text = new StringBuilder();
    steps().forEach(step -> text.append(Text.wrap(step, INDENT)));
    return text.toString();
  }

  /** The proof in prose: each thread before the next, but the last before the first. */
  List<String> steps() {
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < words.steps(); i++) {
      steps.add(words.step(i) + (i == words.steps() - 1 ? "." : ";"));
    }
    return steps;
  }

  private static String what(TracedEvent event) {
    return (Op.NAMES.get(event.op()) + " " + event.target()).stripTrailing();
  }
}

package io.cosmodrome.report;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

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

  private static final List<UnaryOperator<String>> BRIEF_NAMES =
      List.of(Names::method, Names::classAndMethod);

  private final List<Conflict> conflicts;
  private final SortedMap<Long, TracedEvent> events = new TreeMap<>();
  private final Map<String, Optional<String>> blocks = new LinkedHashMap<>(); // by thread
  private final Optional<String> file;
  private final boolean blamesBlock;
  private final Style style;

  private WitnessText(List<Conflict> conflicts, boolean blamesBlock, Style style) {
    this.conflicts = conflicts;
    this.style = style;
    this.blamesBlock = blamesBlock;
    for (Conflict conflict : conflicts) {
      add(conflict.source());
      add(conflict.destination());
    }
    this.file =
        Names.commonFile(
            events.values().stream()
                .flatMap(event -> event.location().stream())
                .map(Names::place)
                .toList());
  }

  /** One of the proofs of a finding. */
  static WitnessText of(Finding finding, Proof proof, Style style) {
    boolean blamesBlock = !finding.rule().equals(Finding.CYCLE);
    WitnessText text = new WitnessText(proof.conflicts(), blamesBlock, style);
    if (blamesBlock) {
      text.blocks.put(proof.conflicts().get(0).source().thread(), finding.block());
    }
    return text;
  }

  private void add(TracedEvent event) {
    events.put(event.position(), event);
    // a cycle leads through transactions, whatever was nested in them
    blocks.putIfAbsent(event.thread(), blamesBlock ? event.block() : event.transaction());
  }

  /** The picture and the sentence, each line ended. */
  String render() {
    int room = (Text.WIDTH - INDENT.length() - 1) / blocks.size() - 3;
    return (room < NARROWEST_LANE ? list() : lanes(room)) + sentence();
  }

  private String lanes(int room) {
    List<String> threads = List.copyOf(blocks.keySet());
    int width = Math.min(room, naturalWidth(threads));
    StringBuilder text = new StringBuilder();
    List<String> header = new ArrayList<>();
    for (String thread : threads) {
      header.add(Names.shorten(title(thread), width, style));
    }
    appendRow(text, header, width);
    boolean interrupted = !blamesBlock;
    long left = conflicts.get(0).source().position();
    for (TracedEvent event : events.values()) {
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

  private int naturalWidth(List<String> threads) {
    int width = INTERRUPTED.length();
    for (String thread : threads) {
      width = Math.max(width, title(thread).length());
    }
    for (TracedEvent event : events.values()) {
      width = Math.max(width, what(event).length() + 2 + where(event).length());
    }
    return width;
  }

  private String title(String thread) {
    return thread + block(thread).map(label -> "  " + Names.classAndMethod(label)).orElse("");
  }

  private String cell(TracedEvent event, int width) {
    String where = where(event);
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
    int threadWidth = blocks.keySet().stream().mapToInt(String::length).max().orElse(0);
    threadWidth = Math.min(threadWidth, 30);
    StringBuilder text = new StringBuilder();
    for (TracedEvent event : events.values()) {
      String thread = Names.shorten(event.thread(), threadWidth, style);
      String where = where(event);
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

  /** The proof in prose: each thread before the next, but the last before the first. */
  private String sentence() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < conflicts.size(); i++) {
      boolean last = i == conflicts.size() - 1;
      TracedEvent source = conflicts.get(i).source();
      TracedEvent destination = conflicts.get(i).destination();
      String step =
          (last && i > 0 ? "but " : "")
              + actor(source)
              + " before "
              + actor(destination)
              + ": "
              + reason(source, destination)
              + (last ? "." : ";");
      text.append(Text.wrap(step, INDENT));
    }
    return text.toString();
  }

  private String reason(TracedEvent source, TracedEvent destination) {
    if (source.op() == Op.FORK && source.target().equals(destination.thread())) {
      return actor(source) + " started " + destination.thread() + at(source);
    }
    if (destination.op() == Op.JOIN && destination.target().equals(source.thread())) {
      return actor(destination) + " waited for the end of " + source.thread() + at(destination);
    }
    return actor(destination)
        + " "
        + verb(destination)
        + " "
        + Names.shorten(destination.target(), LONGEST_WORD, style)
        + at(destination)
        + " after "
        + actor(source)
        + " "
        + verb(source)
        + " it"
        + at(source);
  }

  private static String verb(TracedEvent event) {
    return switch (event.op()) {
      case Op.READ, Op.VOLATILE_READ -> "read";
      case Op.WRITE, Op.VOLATILE_WRITE -> "wrote";
      case Op.ACQUIRE -> "locked";
      case Op.RELEASE -> "unlocked";
      case Op.BARRIER -> "passed";
      case Op.FORK -> "started";
      case Op.JOIN -> "waited for";
      default -> throw new IllegalStateException("no conflict by " + Op.NAMES.get(event.op()));
    };
  }

  /** The method that a thread ran, as briefly as tells it from the others, or else the thread. */
  private String actor(TracedEvent event) {
    Optional<String> block = block(event.thread());
    String thread = Names.shorten(event.thread(), LONGEST_WORD, style);
    if (block.isEmpty()) {
      return thread;
    }
    for (UnaryOperator<String> brief : BRIEF_NAMES) {
      String name = brief.apply(block.get());
      if (blocks.values().stream().filter(o -> o.map(brief).equals(Optional.of(name))).count()
          == 1) {
        return Names.shorten(name, LONGEST_WORD, style);
      }
    }
    return thread;
  }

  private String at(TracedEvent event) {
    String where = where(event);
    return where.isEmpty() ? "" : " at " + where;
  }

  private String where(TracedEvent event) {
    String place = event.location().map(Names::place).orElse("");
    return file.isPresent() && !place.isEmpty() ? place.substring(file.get().length()) : place;
  }

  private static String what(TracedEvent event) {
    return (Op.NAMES.get(event.op()) + " " + event.target()).stripTrailing();
  }

  private Optional<String> block(String thread) {
    return blocks.getOrDefault(thread, Optional.empty());
  }
}

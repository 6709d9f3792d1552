package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Traces for the tests of the formats: made up, written, read, compared. */
final class Traces {
  /** Names that a format could stumble over. */
  private static final List<String> ODD_NAMES =
      List.of(
          "",
          "x",
          "T0",
          "Account#2.balance",
          "int[]#7[3]",
          "Bank.transfer(Account,Account,int)",
          "a|b",
          "|",
          "(",
          ")",
          "()",
          "a)(b",
          "#",
          "#comment",
          " ",
          " leading",
          "trailing ",
          "\t",
          "line\nfeed",
          "\r",
          "cr\r",
          "\\",
          "\\e",
          "\\u",
          "\\u007C",
          "\\\\u0041",
          "C:\\users\\new",
          "\uFEFF",
          "\uFEFFbom",
          "größe",
          "変数",
          "\uD83D\uDE80",
          "\u0000",
          "\u2028",
          "Bank.java:33 < Main.java:12",
          "x".repeat(300));

  private Traces() {}

  /** Any events at all, well-formed or not, with names that are hard to write down. */
  static Trace random(Random random, int events) {
    Trace trace = new Trace();
    Symbols symbols = trace.symbols();
    int names = 1 + random.nextInt(60);
    int thread = 0;
    for (int i = 0; i < events; i++) {
      if (i == 0 || random.nextInt(4) == 0) {
        thread = symbols.threads().intern(name(random, names));
      }
      int op = random.nextInt(Op.COUNT);
      boolean mayBeBare = op == Op.BEGIN || Op.isEnd(op);
      int target =
          mayBeBare && random.nextInt(3) == 0
              ? Symbols.NONE
              : symbols.targets(op).intern(name(random, names));
      int location =
          random.nextInt(3) == 0 ? Symbols.NONE : symbols.locations().intern(name(random, names));
      trace.event(op, thread, target, location);
    }
    return trace;
  }

  private static String name(Random random, int names) {
    int number = random.nextInt(names);
    return number < ODD_NAMES.size() ? ODD_NAMES.get(number) : "name" + number;
  }

  static byte[] write(TraceFormat format, Trace trace) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TraceWriter writer = format.writer(bytes, trace.symbols())) {
      trace.replay(writer);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  /** What the format reads, given all at once. */
  static Trace read(TraceFormat format, byte[] bytes) throws IOException {
    return read(format, bytes, ReadOptions.DEFAULT.withStrict(true)).trace();
  }

  static Trace read(TraceFormat format, String text) throws IOException {
    return read(format, text.getBytes(UTF_8));
  }

  static ReadTrace read(TraceFormat format, byte[] bytes, ReadOptions options) throws IOException {
    try (TraceFile file =
        TraceFormats.open(new ByteArrayInputStream(bytes), "test", Optional.of(format), options)) {
      Trace trace = new Trace(file.symbols());
      file.replay(trace);
      return new ReadTrace(trace, file.loss());
    }
  }

  /** What a reader delivered, and what it said was lost. */
  record ReadTrace(Trace trace, Optional<String> loss) {}

  /** The events with their names and locations. */
  static List<String> events(Trace trace) {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      int location = trace.location(i);
      String place =
          location == Symbols.NONE ? "" : "|" + trace.symbols().locations().name(location);
      events.add(trace.describe(i) + place);
    }
    return events;
  }

  /** The events as their numbers alone. */
  static List<List<Integer>> numbers(Trace trace) {
    List<List<Integer>> events = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      events.add(List.of(trace.op(i), trace.thread(i), trace.target(i), trace.location(i)));
    }
    return events;
  }
}

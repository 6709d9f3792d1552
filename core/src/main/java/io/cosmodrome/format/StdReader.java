package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.SymbolTable;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads {@code std} text in one pass over its bytes.
 *
 * <p>Names are looked up where they stand in the buffer; strings are made only of names that hold
 * an escape, and for errors. Memory: the names and one line.
 */
final class StdReader implements TraceFile {
  private static final int LONGEST_OP = 7; // bytes of its name

  /** The names as {@link LineReader#word}s, by operation. */
  private static final long[] OP_WORDS = Op.NAMES.stream().mapToLong(StdReader::word).toArray();

  /** The one operation with this last byte and length, by {@code last << 3 | length}, or -1. */
  private static final byte[] OP_BY_SHAPE = opsByShape();

  private final TraceInput input;
  private final LineReader line;
  private final Symbols symbols = new Symbols();
  private boolean replayed;

  StdReader(TraceInput input) {
    this.input = input;
    this.line = new LineReader(input.stream());
  }

  @Override
  public void replay(EventSink sink) throws IOException {
    if (replayed) {
      throw new IllegalStateException("the trace was already replayed");
    }
    replayed = true;
    while (line.next()) {
      int from = line.start();
      int to = line.end();
      if (from < to && line.buffer()[from] != '#') {
        parseLine(sink, from, to);
      }
      if ((line.number() & 0xfff) == 0 && sink.isDone()) {
        break;
      }
    }
    sink.finish();
  }

  private void parseLine(EventSink sink, int from, int to) throws MalformedTraceException {
    int threadEnd = line.indexOf('|', from, to);
    if (threadEnd == to) {
      if (line.isBlank()) {
        return;
      }
      throw line.malformed("expected thread|operation|location, found " + line.quoted(from, to));
    }
    int eventStart = threadEnd + 1;
    int eventEnd = line.indexOf('|', eventStart, to);
    int nameEnd = line.indexOf('(', eventStart, eventEnd);
    int op = op(eventStart, nameEnd, eventEnd);
    int thread = intern(symbols.threads(), "thread", from, threadEnd);
    int target = target(op, nameEnd, eventEnd);
    int location = eventEnd < to ? location(eventEnd + 1, to) : Symbols.NONE;
    sink.event(op, thread, target, location);
  }

  private int op(int from, int to, int eventEnd) throws MalformedTraceException {
    byte[] buffer = line.buffer();
    int length = to - from;
    if (length > 0 && length <= LONGEST_OP && buffer[to - 1] >= 0) {
      int op = OP_BY_SHAPE[buffer[to - 1] << 3 | length];
      if (op >= 0 && line.word(from, length) == OP_WORDS[op]) {
        return op;
      }
    }
    throw line.malformed("expected one of " + Op.NAMES + ", found " + line.quoted(from, eventEnd));
  }

  /** What stands between the first and the last parenthesis. */
  private int target(int op, int nameEnd, int eventEnd) throws MalformedTraceException {
    boolean mayBeBare = op == Op.BEGIN || Op.isEnd(op);
    if (nameEnd == eventEnd) {
      if (mayBeBare) {
        return Symbols.NONE;
      }
      String name = Op.NAMES.get(op);
      throw line.malformed("expected " + name + "(…), found \"" + name + "\"");
    }
    if (line.buffer()[eventEnd - 1] != ')') {
      int from = nameEnd - Op.NAMES.get(op).length();
      throw line.malformed("expected \")\" at the end of " + line.quoted(from, eventEnd));
    }
    if (mayBeBare && nameEnd + 2 == eventEnd) {
      return Symbols.NONE;
    }
    return intern(symbols.targets(op), "target", nameEnd + 1, eventEnd - 1);
  }

  private int location(int from, int to) throws MalformedTraceException {
    int bar = line.indexOf('|', from, to);
    if (bar < to) {
      throw line.malformed("expected at most 3 columns, found a fourth: " + line.quoted(bar, to));
    }
    return from == to ? Symbols.NONE : intern(symbols.locations(), "location", from, to);
  }

  private int intern(SymbolTable table, String what, int from, int to)
      throws MalformedTraceException {
    if (from == to) {
      throw line.malformed("expected a " + what + ", found nothing");
    }
    if (line.hasBackslash() && line.indexOf('\\', from, to) < to) {
      return internEscaped(table, from, to);
    }
    return Names.intern(table, line, from, to);
  }

  private int internEscaped(SymbolTable table, int from, int to) throws MalformedTraceException {
    Names.check(line, from, to);
    String name = StdNames.unescape(new String(line.buffer(), from, to - from, UTF_8));
    if (!UTF_8.newEncoder().canEncode(name)) {
      throw line.malformed(
          "expected both halves of a surrogate pair, found " + line.quoted(from, to));
    }
    return table.intern(name);
  }

  private static long word(String name) {
    long word = 0;
    for (int i = name.length() - 1; i >= 0; i--) {
      word = word << Byte.SIZE | name.charAt(i);
    }
    return word;
  }

  private static byte[] opsByShape() {
    byte[] ops = new byte[128 << 3];
    Arrays.fill(ops, (byte) -1);
    for (int op = 0; op < Op.COUNT; op++) {
      String name = Op.NAMES.get(op);
      int length = name.length();
      int shape = name.charAt(length - 1) << 3 | length;
      if (ops[shape] >= 0 || length > LONGEST_OP) {
        throw new IllegalStateException("cannot tell by last letter and length: " + Op.NAMES);
      }
      ops[shape] = (byte) op;
    }
    return ops;
  }

  @Override
  public Symbols symbols() {
    return symbols;
  }

  @Override
  public Optional<String> loss() {
    return Optional.empty();
  }

  @Override
  public long skippedLines() {
    return 0;
  }

  @Override
  public long bytesRead() {
    return input.bytesRead();
  }

  @Override
  public long size() {
    return input.size();
  }

  @Override
  public TraceFormat format() {
    return TraceFormats.STD;
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}

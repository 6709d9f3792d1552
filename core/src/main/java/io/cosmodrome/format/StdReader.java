package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.SymbolTable;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads {@code std} text in one pass over its bytes.
 *
 * <p>Names are looked up where they stand in the buffer; strings are made only of names that hold
 * an escape, and for errors. Memory: the names and one line.
 */
final class StdReader extends InputReader {
  private static final int LONGEST_OP = 7; // bytes of its name

  /** The names as {@link LineReader#word}s, by operation. */
  private static final long[] OP_WORDS = Op.NAMES.stream().mapToLong(StdReader::word).toArray();

  /** The one operation with this last byte and length, by {@code last << 3 | length}, or -1. */
  private static final byte[] OP_BY_SHAPE = opsByShape();

  private final LineReader line;
  private final StdBatch batch;

  StdReader(TraceInput input) {
    super(input, TraceFormats.STD);
    this.line = new LineReader(input.stream());
    this.batch = new StdBatch(line, symbols.variables());
  }

  @Override
  void deliver(EventSink sink) throws IOException {
    try {
      boolean more = true;
      while (more && !sink.isDone()) {
        more = fillBatch();
        batch.deliver(sink);
      }
    } catch (MalformedTraceException e) {
      batch.deliver(sink); // what came before
      throw e;
    }
  }

  /** False if no lines may follow; true if the batch has to be delivered before the next ones. */
  private boolean fillBatch() throws IOException {
    while (!batch.isFull()) {
      if (!line.nextInBuffer()) {
        if (!batch.isEmpty()) {
          return true; // its names are in the buffer
        }
        if (!line.nextToRead()) {
          return false;
        }
      }
      int from = line.start();
      int to = line.end();
      if (from < to && line.buffer()[from] != '#') {
        parseLine(from, to);
      }
    }
    return true;
  }

  private void parseLine(int from, int to) throws MalformedTraceException {
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
    if (threadEnd == from) {
      throw line.malformed("expected a thread, found nothing");
    }
    int thread = intern(symbols.threads(), from, threadEnd);
    boolean hasTarget = hasTarget(op, nameEnd, eventEnd);
    int location = eventEnd < to ? location(eventEnd + 1, to) : Symbols.NONE;
    if (Op.isAccess(op) && !line.hasBackslash()) {
      batch.addAccess(op, thread, nameEnd + 1, eventEnd - 1, location);
    } else {
      SymbolTable targets = symbols.targets(op);
      int target = hasTarget ? intern(targets, nameEnd + 1, eventEnd - 1) : Symbols.NONE;
      batch.add(op, thread, target, location);
    }
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

  /** Whether there is something between the first and the last parenthesis. */
  private boolean hasTarget(int op, int nameEnd, int eventEnd) throws MalformedTraceException {
    boolean mayBeBare = op == Op.BEGIN || Op.isEnd(op);
    if (nameEnd == eventEnd) {
      if (mayBeBare) {
        return false;
      }
      String name = Op.NAMES.get(op);
      throw line.malformed("expected " + name + "(…), found \"" + name + "\"");
    }
    if (line.buffer()[eventEnd - 1] != ')') {
      int from = nameEnd - Op.NAMES.get(op).length();
      throw line.malformed("expected \")\" at the end of " + line.quoted(from, eventEnd));
    }
    boolean isEmpty = nameEnd + 2 == eventEnd;
    if (isEmpty && !mayBeBare) {
      throw line.malformed("expected a target, found nothing");
    }
    return !isEmpty;
  }

  private int location(int from, int to) throws MalformedTraceException {
    int bar = line.indexOf('|', from, to);
    if (bar < to) {
      throw line.malformed("expected at most 3 columns, found a fourth: " + line.quoted(bar, to));
    }
    return from == to ? Symbols.NONE : intern(symbols.locations(), from, to);
  }

  private int intern(SymbolTable table, int from, int to) throws MalformedTraceException {
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
}

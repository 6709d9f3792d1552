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
 * an escape, and for errors. Memory: the names, and one buffer of at most {@link #LONGEST_LINE}
 * bytes.
 */
final class StdReader implements TraceFile {
  /** Longer lines are refused, so that a file without line ends cannot fill the memory. */
  static final int LONGEST_LINE = 1 << 20;

  private static final int FIRST_BUFFER = 1 << 16;
  private static final int MAX_NAME = 7; // bytes of the longest operation name
  private static final byte[][] OP_NAMES =
      Op.NAMES.stream().map(name -> name.getBytes(UTF_8)).toArray(byte[][]::new);

  /** The one operation with this last byte and length, by {@code last << 3 | length}, or -1. */
  private static final byte[] OP_BY_SHAPE = opsByShape();

  private final TraceInput input;
  private final Symbols symbols = new Symbols();
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int start; // first byte of the buffer that belongs to no finished line
  private int limit; // end of what was read
  private long line; // number of the line being parsed, from 1
  private boolean escapes; // whether the buffer holds a backslash at all
  private boolean replayed;

  StdReader(TraceInput input) {
    this.input = input;
  }

  @Override
  public void replay(EventSink sink) throws IOException {
    if (replayed) {
      throw new IllegalStateException("the trace was already replayed");
    }
    replayed = true;
    boolean more = fill();
    skipByteOrderMark();
    while (more && !sink.isDone()) {
      parseLines(sink);
      more = fill();
    }
    if (start < limit && !sink.isDone()) {
      line++;
      parseLine(sink, start, limit);
    }
    sink.finish();
  }

  /** Reads on after the unfinished line. False at the end of the input. */
  private boolean fill() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, limit - start);
      limit -= start;
      start = 0;
    }
    if (limit == buffer.length) {
      if (limit >= LONGEST_LINE) {
        line++;
        throw malformed("longer than " + LONGEST_LINE + " bytes");
      }
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int got = input.stream().read(buffer, limit, buffer.length - limit);
    if (got < 0) {
      return false;
    }
    limit += got;
    escapes = indexOf('\\', 0, limit) < limit;
    return true;
  }

  private void skipByteOrderMark() throws IOException {
    while (limit < 3 && fill()) {
      continue;
    }
    if (limit >= 3
        && buffer[0] == (byte) 0xEF
        && buffer[1] == (byte) 0xBB
        && buffer[2] == (byte) 0xBF) {
      start = 3;
    }
  }

  private void parseLines(EventSink sink) throws MalformedTraceException {
    int from = start;
    for (int end; (end = indexOf('\n', from, limit)) < limit; from = end + 1) {
      line++;
      parseLine(sink, from, end);
    }
    start = from;
  }

  private void parseLine(EventSink sink, int from, int lineEnd) throws MalformedTraceException {
    int to = lineEnd > from && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
    if (from == to || buffer[from] == '#') {
      return;
    }
    int threadEnd = indexOf('|', from, to);
    if (threadEnd == to) {
      if (isBlank(from, to)) {
        return;
      }
      throw malformed("expected thread|operation|location, found " + quoted(from, to));
    }
    int eventStart = threadEnd + 1;
    int eventEnd = indexOf('|', eventStart, to);
    int nameEnd = indexOf('(', eventStart, eventEnd);
    int op = op(eventStart, nameEnd, eventEnd);
    int thread = intern(symbols.threads(), "thread", from, threadEnd);
    int target = target(op, nameEnd, eventEnd);
    int location = Symbols.NONE;
    if (eventEnd < to) {
      location = location(eventEnd + 1, to);
    }
    sink.event(op, thread, target, location);
  }

  private int op(int from, int to, int eventEnd) throws MalformedTraceException {
    int length = to - from;
    if (length > 0 && length <= MAX_NAME && buffer[to - 1] >= 0) {
      int op = OP_BY_SHAPE[buffer[to - 1] << 3 | length];
      if (op >= 0) {
        byte[] name = OP_NAMES[op];
        if (Arrays.equals(name, 0, length, buffer, from, to)) {
          return op;
        }
      }
    }
    throw malformed("expected one of " + Op.NAMES + ", found " + quoted(from, eventEnd));
  }

  /** What stands between the first and the last parenthesis. */
  private int target(int op, int nameEnd, int eventEnd) throws MalformedTraceException {
    boolean mayBeBare = op == Op.BEGIN || Op.isEnd(op);
    if (nameEnd == eventEnd) {
      if (mayBeBare) {
        return Symbols.NONE;
      }
      throw malformed("expected " + Op.NAMES.get(op) + "(…), found only the name");
    }
    if (buffer[eventEnd - 1] != ')') {
      int from = nameEnd - OP_NAMES[op].length;
      throw malformed("expected \")\" at the end of " + quoted(from, eventEnd));
    }
    if (mayBeBare && nameEnd + 2 == eventEnd) {
      return Symbols.NONE;
    }
    return intern(symbols.targets(op), "target", nameEnd + 1, eventEnd - 1);
  }

  private int location(int from, int to) throws MalformedTraceException {
    if (indexOf('|', from, to) < to) {
      throw malformed("expected at most 3 columns, found a fourth: " + quoted(from, to));
    }
    return from == to ? Symbols.NONE : intern(symbols.locations(), "location", from, to);
  }

  private int intern(SymbolTable table, String what, int from, int to)
      throws MalformedTraceException {
    if (from == to) {
      throw malformed("expected a " + what + ", found nothing");
    }
    if (escapes && indexOf('\\', from, to) < to) {
      return internEscaped(table, what, from, to);
    }
    int known = table.count();
    int id = table.intern(buffer, from, to - from);
    if (id == known) {
      checkUtf8(what, from, to);
    }
    return id;
  }

  private int internEscaped(SymbolTable table, String what, int from, int to)
      throws MalformedTraceException {
    checkUtf8(what, from, to);
    String name = StdNames.unescape(new String(buffer, from, to - from, UTF_8));
    if (!UTF_8.newEncoder().canEncode(name)) {
      throw malformed("expected both halves of a surrogate pair, found " + quoted(from, to));
    }
    return table.intern(name);
  }

  private void checkUtf8(String what, int from, int to) throws MalformedTraceException {
    if (!Utf8.isValid(buffer, from, to)) {
      throw malformed("expected UTF-8, found the " + what + " " + quoted(from, to));
    }
  }

  private int indexOf(char wanted, int from, int to) {
    byte[] bytes = buffer;
    int i = from;
    while (i < to && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  private boolean isBlank(int from, int to) {
    for (int i = from; i < to; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\t') {
        return false;
      }
    }
    return true;
  }

  private String quoted(int from, int to) {
    return Quoted.text(buffer, from, to);
  }

  private MalformedTraceException malformed(String problem) {
    return new MalformedTraceException("line " + line, problem);
  }

  private static byte[] opsByShape() {
    byte[] ops = new byte[128 << 3];
    Arrays.fill(ops, (byte) -1);
    for (int op = 0; op < OP_NAMES.length; op++) {
      int shape = OP_NAMES[op][OP_NAMES[op].length - 1] << 3 | OP_NAMES[op].length;
      if (ops[shape] >= 0) {
        throw new IllegalStateException("two operations look like " + Op.NAMES.get(op));
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

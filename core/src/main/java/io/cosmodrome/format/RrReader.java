package io.cosmodrome.format;

import io.cosmodrome.format.RrThreads.RrThread;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads RoadRunner's logs. Lines that are not events are counted; lines that start like an event
 * and do not go on like one are malformed, since a lost event could change a verdict.
 */
final class RrReader extends InputReader {
  private final LineReader line;
  private final RrLabels labels = new RrLabels(symbols.labels());
  private long skippedLines;

  RrReader(TraceInput input) {
    super(input, TraceFormats.RR);
    this.line = new LineReader(input.stream());
  }

  @Override
  void deliver(EventSink sink) throws IOException {
    RrThreads threads = new RrThreads(symbols.threads(), sink);
    while (line.next()) {
      parseLine(threads);
      if ((line.number() & 0xfff) == 0 && sink.isDone()) {
        break;
      }
    }
    threads.finish();
    if (skippedLines > 0 && skippedLines == line.number()) {
      throw line.malformed("expected a line such as \"@  Enter(0,…)\" up to here, found none");
    }
  }

  private void parseLine(RrThreads threads) throws MalformedTraceException {
    int wordStart = wordStart();
    int open = line.indexOf('(', wordStart, line.end());
    Optional<RrKind> kind = RrKind.of(line.buffer(), wordStart, open);
    if (kind.isEmpty() || open == line.end()) {
      skippedLines++;
      return;
    }
    int close = closing(open);
    int comma = line.indexOf(',', open, close);
    if (comma == close || close == line.end()) {
      String found = line.quoted(wordStart, line.end());
      throw line.malformed("expected " + kind.get().word + "(thread,…), found " + found);
    }
    RrThread thread = thread(threads, open + 1, comma);
    event(threads, kind.get(), thread, comma + 1, close);
  }

  /** After the tool's sign and the indentation; the end of the line if there is no sign. */
  private int wordStart() {
    int sign = skipSpaces(line.start());
    boolean isSigned = sign < line.end() && line.buffer()[sign] == '@';
    return isSigned ? skipSpaces(sign + 1) : line.end();
  }

  private int skipSpaces(int from) {
    int i = from;
    while (i < line.end() && line.buffer()[i] == ' ') {
      i++;
    }
    return i;
  }

  /** The parenthesis that closes the one at {@code open}, or the end of the line. */
  private int closing(int open) {
    byte[] buffer = line.buffer();
    int depth = 0;
    for (int i = open; i < line.end(); i++) {
      if (buffer[i] == '(') {
        depth++;
      } else if (buffer[i] == ')' && --depth == 0) {
        return i;
      }
    }
    return line.end();
  }

  private RrThread thread(RrThreads threads, int from, int to) throws MalformedTraceException {
    boolean isNumber = from < to;
    for (int i = from; i < to; i++) {
      isNumber &= line.buffer()[i] >= '0' && line.buffer()[i] <= '9';
    }
    if (!isNumber) {
      throw line.malformed("expected a thread number, found " + line.quoted(from, to));
    }
    return threads.thread(line.buffer(), from, to);
  }

  private void event(RrThreads threads, RrKind kind, RrThread thread, int from, int to)
      throws MalformedTraceException {
    if (from == to) {
      throw line.malformed("expected " + kind.word + "(thread,…), found nothing after the comma");
    }
    switch (kind) {
      case ENTER -> threads.event(Op.BEGIN, thread, label(from, to), callLocation(to + 1));
      case EXIT -> threads.event(Op.END, thread, label(from, to), Symbols.NONE);
      case READ, WRITE, ARRAY_READ, ARRAY_WRITE ->
          threads.event(kind.op, thread, variable(from, to), accessLocation(to + 1));
      case VOLATILE_READ, VOLATILE_WRITE ->
          threads.event(kind.op, thread, variable(from, to), Symbols.NONE);
      case ACQUIRE, RELEASE -> threads.event(kind.op, thread, lock(from, to), Symbols.NONE);
      case BARRIER -> {
        int barrier = lock(from, line.indexOf(',', from, to)); // the rest says in or out
        threads.event(Op.BARRIER, thread, barrier, Symbols.NONE);
      }
      case WAIT -> threads.waitOn(thread, lock(from, to));
      case START -> threads.start(thread, thread(threads, from, to));
      case JOIN -> join(threads, thread, from, to);
    }
  }

  /** RoadRunner writes -1 for a thread that ended so long ago that its number passed on. */
  private void join(RrThreads threads, RrThread thread, int from, int to)
      throws MalformedTraceException {
    if (to - from == 2 && line.buffer()[from] == '-' && line.buffer()[from + 1] == '1') {
      skippedLines++;
    } else {
      threads.join(thread, thread(threads, from, to));
    }
  }

  private int label(int from, int to) throws MalformedTraceException {
    Names.check(line, from, to);
    return labels.label(line.buffer(), from, to);
  }

  private int variable(int from, int to) throws MalformedTraceException {
    return Names.intern(symbols.variables(), line, from, to);
  }

  private int lock(int from, int to) throws MalformedTraceException {
    return Names.intern(symbols.locks(), line, from, to);
  }

  /** What stands last in the line, after the value and the state of the variable. */
  private int accessLocation(int from) throws MalformedTraceException {
    return location(lastIndexOf(' ', from) + 1);
  }

  /** What stands after the last @ in {@code from call_test/Test.run()V@test/Test.java:12:5}. */
  private int callLocation(int from) throws MalformedTraceException {
    return location(lastIndexOf('@', from) + 1);
  }

  private int lastIndexOf(char wanted, int from) {
    int i = line.end() - 1;
    while (i >= from && line.buffer()[i] != wanted) {
      i--;
    }
    return i < from ? line.end() - 1 : i;
  }

  /** Only {@code file:line} and {@code file:line:offset} are locations; {@code ?:-1} is none. */
  private int location(int from) throws MalformedTraceException {
    int end = line.end();
    byte[] buffer = line.buffer();
    boolean isLocation =
        from < end
            && buffer[from] != '?'
            && line.indexOf(':', from, end) < end
            && buffer[end - 1] >= '0'
            && buffer[end - 1] <= '9';
    return isLocation ? Names.intern(symbols.locations(), line, from, end) : Symbols.NONE;
  }

  @Override
  public long skippedLines() {
    return skippedLines;
  }
}

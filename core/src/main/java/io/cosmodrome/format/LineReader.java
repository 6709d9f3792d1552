package io.cosmodrome.format;

import io.cosmodrome.trace.MalformedTraceException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The lines of a text, each as a range of one buffer: no copy and no string per line.
 *
 * <p>A line ends with LF, CR LF or the end of the text; a byte order mark in front is left out.
 * Memory: at most {@link #LONGEST} bytes, so that a file without line ends cannot fill it.
 */
final class LineReader {
  /** Longer lines are refused. */
  static final int LONGEST = 1 << 20;

  private static final int FIRST_BUFFER = 1 << 16;
  private static final int PADDING = Long.BYTES; // indexOf may read this far past a line
  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;

  private final InputStream in;
  private byte[] buffer = new byte[FIRST_BUFFER + PADDING];
  private int start; // of the line
  private int end; // of the line, without its line end
  private int next; // start of the line after it
  private int limit; // end of what was read
  private long number;
  private boolean hasBackslash;

  LineReader(InputStream in) {
    this.in = in;
  }

  /** Goes on to the next line. False at the end of the text. */
  boolean next() throws IOException {
    start = next;
    int lineFeed = indexOf('\n', start, limit);
    if (lineFeed == limit) {
      lineFeed = readOn();
      if (lineFeed == limit) {
        return lastLine();
      }
    }
    next = lineFeed + 1;
    endLine(lineFeed);
    return true;
  }

  private void endLine(int lineEnd) {
    number++;
    end = lineEnd > start && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
  }

  private boolean lastLine() {
    if (start == limit) {
      return false;
    }
    next = limit;
    endLine(limit);
    return true;
  }

  /** Reads until the line that starts at {@code start} is whole; the index of its end. */
  private int readOn() throws IOException {
    System.arraycopy(buffer, start, buffer, 0, limit - start);
    limit -= start;
    start = 0;
    while (true) {
      int capacity = buffer.length - PADDING;
      if (limit == capacity) {
        grow(capacity);
        capacity = buffer.length - PADDING;
      }
      int got = in.read(buffer, limit, capacity - limit);
      if (got < 0) {
        return limit;
      }
      int from = limit;
      limit += got;
      hasBackslash = hasBackslash || indexOf('\\', from, limit) < limit;
      if (number == 0 && from < 3 && limit >= 3) {
        skipByteOrderMark();
      }
      int lineFeed = indexOf('\n', Math.max(from, start), limit);
      if (lineFeed < limit) {
        return lineFeed;
      }
    }
  }

  private void grow(int capacity) throws MalformedTraceException {
    if (capacity >= LONGEST) {
      throw new MalformedTraceException(
          "line " + (number + 1), "expected at most " + LONGEST + " bytes in a line, found more");
    }
    buffer = Arrays.copyOf(buffer, 2 * capacity + PADDING);
  }

  private void skipByteOrderMark() {
    if (buffer[0] == (byte) 0xEF && buffer[1] == (byte) 0xBB && buffer[2] == (byte) 0xBF) {
      start = 3;
    }
  }

  /** Holds the line; valid until {@link #next}. */
  byte[] buffer() {
    return buffer;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** The number of the line, from 1. */
  long number() {
    return number;
  }

  /** Where {@code wanted} first stands in the range, or {@code to}. */
  int indexOf(char wanted, int from, int to) {
    long pattern = wanted * EACH_BYTE;
    for (int i = from; i < to; i += Long.BYTES) {
      long different = LittleEndian.getLong(buffer, i) ^ pattern; // zero where it stands
      long zeros =
          (different - EACH_BYTE) & ~different & (EACH_BYTE << 7); // the first one is right
      if (zeros != 0) {
        return Math.min(to, i + (Long.numberOfTrailingZeros(zeros) >>> 3));
      }
    }
    return to;
  }

  /** Whether there may be a backslash in the text; none was read if not. */
  boolean hasBackslash() {
    return hasBackslash;
  }

  /** Up to seven bytes as a number, the first one lowest. */
  long word(int from, int length) {
    return LittleEndian.getLong(buffer, from) & ((1L << (Byte.SIZE * length)) - 1);
  }

  boolean isBlank() {
    for (int i = start; i < end; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\t') {
        return false;
      }
    }
    return true;
  }

  /** Part of the line as it is shown in an error. */
  String quoted(int from, int to) {
    return Quoted.text(buffer, from, to);
  }

  MalformedTraceException malformed(String problem) {
    return new MalformedTraceException("line " + number, problem);
  }
}

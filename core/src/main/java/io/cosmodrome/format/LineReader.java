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

  private final InputStream in;
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int start; // of the line
  private int end; // of the line, without its line end
  private int next; // start of the line after it
  private int limit; // end of what was read
  private long number;

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
      if (limit == buffer.length) {
        grow();
      }
      int got = in.read(buffer, limit, buffer.length - limit);
      if (got < 0) {
        return limit;
      }
      int from = limit;
      limit += got;
      if (number == 0 && from < 3 && limit >= 3) {
        skipByteOrderMark();
      }
      int lineFeed = indexOf('\n', Math.max(from, start), limit);
      if (lineFeed < limit) {
        return lineFeed;
      }
    }
  }

  private void grow() throws MalformedTraceException {
    if (buffer.length >= LONGEST) {
      throw new MalformedTraceException(
          "line " + (number + 1), "expected at most " + LONGEST + " bytes in a line, found more");
    }
    buffer = Arrays.copyOf(buffer, 2 * buffer.length);
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
    byte[] bytes = buffer;
    int i = from;
    while (i < to && bytes[i] != wanted) {
      i++;
    }
    return i;
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

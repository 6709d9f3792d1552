package io.cosmodrome.format;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.SymbolTable;

/**
 * Some events of a {@code std} trace, gathered so that their variables can be looked up together:
 * of all tables, only that of the variables gets too large for the cache.
 */
final class StdBatch {
  private static final int SIZE = 64;

  private final LineReader line;
  private final SymbolTable variables;
  private final int[] ops = new int[SIZE];
  private final int[] threads = new int[SIZE];
  private final int[] targets = new int[SIZE];
  private final int[] locations = new int[SIZE];
  private int count;

  private final int[] accesses = new int[SIZE]; // which of the events they are
  private final int[] nameStarts = new int[SIZE]; // of their variables, in the line's buffer
  private final int[] nameLengths = new int[SIZE];
  private final long[] lineNumbers = new long[SIZE];
  private final int[] ids = new int[SIZE];
  private int accessCount;

  StdBatch(LineReader line, SymbolTable variables) {
    this.line = line;
    this.variables = variables;
  }

  boolean isEmpty() {
    return count == 0;
  }

  boolean isFull() {
    return count == SIZE;
  }

  void add(int op, int thread, int target, int location) {
    int at = count++;
    ops[at] = op;
    threads[at] = thread;
    targets[at] = target;
    locations[at] = location;
  }

  /** Adds an access; the name of its variable must stay in the line's buffer until delivery. */
  void addAccess(int op, int thread, int nameStart, int nameEnd, int location) {
    int access = accessCount++;
    accesses[access] = count;
    nameStarts[access] = nameStart;
    nameLengths[access] = nameEnd - nameStart;
    lineNumbers[access] = line.number();
    add(op, thread, 0, location);
  }

  /** Gives the events to {@code sink} and forgets them. */
  void deliver(EventSink sink) throws MalformedTraceException {
    int known = variables.count();
    variables.intern(line.buffer(), nameStarts, nameLengths, ids, accessCount);
    int deliverable = count;
    int bad = known == variables.count() ? -1 : firstBadName(known);
    if (bad >= 0) {
      deliverable = accesses[bad];
    }
    for (int i = 0; i < accessCount; i++) {
      targets[accesses[i]] = ids[i];
    }
    count = 0;
    accessCount = 0;
    for (int i = 0; i < deliverable; i++) {
      sink.event(ops[i], threads[i], targets[i], locations[i]);
    }
    if (bad >= 0) {
      throw Names.notUtf8(
          lineNumbers[bad], line, nameStarts[bad], nameStarts[bad] + nameLengths[bad]);
    }
  }

  /** The first access whose name is new and is not UTF-8, or -1. */
  private int firstBadName(int known) {
    for (int i = 0; i < accessCount; i++) {
      int start = nameStarts[i];
      if (ids[i] >= known && !Names.isUtf8(line.buffer(), start, start + nameLengths[i])) {
        return i;
      }
    }
    return -1;
  }
}

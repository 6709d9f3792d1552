package io.cosmodrome.check;

import java.util.Arrays;

/** Some consecutive events of a trace, to be looked at by several threads. */
final class EventChunk {
  private int[] ops = new int[256];
  private int[] threads = new int[256];
  private int[] targets = new int[256];
  private long first;
  private int size;

  /** Empties the chunk; its next event is at position {@code newFirst}. */
  void clear(long newFirst) {
    first = newFirst;
    size = 0;
  }

  void add(int op, int thread, int target) {
    if (size == ops.length) {
      ops = Arrays.copyOf(ops, 2 * size);
      threads = Arrays.copyOf(threads, 2 * size);
      targets = Arrays.copyOf(targets, 2 * size);
    }
    ops[size] = op;
    threads[size] = thread;
    targets[size] = target;
    size++;
  }

  int size() {
    return size;
  }

  long first() {
    return first;
  }

  int op(int i) {
    return ops[i];
  }

  int thread(int i) {
    return threads[i];
  }

  int target(int i) {
    return targets[i];
  }
}

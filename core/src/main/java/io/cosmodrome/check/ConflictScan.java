package io.cosmodrome.check;

import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the conflict edges of some of the variables and locks of a trace: stage one of {@link
 * FrontierParallelChecker}.
 *
 * <p>The edges of a target are a pure function of that target's own events in order: from the last
 * write to each read of another thread, from the last write and the last read of each thread since
 * then to each write, from each release to the next acquire. Everything kept here is kept per
 * target, so targets can be spread over any number of scans, on cores or machines.
 */
final class ConflictScan {
  private static final int NOBODY = -1;
  private static final int MANY = -2; // readers; the position is the index of their list

  private final int shard;
  private final int shards;

  // by target / shards: who wrote or read last, and where
  private int[] writer = {};
  private long[] writeAt = {};
  private int[] reader = {};
  private long[] readAt = {};
  private final List<Readers> readerLists = new ArrayList<>();
  private final List<Integer> freeLists = new ArrayList<>();

  // by lock / shards
  private int[] releaser = {};
  private long[] releaseAt = {};

  /** A scan of those targets whose id is {@code shard} modulo {@code shards}. */
  ConflictScan(int shard, int shards) {
    this.shard = shard;
    this.shards = shards;
  }

  /** Adds the edges that lead into the events of {@code chunk}, by destination. */
  void scan(EventChunk chunk, EdgeList edges) {
    for (int i = 0; i < chunk.size(); i++) {
      int op = chunk.op(i);
      boolean access = Op.isAccess(op);
      if ((access || Op.isLock(op)) && chunk.target(i) % shards == shard) {
        int index = chunk.target(i) / shards;
        int thread = chunk.thread(i);
        long position = chunk.first() + i;
        if (!access) {
          lock(op, index, thread, position, edges);
        } else if (Op.isWrite(op)) {
          write(index, thread, position, edges);
        } else {
          read(index, thread, position, edges);
        }
      }
    }
  }

  private void read(int index, int thread, long position, EdgeList edges) {
    growVariables(index);
    int last = writer[index];
    if (last != NOBODY && last != thread) {
      edges.add(last, writeAt[index], position);
    }
    if (reader[index] == MANY) {
      readerLists.get((int) readAt[index]).put(thread, position);
    } else if (reader[index] == NOBODY || reader[index] == thread) {
      reader[index] = thread;
      readAt[index] = position;
    } else {
      int list = newReaders();
      readerLists.get(list).put(reader[index], readAt[index]);
      readerLists.get(list).put(thread, position);
      reader[index] = MANY;
      readAt[index] = list;
    }
  }

  private void write(int index, int thread, long position, EdgeList edges) {
    growVariables(index);
    int last = writer[index];
    if (last != NOBODY && last != thread) {
      edges.add(last, writeAt[index], position);
    }
    if (reader[index] == MANY) {
      int list = (int) readAt[index];
      readerLists.get(list).edgesTo(thread, position, edges);
      freeLists.add(list);
    } else if (reader[index] != NOBODY && reader[index] != thread) {
      edges.add(reader[index], readAt[index], position);
    }
    reader[index] = NOBODY;
    writer[index] = thread;
    writeAt[index] = position;
  }

  private void lock(int op, int index, int thread, long position, EdgeList edges) {
    if (index >= releaser.length) {
      int size = Math.max(index + 1, 2 * releaser.length);
      releaser = grow(releaser, size);
      releaseAt = Arrays.copyOf(releaseAt, size);
    }
    if (op != Op.RELEASE && releaser[index] != NOBODY && releaser[index] != thread) {
      edges.add(releaser[index], releaseAt[index], position);
    }
    if (op != Op.ACQUIRE) {
      releaser[index] = thread;
      releaseAt[index] = position;
    }
  }

  private void growVariables(int index) {
    if (index >= writer.length) {
      int size = Math.max(index + 1, 2 * writer.length);
      writer = grow(writer, size);
      reader = grow(reader, size);
      writeAt = Arrays.copyOf(writeAt, size);
      readAt = Arrays.copyOf(readAt, size);
    }
  }

  private static int[] grow(int[] threads, int size) {
    int[] larger = Arrays.copyOf(threads, size);
    Arrays.fill(larger, threads.length, size, NOBODY);
    return larger;
  }

  private int newReaders() {
    if (freeLists.isEmpty()) {
      readerLists.add(new Readers());
      return readerLists.size() - 1;
    }
    return freeLists.remove(freeLists.size() - 1);
  }

  /** The last read of each thread, where there is more than one. */
  private static final class Readers {
    private int[] threads = new int[4];
    private long[] positions = new long[4];
    private int size;

    void put(int thread, long position) {
      int at = 0;
      while (at < size && threads[at] != thread) {
        at++;
      }
      if (at == threads.length) {
        threads = Arrays.copyOf(threads, 2 * at);
        positions = Arrays.copyOf(positions, 2 * at);
      }
      threads[at] = thread;
      positions[at] = position;
      size = Math.max(size, at + 1);
    }

    void edgesTo(int thread, long position, EdgeList edges) {
      for (int i = 0; i < size; i++) {
        if (threads[i] != thread) {
          edges.add(threads[i], positions[i], position);
        }
      }
      size = 0;
    }
  }

  /** Edges in the order of their destinations. */
  static final class EdgeList {
    private int[] sourceThread = new int[64];
    private long[] source = new long[64];
    private long[] destination = new long[64];
    private int size;

    void add(int fromThread, long from, long to) {
      if (size == source.length) {
        sourceThread = Arrays.copyOf(sourceThread, 2 * size);
        source = Arrays.copyOf(source, 2 * size);
        destination = Arrays.copyOf(destination, 2 * size);
      }
      sourceThread[size] = fromThread;
      source[size] = from;
      destination[size] = to;
      size++;
    }

    void clear() {
      size = 0;
    }

    int size() {
      return size;
    }

    int sourceThread(int edge) {
      return sourceThread[edge];
    }

    long source(int edge) {
      return source[edge];
    }

    long destination(int edge) {
      return destination[edge];
    }
  }
}

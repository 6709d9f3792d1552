package io.cosmodrome.check;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A variable or lock with its owner, as Octet keeps it: who would have to be asked before it may be
 * accessed otherwise.
 *
 * <p>The owner is the last accessing transaction, whatever it did there. A write owns exclusively,
 * and so does a first read; a second reader makes it read-shared. Readers depend on an earlier
 * reader in place of the writer: that is what makes edges imprecise. Collected owners stand for
 * nobody.
 */
final class OwnedCell {
  private enum State {
    FREE,
    WRITE_EXCLUSIVE,
    READ_EXCLUSIVE,
    READ_SHARED
  }

  private static final DependenceNode[] NO_NODES = {};

  private State state = State.FREE;
  private @Nullable DependenceNode owner; // who accessed last
  private @Nullable DependenceNode writer; // who wrote last
  private DependenceNode[] readers = NO_NODES; // the last of each thread, while read-shared
  private int readerCount;

  PreciseReplay.@Nullable Accesses replayed; // by the replay that is under way

  /** Whether the access would change nothing: the node has done as much since anybody else came. */
  boolean isOwnedBy(DependenceNode node, boolean write) {
    return owner == node && (!write || (writer == node && state == State.WRITE_EXCLUSIVE));
  }

  /** Adds the nodes of other threads that an access by this one depends on, or more. */
  void addSources(int thread, boolean write, List<DependenceNode> sources) {
    if (!write && !hasWriter()) {
      return; // reads depend on each other only in place of the writer
    }
    if (state != State.READ_SHARED) {
      addSource(owner, thread, sources);
    } else if (write) {
      for (int i = 0; i < readerCount; i++) {
        addSource(readers[i], thread, sources);
      }
    } else if (readerOf(thread) < 0) {
      addSource(readers[0], thread, sources);
    }
  }

  private static void addSource(
      @Nullable DependenceNode node, int thread, List<DependenceNode> sources) {
    if (node != null && !node.collected && node.thread != thread) {
      sources.add(node);
    }
  }

  /** Makes the node the last one that accessed this. */
  void take(DependenceNode node, boolean write) {
    DependenceNode before = owner;
    owner = node;
    if (write) {
      state = State.WRITE_EXCLUSIVE;
      writer = node;
      readerCount = 0;
    } else if (state == State.READ_SHARED) {
      addReader(node);
    } else if (before == null || before.collected) {
      state = State.READ_EXCLUSIVE;
    } else if (before.thread != node.thread) {
      if (state == State.WRITE_EXCLUSIVE && hasWriter()) {
        state = State.READ_EXCLUSIVE; // the node depends on the one before and stands for both
      } else {
        state = State.READ_SHARED;
        readerCount = 0;
        addReader(before);
        addReader(node);
      }
    }
  }

  private boolean hasWriter() {
    return writer != null && !writer.collected;
  }

  /** A write by somebody whom no running transaction reaches, nor therefore those before. */
  void free() {
    state = State.FREE;
    owner = null;
    writer = null;
    readerCount = 0;
  }

  private void addReader(DependenceNode node) {
    int own = readerOf(node.thread);
    if (own >= 0) {
      readers[own] = node;
      return;
    }
    dropCollectedReaders();
    if (readerCount == readers.length) {
      readers = Arrays.copyOf(readers, Math.max(2, 2 * readerCount));
    }
    readers[readerCount++] = node;
  }

  private int readerOf(int thread) {
    for (int i = 0; i < readerCount; i++) {
      if (readers[i].thread == thread) {
        return i;
      }
    }
    return -1;
  }

  private void dropCollectedReaders() {
    int kept = 0;
    for (int i = 0; i < readerCount; i++) {
      if (!readers[i].collected) {
        readers[kept++] = readers[i];
      }
    }
    Arrays.fill(readers, kept, readerCount, null);
    readerCount = kept;
  }
}

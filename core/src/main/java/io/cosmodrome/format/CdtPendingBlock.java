package io.cosmodrome.format;

import org.jspecify.annotations.Nullable;

/**
 * A block on its way into a {@code cdt} file: its writer gathers the events, any thread encodes
 * them, and the writer puts them into the file when it is their turn.
 *
 * <p>Whoever comes first encodes: the thread that {@link #run} was given to, or the writer, if it
 * would otherwise wait for it.
 */
final class CdtPendingBlock implements Runnable {
  private enum State {
    GATHERED,
    TAKEN, // by the thread that encodes it
    ENCODED
  }

  final CdtBlockEncoder encoder;
  private State state = State.ENCODED; // guarded by this

  // of the thread that has the block in hand
  private final ByteSink events = new ByteSink();
  private int count;
  private int checksum;
  private int[] usedNames = new int[Cdt.KIND_COUNT];
  private @Nullable Throwable failure;

  CdtPendingBlock(int capacity) {
    this.encoder = new CdtBlockEncoder(capacity);
  }

  /** All events are there. */
  synchronized void gathered() {
    state = State.GATHERED;
  }

  private synchronized boolean take() {
    boolean isFree = state == State.GATHERED;
    if (isFree) {
      state = State.TAKEN;
    }
    return isFree;
  }

  /** Encodes the block, unless that is done already. */
  @Override
  public void run() {
    if (take()) {
      try {
        encode();
      } catch (Throwable e) { // the writer throws it
        failure = e;
      }
      synchronized (this) {
        state = State.ENCODED;
        notifyAll();
      }
    }
  }

  private void encode() {
    count = encoder.count();
    events.clear();
    usedNames = encoder.encode(events);
    checksum = Cdt.crc(events.array(), 0, events.size());
  }

  synchronized boolean isEncoded() {
    return state == State.ENCODED;
  }

  /** Waits until the block is encoded, or does it; throws what went wrong with that. */
  void await() {
    run();
    boolean interrupted = false;
    synchronized (this) {
      while (state != State.ENCODED) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure instanceof Error error) {
      throw error;
    } else if (failure != null) {
      throw new IllegalStateException("the events could not be encoded", failure);
    }
  }

  // ---- once it is encoded ----

  int count() {
    return count;
  }

  ByteSink events() {
    return events;
  }

  int checksum() {
    return checksum;
  }

  int[] usedNames() {
    return usedNames;
  }
}

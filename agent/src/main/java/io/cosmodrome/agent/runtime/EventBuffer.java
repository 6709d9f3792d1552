package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What one thread did and the {@link Recorder} has not written yet: a chain of chunks with one
 * producer, the thread, and one consumer, the recorder.
 *
 * <p>An entry is a {@code long}: four bits for the operation, 28 for the site, 32 for the target.
 * Where events come after those of other threads, the thread's clock stands before them, as an
 * entry of its own; what follows, up to the next clock, is a segment. The thread publishes how many
 * entries there are with a release store after each; the recorder never looks past what it has
 * acquired.
 *
 * <p>Adding costs about 2 ns and never blocks, except at the end of a chunk: there the thread waits
 * until the recorder has caught up. {@link #reserve} waits beforehand.
 */
final class EventBuffer {
  /** Instead of an operation: a clock, in the other 60 bits. */
  static final int CLOCK = 15;

  private static final int OP_SHIFT = 60;
  private static final int SITE_SHIFT = 32;
  private static final int SITE_MASK = (1 << (OP_SHIFT - SITE_SHIFT)) - 1;
  private static final int FIRST_CHUNK = 64;

  private static final long[] UNREAD = new long[1 << 10]; // where entries go that nobody wants

  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(EventBuffer.class, "count", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Room for entries. */
  static final class Chunk {
    final long[] entries;
    @Nullable Chunk next; // set before an entry in it is published

    Chunk(int size) {
      this.entries = new long[size];
    }
  }

  final Thread owner;
  final int slot;
  final int number; // of the thread
  int thread; // its id in the trace; the recorder's
  private final Recorder recorder;

  // ---- the producer's ----

  private Chunk last;
  private long[] entries; // of the last chunk
  private long start; // how many entries stand before the last chunk
  private long count; // all entries ever; read by the recorder, too
  private long clock; // the last one that was told

  // ---- the consumer's ----

  private Chunk first;
  private long taken; // how many entries were consumed
  private int at; // the next one in the first chunk
  private long limit; // how far the cut in hand goes
  private long nextClock; // of the segment at hand

  EventBuffer(Thread owner, int slot, int number, Recorder recorder) {
    this.owner = owner;
    this.slot = slot;
    this.number = number;
    this.recorder = recorder;
    this.last = new Chunk(FIRST_CHUNK);
    this.entries = last.entries;
    this.first = last;
  }

  // ---- for the thread ----

  void add(int op, int site, int target) {
    add((long) op << OP_SHIFT | (long) site << SITE_SHIFT | (target & 0xffff_ffffL));
  }

  /** Begins a segment; the clock is that of its first event. */
  @DontInline
  void addClock(long newClock) {
    add((long) CLOCK << OP_SHIFT | newClock);
    clock = newClock;
  }

  private void add(long entry) {
    long here = count;
    int index = (int) (here - start);
    if (index >= entries.length) {
      nextChunk();
      index = 0;
    }
    entries[index] = entry;
    COUNT.setRelease(this, here + 1);
  }

  /** Makes sure that a few entries can be added without waiting. */
  void reserve() {
    if (count - start > entries.length - 4) {
      // what is left of the chunk is filled with repetitions of the clock, which say nothing
      while (count - start < entries.length) {
        add((long) CLOCK << OP_SHIFT | clock);
      }
      nextChunk();
    }
  }

  @DontInline
  private void nextChunk() {
    start = count;
    entries = UNREAD; // if nothing is recorded any more
    if (recorder.awaitRoom()) {
      try {
        Chunk next = recorder.newChunk(2 * last.entries.length);
        last.next = next;
        last = next;
        entries = next.entries;
      } catch (OutOfMemoryError e) {
        recorder.fail(e);
      }
    }
  }

  // ---- for the recorder ----

  /** Fixes how far to read; to be called with the runtime's lock held. */
  void cut() {
    limit = (long) COUNT.getAcquire(this);
  }

  /** Whether the cut has nothing of this thread. */
  boolean isEmpty() {
    return taken == limit;
  }

  /** Whether the thread has ended and all of it was read. */
  boolean isOver() {
    return !owner.isAlive() && taken == (long) COUNT.getAcquire(this);
  }

  /** Forgets what is there; nobody may be adding. */
  void clear() {
    first = last;
    taken = count;
    at = (int) (count - start);
    limit = count;
    clock = 0;
  }

  /** The clock of the next entry's segment. */
  long clock() {
    return nextClock;
  }

  /** Reads clocks up to the next event; false if there is none. */
  boolean advance() {
    while (taken < limit) {
      long entry = peek();
      if (op(entry) != CLOCK) {
        return true;
      }
      nextClock = entry & (-1L >>> (Long.SIZE - OP_SHIFT));
      skip();
    }
    return false;
  }

  /** Hands over the rest of the segment in hand, to which {@link #advance} came. */
  void drain(TraceEncoder out) {
    while (taken < limit) {
      if (at == first.entries.length) {
        nextToRead();
      }
      int start = at;
      int end = (int) Math.min(first.entries.length, start + (limit - taken));
      at = out.events(thread, first.entries, start, end);
      taken += at - start;
      if (at < end) {
        return;
      }
    }
  }

  private long peek() {
    if (at == first.entries.length) {
      nextToRead();
    }
    return first.entries[at];
  }

  private void skip() {
    at++;
    taken++;
  }

  private void nextToRead() {
    Chunk next = first.next;
    if (next == null) {
      throw new IllegalStateException("entries were published that are not there");
    }
    recorder.chunkWasRead(first);
    first = next;
    at = 0;
  }

  static int op(long entry) {
    return (int) (entry >>> OP_SHIFT);
  }

  static int site(long entry) {
    return (int) (entry >>> SITE_SHIFT) & SITE_MASK;
  }

  static int target(long entry) {
    return (int) entry;
  }
}

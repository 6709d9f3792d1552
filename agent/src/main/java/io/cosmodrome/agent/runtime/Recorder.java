package io.cosmodrome.agent.runtime;

import io.cosmodrome.agent.runtime.EventBuffer.Chunk;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts what the program does into the order of a trace, while it runs, and passes it on: to a file,
 * or to an engine.
 *
 * <p>Every thread adds its events to an {@link EventBuffer} of its own, with a Lamport clock: when
 * the runtime finds that an event comes after one of another thread (same variable, lock, fork,
 * join), the thread's clock becomes greater than that event's. So of two events that conflict, the
 * earlier one has the smaller clock, and within a thread clocks never fall: told by their clocks,
 * events are in an order that the run could have had.
 *
 * <p>Not all of that need be sorted. What a thread does from one such moment to the next, a
 * segment, comes after nobody's events but those that its start comes after. So segments are taken
 * as a whole, in the order of the clocks at their starts: if an event comes after one of another
 * thread, its segment's start has a greater clock than that event, and so than the start of that
 * one's segment.
 *
 * <p>The recorder's thread does not wait for the end to sort them. It takes cuts: holding the
 * runtime's lock, it reads how far each buffer is filled. Let an event f in the cut come after e of
 * another thread. Whoever did f found e's epoch in the variable (lock, thread) and took the edge
 * under the lock, before it added f; so the lock was held for that before the cut. And e was added
 * before that: e's thread adds it before it makes the access (leaves the lock, starts the thread)
 * that the program's synchronization lets the other one see. Hence e is in this cut or an earlier
 * one, and each cut can be sorted and written on its own: no thread that idles holds anything up.
 * Two accesses that race may be told in either order, as they may be without a recorder.
 *
 * <p>Memory: at most one chunk for each living thread, and as many chunks as the buffer allows that
 * wait to be written. A thread that needs one more waits for the recorder; it holds no lock of ours
 * then, and the recorder needs none of the program's. Should the recorder be dead or stuck all the
 * same, the program goes on without: the trace ends there, without its index, and the agent says
 * so. Whatever was lost, the trace is left without index, so that who reads it knows.
 */
public final class Recorder {
  private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long LOOK_AGAIN_MILLIS = 20;
  private static final int SMALLEST_CHUNK = 64;
  private static final int LARGEST_CHUNK = 1 << 12;
  private static final int ENTRIES_IN_KIB = 1024 / Long.BYTES;

  private static final Comparator<EventBuffer> IN_ORDER =
      Comparator.comparingLong(EventBuffer::clock).thenComparingInt(buffer -> buffer.slot);

  private final InlineRuntime runtime;
  private final boolean every;
  private final int chunkSize; // entries of a chunk, at the most
  private final int maxWaiting;
  private final FieldNames fieldNames = new FieldNames();

  // guarded by the runtime's lock
  final RecordedNames names = new RecordedNames(fieldNames);
  private final List<EventBuffer> buffers = new ArrayList<>();
  private List<String> newThreads = new ArrayList<>(); // names of those that the trace may need
  private int threads;

  // shared between the recorder's thread and the program's
  private final AtomicInteger waiting = new AtomicInteger(); // full chunks
  private final Object bell = new Object(); // rung when there is work, or room, or nothing more
  private final Deque<Chunk> free = new ArrayDeque<>(); // guarded by the bell
  private volatile boolean idle; // the recorder waits for work
  private volatile boolean closing;
  private volatile boolean stopped; // nothing is read any more
  private volatile long progress; // how much was read; the recorder's thread writes it
  private volatile @Nullable String problem;

  // the recorder's thread's own
  private final PriorityQueue<EventBuffer> queue = new PriorityQueue<>(IN_ORDER);
  private @Nullable TraceEncoder encoder;
  private @Nullable Thread thread;

  /**
   * What was recorded.
   *
   * @param problem why the trace is not whole, or null
   */
  public record Result(long events, int threads, @Nullable String problem) {}

  /**
   * @param bufferKib how much may wait to be written
   * @param every whether accesses are told that repeat an earlier one
   */
  Recorder(InlineRuntime runtime, int bufferKib, boolean every) {
    this.runtime = runtime;
    this.every = every;
    int entries = bufferKib * ENTRIES_IN_KIB;
    this.chunkSize = Math.min(LARGEST_CHUNK, Math.max(SMALLEST_CHUNK, entries / 16));
    this.maxWaiting = Math.max(2, entries / chunkSize);
  }

  public FieldNames fieldNames() {
    return fieldNames;
  }

  /** Whether also such accesses and blocks are told as change no verdict. */
  public boolean tellsEvery() {
    return every;
  }

  // ---- life ----

  /** Forgets what was recorded so far and starts to write; no other thread may run yet. */
  public void start(TraceOutput output) {
    synchronized (runtime.lock) {
      names.restart();
      buffers.removeIf(buffer -> !buffer.owner.isAlive());
      buffers.forEach(EventBuffer::clear);
    }
    waiting.set(0);
    TraceEncoder out = new TraceEncoder(output, runtime.sites);
    encoder = out;
    thread = Helpers.newThread(() -> run(out), "cosmodrome-recorder");
    thread.start();
  }

  /** Writes what is there and ends the trace; what threads do from now on is not recorded. */
  public Result close() {
    closing = true;
    ring();
    waitUntil(() -> stopped);
    stopped = true;
    TraceEncoder written = encoder;
    return written == null
        ? new Result(0, 0, "it did not start")
        : new Result(written.events(), written.threads(), problem);
  }

  private void run(TraceEncoder out) {
    try {
      long flushed = System.nanoTime();
      while (!closing && !stopped) {
        awaitWork();
        writeCut(out);
        if (System.nanoTime() - flushed >= FLUSH_NANOS) {
          out.flush();
          flushed = System.nanoTime();
        }
      }
      writeCut(out);
      if (problem == null) {
        problem = losses(out);
      }
      out.close(problem == null);
    } catch (Throwable failure) {
      fail(failure);
    } finally {
      stopped = true;
      ring();
    }
  }

  /** What is missing in the trace, or null. */
  private @Nullable String losses(TraceEncoder out) {
    synchronized (runtime.lock) {
      String failure = runtime.describeFailures();
      if (failure == null && out.leftOut() > 0) {
        return out.leftOut() + " events of locks do not fit";
      }
      return failure;
    }
  }

  @SuppressWarnings("WaitNotInLoop") // a cut more does no harm
  private void awaitWork() throws InterruptedException {
    synchronized (bell) {
      idle = true;
      if (waiting.get() <= maxWaiting / 4 && !closing) {
        bell.wait(TimeUnit.NANOSECONDS.toMillis(FLUSH_NANOS));
      }
      idle = false;
    }
  }

  /** Recording goes no further; the program does. */
  void fail(Throwable why) {
    if (problem == null) {
      problem = why.toString();
    }
    stopped = true;
    ring();
  }

  private void ring() {
    synchronized (bell) {
      bell.notifyAll();
    }
  }

  // ---- writing ----

  private void writeCut(TraceEncoder out) throws IOException {
    List<EventBuffer> cut = new ArrayList<>();
    List<EventBuffer> over = new ArrayList<>();
    RecordedNames.Pending newNames;
    List<String> newThreadNames;
    synchronized (runtime.lock) {
      if (stopped) {
        return;
      }
      buffers.removeIf(buffer -> buffer.isOver() && over.add(buffer));
      for (EventBuffer buffer : buffers) {
        buffer.cut();
        if (!buffer.isEmpty()) {
          cut.add(buffer);
        }
      }
      newNames = names.take();
      newThreadNames = newThreads;
      newThreads = new ArrayList<>();
    }
    out.addNames(newNames, newThreadNames);
    over.forEach(buffer -> out.over(buffer.number));
    merge(cut, out);
    out.endCut();
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes it
  private void merge(List<EventBuffer> cut, TraceEncoder out) {
    for (EventBuffer buffer : cut) {
      buffer.thread = out.threadId(buffer.number);
      if (buffer.advance()) {
        queue.add(buffer);
      }
    }
    for (EventBuffer first; (first = queue.poll()) != null; ) {
      EventBuffer second = queue.peek();
      boolean more = true;
      while (more && (second == null || IN_ORDER.compare(first, second) <= 0)) {
        first.drain(out);
        more = first.advance();
      }
      progress++;
      if (more) {
        queue.add(first);
      }
    }
  }

  // ---- for the program's threads ----

  /** A thread appears; the runtime's lock is held. */
  EventBuffer newBuffer(Thread owner, int slot, int number) {
    EventBuffer buffer = new EventBuffer(owner, slot, number, this);
    buffers.add(buffer);
    return buffer;
  }

  /** A number for a thread that does something or is started; the runtime's lock is held. */
  int newThread(Thread owner) {
    newThreads.add(ThreadKinds.name(owner));
    return threads++;
  }

  /** An id for the lock of an object that is used for the first time. */
  int newLock(Object object) {
    synchronized (runtime.lock) {
      boolean isArray = object.getClass().isArray();
      int number = isArray ? runtime.arrays.get(object).number(names) : 0;
      return names.newLock(object, number);
    }
  }

  /** An id for the lock that is such an object; -1 if it is gone. */
  int newLock(SyncState state) {
    synchronized (runtime.lock) {
      Object object = state.get();
      return object == null ? -1 : names.newLock(object, number(state, object));
    }
  }

  /** A variable that stands for one event on such an object, after which others come. */
  int newMessage(SyncState state) {
    synchronized (runtime.lock) {
      Object object = state.get();
      return object == null
          ? -1
          : names.newElements(object, number(state, object), state.messages++, 1);
    }
  }

  private int number(SyncState state, Object object) {
    if (state.number == 0) {
      state.number = names.number(object);
    }
    return state.number;
  }

  /** A chunk is full: waits until another one may be used. False if nothing is read any more. */
  boolean awaitRoom() {
    if (waiting.get() >= maxWaiting) {
      waitUntil(() -> stopped || waiting.get() < maxWaiting);
    }
    if (stopped) {
      return false;
    }
    if (waiting.incrementAndGet() > maxWaiting / 4 && idle) {
      ring();
    }
    return true;
  }

  /** A chunk of this size, or of the largest there is. */
  Chunk newChunk(int size) {
    if (size >= chunkSize) {
      synchronized (bell) {
        Chunk used = free.poll();
        if (used != null) {
          return used;
        }
      }
    }
    return new Chunk(Math.min(size, chunkSize));
  }

  /** A full chunk was read. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes it
  void chunkWasRead(Chunk chunk) {
    progress++;
    if (chunk.entries.length == chunkSize) {
      chunk.next = null;
      synchronized (bell) {
        free.push(chunk);
      }
    }
    if (waiting.decrementAndGet() == maxWaiting / 2) {
      ring();
    }
  }

  /** Waits, but not for a recorder that is dead or stuck. Interrupts are kept for the program. */
  private void waitUntil(BooleanSupplier condition) {
    boolean interrupted = false;
    long before = progress;
    long start = System.nanoTime();
    synchronized (bell) {
      while (!condition.getAsBoolean()) {
        if (progress != before) {
          before = progress;
          start = System.nanoTime();
        }
        Thread recorder = thread;
        if (recorder != null && !recorder.isAlive()) {
          fail(new IllegalStateException("the recorder's thread has died"));
        } else if (System.nanoTime() - start > PATIENCE_NANOS) {
          fail(new IllegalStateException("the recorder's thread does not get on"));
        }
        try {
          bell.wait(LOOK_AGAIN_MILLIS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

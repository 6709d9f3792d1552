package io.cosmodrome.format;

import io.cosmodrome.trace.EventBatch;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a {@code cdt} trace in order, their events decoded by other threads meanwhile.
 *
 * <p>Blocks are read one after the other by the caller's thread; decoding them, which takes most of
 * the time, needs nothing but the block. A damaged block is thrown in its turn, after everything
 * before it was given out. Memory: two blocks for each thread.
 */
final class CdtAhead implements Closeable {
  private final CdtStream stream;
  private final int blocksAhead;
  private final ExecutorService threads;
  private final Deque<Future<Block>> underWay = new ArrayDeque<>();
  private final Deque<Decoded> idle = new ArrayDeque<>();
  private @Nullable IOException end; // why no more blocks can be read
  private boolean ended;

  CdtAhead(CdtStream stream, int threads) {
    this.stream = stream;
    this.blocksAhead = 2 * threads;
    this.threads = Executors.newFixedThreadPool(threads, CdtAhead::decoderThread);
  }

  private static Thread decoderThread(Runnable work) {
    Thread thread = new Thread(work, "decode");
    thread.setDaemon(true);
    return thread;
  }

  /** The next block, or empty after the last one. Give it {@linkplain #giveBack back} after use. */
  Optional<Block> next() throws IOException {
    while (!ended && underWay.size() < blocksAhead) {
      readBlock();
    }
    Future<Block> first = underWay.poll();
    if (first == null) {
      if (end != null) {
        throw end;
      }
      return Optional.empty();
    }
    try {
      return Optional.of(first.get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MalformedTraceException damage) {
        throw damage;
      }
      throw new IllegalStateException("decoding failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a block was decoded");
    }
  }

  private void readBlock() {
    try {
      Optional<CdtBlockHeader> next = stream.next();
      if (next.isEmpty()) {
        ended = true;
        return;
      }
      CdtBlockHeader header = next.get();
      ByteSource names = stream.names(header).copy();
      ByteSource events = stream.events(header).copy();
      Decoded decoded = idle.isEmpty() ? new Decoded() : idle.remove();
      underWay.add(
          threads.submit(
              () -> {
                decoded.decode(header, events);
                return new Block(header, names, decoded);
              }));
    } catch (IOException e) {
      ended = true;
      end = e;
    }
  }

  /** Allows the block's memory to be used for another one. */
  void giveBack(Block block) {
    idle.add(block.events);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** A block with its events decoded and its names still to be read. */
  record Block(CdtBlockHeader header, ByteSource names, Decoded events) {}

  /** The events of a block. */
  static final class Decoded implements EventSink {
    private final CdtBlockDecoder decoder = new CdtBlockDecoder();
    private final List<EventBatch> batches = new ArrayList<>();
    private int filled; // how many of the batches hold events of this block

    private void decode(CdtBlockHeader header, ByteSource in) throws MalformedTraceException {
      filled = 0;
      decoder.decode(header, in, this);
    }

    @Override
    public void event(int op, int thread, int target, int location) {
      throw new UnsupportedOperationException("blocks are decoded in batches");
    }

    @Override
    public void events(EventBatch batch) {
      if (filled == batches.size()) {
        batches.add(new EventBatch());
      }
      batches.get(filled).set(batch);
      filled++;
    }

    void deliver(EventSink sink) {
      for (int i = 0; i < filled; i++) {
        sink.events(batches.get(i));
      }
    }
  }
}

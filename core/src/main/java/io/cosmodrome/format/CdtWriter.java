package io.cosmodrome.format;

import io.cosmodrome.trace.EventBatch;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code cdt} traces.
 *
 * <p>Events are gathered into blocks; a block goes out when it is full or {@linkplain #flush asked
 * for}. Other threads may be given the work of encoding blocks. Memory: one block, as many as are
 * encoded at a time, and twelve bytes for each block written. Not thread-safe.
 */
public final class CdtWriter implements TraceWriter {
  private static final int BLOCK_EVENTS = 1 << 15;
  private static final CdtPendingBlock NO_EVENTS = new CdtPendingBlock(0);

  private final OutputStream out;
  private final Symbols symbols;
  private final CdtIndex index;
  private final int[] definedNames;
  private final Executor encoders;
  private final int maxPending;
  private final Deque<CdtPendingBlock> pending = new ArrayDeque<>(); // gathered, not yet written
  private final Deque<CdtPendingBlock> spare = new ArrayDeque<>();
  private CdtPendingBlock gathering = new CdtPendingBlock(BLOCK_EVENTS);
  private CdtBlockEncoder encoder = gathering.encoder;
  private final CdtNames names = new CdtNames();
  private final ByteSink block = new ByteSink();
  private final ByteSink namesPart = new ByteSink();
  private long offset; // where the next block will stand
  private boolean finished;
  private @Nullable IOException failure;

  /**
   * Starts a new trace.
   *
   * @param symbols the names of the ids that will be given; may still grow
   */
  public CdtWriter(OutputStream out, Symbols symbols) throws IOException {
    this(out, symbols, Runnable::run, 0);
  }

  /**
   * Starts a new trace whose blocks are encoded while others are gathered.
   *
   * @param symbols the names of the ids that will be given; may still grow
   * @param encoders runs what it is given on other threads
   * @param maxPending how many blocks may be encoded at a time
   */
  public CdtWriter(OutputStream out, Symbols symbols, Executor encoders, int maxPending)
      throws IOException {
    this(
        out,
        symbols,
        encoders,
        maxPending,
        new CdtIndex(),
        new int[Cdt.KIND_COUNT],
        Cdt.HEADER_SIZE);
    out.write(Cdt.header());
  }

  private CdtWriter(
      OutputStream out,
      Symbols symbols,
      Executor encoders,
      int maxPending,
      CdtIndex index,
      int[] definedNames,
      long offset) {
    this.out = out;
    this.symbols = symbols;
    this.encoders = encoders;
    this.maxPending = maxPending;
    this.index = index;
    this.definedNames = definedNames;
    this.offset = offset;
  }

  /**
   * Goes on with a trace whose writer was interrupted, or finished: what follows the last whole
   * block is cut off. {@link #symbols} then holds the names so far; new ones are to be added to it.
   *
   * @throws MalformedTraceException if the file is not a cdt trace
   */
  public static CdtWriter append(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      CdtStream stream = new CdtStream(Channels.newInputStream(channel), channel.size());
      Symbols symbols = readSymbols(stream);
      channel.truncate(stream.offset());
      channel.position(stream.offset());
      return new CdtWriter(
          Channels.newOutputStream(channel),
          symbols,
          Runnable::run,
          0,
          stream.seen(),
          stream.definedNames(),
          stream.offset());
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The names of all whole blocks. */
  private static Symbols readSymbols(CdtStream stream) throws IOException {
    Symbols symbols = new Symbols();
    CdtNames names = new CdtNames();
    Optional<CdtBlockHeader> block = nextWhole(stream);
    while (block.isPresent()) {
      names.read(block.get(), stream.names(block.get()), symbols);
      block = nextWhole(stream);
    }
    return symbols;
  }

  private static Optional<CdtBlockHeader> nextWhole(CdtStream stream) throws IOException {
    try {
      return stream.next();
    } catch (MalformedTraceException e) {
      return Optional.empty();
    }
  }

  /** The names of the ids that this writer takes. */
  public Symbols symbols() {
    return symbols;
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (op == Op.HIDDEN || failure != null) {
      return;
    }
    try {
      encoder.add(op, thread, target, location);
    } catch (IllegalArgumentException e) {
      throw failed(e);
    }
    if (encoder.isFull()) {
      nextBlock(maxPending);
    }
  }

  @Override
  public void events(EventBatch batch) {
    for (int next = 0; next < batch.size() && failure == null; ) {
      try {
        next = encoder.add(batch, next);
      } catch (IllegalArgumentException e) {
        throw failed(e);
      }
      if (encoder.isFull()) {
        nextBlock(maxPending);
      }
    }
  }

  /** Writes the events so far, so that they are in the file whatever happens to this program. */
  public void flush() {
    nextBlock(0);
    if (failure == null) {
      try {
        out.flush();
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  /**
   * Lets the names of variables go that are written. For a program that names new ones for as long
   * as it runs; nobody else may need them.
   */
  public void forgetVariables() {
    symbols.variables().forget(definedNames[Cdt.VARIABLE]);
  }

  /** Starts to encode what was gathered, and writes what is encoded, so that few are pending. */
  private void nextBlock(int maxLeft) {
    if (failure != null) {
      return;
    }
    try {
      if (encoder.count() > 0) {
        CdtPendingBlock full = gathering;
        full.gathered();
        pending.add(full);
        encoders.execute(full);
        if (pending.size() > maxPending) {
          full.run(); // the others have enough to do
        }
        gathering = spare.isEmpty() ? new CdtPendingBlock(BLOCK_EVENTS) : spare.remove();
        encoder = gathering.encoder;
      }
      for (CdtPendingBlock first; (first = pending.peek()) != null; ) {
        if (pending.size() <= maxLeft && !first.isEncoded()) {
          return;
        }
        first.await();
        writeBlocks(first);
        spare.add(pending.remove());
      }
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  private RuntimeException failed(RuntimeException cause) {
    failure = new IOException("the events could not be written", cause); // and no others can
    return cause;
  }

  /** Writes a block, after blocks of names alone if there are too many for one. */
  private void writeBlocks(CdtPendingBlock encoded) {
    boolean allDefined;
    do {
      int[] namesBefore = definedNames.clone();
      namesPart.clear();
      allDefined = names.write(symbols, definedNames, encoded.usedNames(), namesPart);
      block.clear();
      header(allDefined ? encoded : NO_EVENTS, namesBefore).write(block);
      block.put(namesPart.array(), 0, namesPart.size());
      if (allDefined) {
        block.put(encoded.events().array(), 0, encoded.events().size());
      }
      index.add(offset, allDefined ? encoded.count() : 0);
      write(block);
    } while (!allDefined);
  }

  private CdtBlockHeader header(CdtPendingBlock events, int[] namesBefore) {
    List<Integer> namesHere =
        IntStream.range(0, Cdt.KIND_COUNT)
            .mapToObj(kind -> definedNames[kind] - namesBefore[kind])
            .toList();
    return new CdtBlockHeader(
        events.count(),
        index.events(),
        Arrays.stream(namesBefore).boxed().toList(),
        namesHere,
        namesPart.size(),
        events.events().size(),
        Cdt.crc(namesPart.array(), 0, namesPart.size()),
        events.checksum());
  }

  private void write(ByteSink bytes) {
    if (failure == null) {
      try {
        out.write(bytes.array(), 0, bytes.size());
        offset += bytes.size();
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  @Override
  public void finish() {
    nextBlock(0);
    block.clear();
    index.write(offset, block);
    write(block);
    finished = true;
  }

  @Override
  public boolean isDone() {
    return failure != null;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      if (!finished) {
        nextBlock(0);
      }
    } catch (IOException e) {
      if (failure == null) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}

package io.cosmodrome.format;

import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code cdt} traces.
 *
 * <p>Events are gathered into blocks; a block goes out when it is full or {@linkplain #flush asked
 * for}. Memory: one block, and twelve bytes for each block written. Not thread-safe.
 */
public final class CdtWriter implements TraceWriter {
  private static final int BLOCK_EVENTS = 1 << 15;

  private final OutputStream out;
  private final Symbols symbols;
  private final CdtIndex index;
  private final int[] definedNames;
  private final CdtBlockEncoder encoder = new CdtBlockEncoder(BLOCK_EVENTS);
  private final CdtNames names = new CdtNames();
  private final ByteSink block = new ByteSink();
  private final ByteSink body = new ByteSink();
  private long offset; // where the next block will stand
  private boolean finished;
  private @Nullable IOException failure;

  /**
   * Starts a new trace.
   *
   * @param symbols the names of the ids that will be given; may still grow
   */
  public CdtWriter(OutputStream out, Symbols symbols) throws IOException {
    this(out, symbols, new CdtIndex(), new int[Cdt.KIND_COUNT], Cdt.HEADER_SIZE);
    out.write(Cdt.header());
  }

  private CdtWriter(
      OutputStream out, Symbols symbols, CdtIndex index, int[] definedNames, long offset) {
    this.out = out;
    this.symbols = symbols;
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
      writeBlock();
    }
  }

  /** Writes the events so far, so that they are in the file whatever happens to this program. */
  public void flush() {
    if (failure == null && encoder.count() > 0) {
      writeBlock();
    }
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

  /** Writes the gathered events, after blocks of names alone if there are too many for one. */
  private void writeBlock() {
    try {
      writeBlocks();
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  private RuntimeException failed(RuntimeException cause) {
    failure = new IOException("the events could not be written", cause); // and no others can
    return cause;
  }

  private void writeBlocks() {
    int[] usedNames = encoder.usedNames();
    boolean allDefined;
    do {
      int[] namesBefore = definedNames.clone();
      body.clear();
      allDefined = names.write(symbols, definedNames, usedNames, body);
      int namesSize = body.size();
      int events = allDefined ? encoder.count() : 0;
      if (allDefined) {
        encoder.encode(body);
      }
      writeBlock(header(events, namesBefore, namesSize));
    } while (!allDefined);
  }

  private CdtBlockHeader header(int events, int[] namesBefore, int namesSize) {
    List<Integer> namesHere =
        IntStream.range(0, Cdt.KIND_COUNT)
            .mapToObj(kind -> definedNames[kind] - namesBefore[kind])
            .toList();
    int eventsSize = body.size() - namesSize;
    return new CdtBlockHeader(
        events,
        index.events(),
        Arrays.stream(namesBefore).boxed().toList(),
        namesHere,
        namesSize,
        eventsSize,
        Cdt.crc(body.array(), 0, namesSize),
        Cdt.crc(body.array(), namesSize, eventsSize));
  }

  private void writeBlock(CdtBlockHeader header) {
    block.clear();
    header.write(block);
    block.put(body.array(), 0, body.size());
    index.add(offset, header.events());
    write(block);
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
    if (failure == null && encoder.count() > 0) {
      writeBlock();
    }
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
      if (!finished && failure == null && encoder.count() > 0) {
        writeBlock();
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

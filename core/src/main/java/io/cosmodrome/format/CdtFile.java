package io.cosmodrome.format;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Symbols;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The blocks of a {@code cdt} file in any order, for decoding on several cores.
 *
 * <p>The blocks are found by the index at the end of the file; if that is missing or damaged, by
 * going through the file up to the damage. All methods may be called from any number of threads.
 */
public final class CdtFile implements Closeable {
  private final FileChannel channel;
  private final long size;
  private final CdtIndex index;
  private final long[] firstEvents; // by block
  private final Optional<String> loss;
  private final Queue<Decoder> idleDecoders = new ConcurrentLinkedQueue<>();

  private CdtFile(FileChannel channel, CdtIndex index, Optional<String> loss) throws IOException {
    this.channel = channel;
    this.size = channel.size();
    this.index = index;
    this.loss = loss;
    this.firstEvents = new long[index.blocks()];
    long events = 0;
    for (int block = 0; block < firstEvents.length; block++) {
      firstEvents[block] = events;
      events += index.count(block);
    }
  }

  /**
   * Opens a file.
   *
   * @throws MalformedTraceException if the file is not a cdt trace, or is cut or damaged and {@code
   *     options} are strict
   */
  public static CdtFile open(Path file, ReadOptions options) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      CdtStream stream = new CdtStream(Channels.newInputStream(channel), channel.size());
      Optional<CdtIndex> index = readIndex(channel);
      return index.isPresent()
          ? new CdtFile(channel, index.get(), Optional.empty())
          : scan(channel, stream, options);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The index, if the end of the file is one. */
  private static Optional<CdtIndex> readIndex(FileChannel channel) throws IOException {
    long size = channel.size();
    if (size < Cdt.HEADER_SIZE + CdtIndex.size(0)) {
      return Optional.empty();
    }
    byte[] end = read(channel, size - CdtIndex.END_SIZE, new byte[CdtIndex.END_SIZE]);
    long start = CdtIndex.place(end);
    if (start < Cdt.HEADER_SIZE || start > size - CdtIndex.size(0)) {
      return Optional.empty();
    }
    try {
      byte[] bytes = read(channel, start, new byte[Math.toIntExact(size - start)]);
      return Optional.of(CdtIndex.read("byte " + start, bytes, start));
    } catch (MalformedTraceException e) {
      return Optional.empty();
    }
  }

  private static CdtFile scan(FileChannel channel, CdtStream stream, ReadOptions options)
      throws IOException {
    try {
      boolean more = true;
      while (more) {
        more = stream.next().isPresent();
      }
      return new CdtFile(channel, stream.seen(), Optional.empty());
    } catch (MalformedTraceException e) {
      if (options.strict()) {
        throw e;
      }
      String loss = CdtReader.loss(e, stream.seen().events());
      return new CdtFile(channel, stream.seen(), Optional.of(loss));
    }
  }

  public int blockCount() {
    return index.blocks();
  }

  /** How many events all blocks hold. */
  public long eventCount() {
    return index.events();
  }

  /** How many events the block holds. */
  public int eventCount(int block) {
    return index.count(block);
  }

  /** The position in the trace of the block's first event. */
  public long firstEvent(int block) {
    return firstEvents[block];
  }

  /** What part of a cut or damaged file is in none of the blocks, in one line, for users. */
  public Optional<String> loss() {
    return loss;
  }

  /**
   * Pushes the events of one block into {@code sink}, all of them or none. Does not {@linkplain
   * EventSink#finish finish} the sink.
   *
   * @throws MalformedTraceException if the block is damaged
   */
  public void decodeBlock(int block, EventSink sink) throws IOException {
    Decoder decoder = idleDecoders.poll();
    if (decoder == null) {
      decoder = new Decoder();
    }
    decoder.decode(block, sink);
    idleDecoders.add(decoder);
  }

  /** Reads the names of all ids; only the names, so this is fast. */
  public Symbols readSymbols() throws IOException {
    Symbols symbols = new Symbols();
    CdtNames names = new CdtNames();
    for (int block = 0; block < index.blocks(); block++) {
      CdtBlockHeader header = readHeader(block);
      for (int kind = 0; kind < Cdt.KIND_COUNT; kind++) {
        int defined = symbols.table(Cdt.KINDS.get(kind)).count();
        if (header.namesBefore().get(kind) != defined) {
          throw malformed(block, "expected the names to go on after " + defined);
        }
      }
      byte[] bytes = readPart(block, 0, header.namesSize(), header.namesCrc(), new byte[0]);
      names.read(header, new ByteSource(place(block), bytes, 0, header.namesSize()), symbols);
    }
    return symbols;
  }

  private CdtBlockHeader readHeader(int block) throws IOException {
    long offset = index.offset(block);
    if (offset < 0 || offset > size - CdtBlockHeader.SIZE) {
      throw malformed(block, "the file ends before the block");
    }
    byte[] bytes = read(channel, offset, new byte[CdtBlockHeader.SIZE]);
    CdtBlockHeader header = CdtBlockHeader.read(place(block), bytes);
    if (header.events() != index.count(block) || header.firstEvent() != firstEvents[block]) {
      throw malformed(block, "expected the block that the index names, found another");
    }
    return header;
  }

  /** Reads a part of a block into {@code buffer}, or into a new array if that is too small. */
  private byte[] readPart(int block, int start, int length, int crc, byte[] buffer)
      throws IOException {
    long offset = index.offset(block) + CdtBlockHeader.SIZE + start;
    if (length > size - offset) {
      throw malformed(block, "the file ends inside the block");
    }
    byte[] bytes = length <= buffer.length ? buffer : new byte[length];
    readFully(channel, offset, ByteBuffer.wrap(bytes, 0, length));
    if (Cdt.crc(bytes, 0, length) != crc) {
      throw malformed(block, "checksum mismatch");
    }
    return bytes;
  }

  private static byte[] read(FileChannel channel, long offset, byte[] bytes) throws IOException {
    readFully(channel, offset, ByteBuffer.wrap(bytes));
    return bytes;
  }

  private static void readFully(FileChannel channel, long offset, ByteBuffer buffer)
      throws IOException {
    long at = offset;
    while (buffer.hasRemaining()) {
      int got = channel.read(buffer, at);
      if (got < 0) {
        throw new MalformedTraceException(
            "byte " + at, "the file became shorter while it was read");
      }
      at += got;
    }
  }

  private String place(int block) {
    return String.format(Locale.ROOT, "byte %d of %d, block %d", index.offset(block), size, block);
  }

  private MalformedTraceException malformed(int block, String problem) {
    return new MalformedTraceException(place(block), problem);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** The arrays that decoding a block needs, used by one thread at a time. */
  private final class Decoder {
    private final CdtBlockDecoder events = new CdtBlockDecoder();
    private byte[] bytes = new byte[0];

    void decode(int block, EventSink sink) throws IOException {
      CdtBlockHeader header = readHeader(block);
      int length = header.eventsSize();
      bytes = readPart(block, header.namesSize(), length, header.eventsCrc(), bytes);
      events.decode(header, new ByteSource(place(block), bytes, 0, length), sink);
    }
  }
}

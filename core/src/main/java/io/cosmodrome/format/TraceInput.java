package io.cosmodrome.format;

import io.cosmodrome.trace.MalformedTraceException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The bytes of a trace: a file or a stream, decompressed if its first bytes say that it is gzip or
 * zstd.
 */
public final class TraceInput implements Closeable {
  private static final int HEAD = 4096;
  private static final int MAGIC = 4;

  private final String name;
  private final StoredStream stored;
  private final long size;
  private final boolean isCompressed;
  private final PushbackInputStream content;

  private TraceInput(String name, InputStream in, long size) throws IOException {
    this.name = name;
    this.stored = new StoredStream(in);
    this.size = size;
    PushbackInputStream start = new PushbackInputStream(stored, MAGIC);
    byte[] magic = start.readNBytes(MAGIC);
    start.unread(magic);
    InputStream plain = start;
    if (isGzip(magic)) {
      plain = DecompressedStream.gzip(start, stored);
    } else if (isZstd(magic)) {
      plain = DecompressedStream.zstd(start, stored);
    }
    this.isCompressed = plain != start;
    this.content = new PushbackInputStream(plain, HEAD);
  }

  static TraceInput of(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      return new TraceInput(file.toString(), Channels.newInputStream(channel), channel.size());
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  static TraceInput of(InputStream in, String name) throws IOException {
    return new TraceInput(name, in, -1);
  }

  /** How users know it: a file name. */
  public String name() {
    return name;
  }

  /** What is left to read, decompressed. */
  InputStream stream() {
    return content;
  }

  /** The next bytes, up to some thousand, without taking them; fewer if damage comes first. */
  byte[] peek() throws IOException {
    byte[] head = new byte[HEAD];
    int length = 0;
    try {
      int got = 0;
      while (got >= 0 && length < HEAD) {
        length += got;
        got = content.read(head, length, HEAD - length);
      }
    } catch (MalformedTraceException e) {
      // the reader will come to it again
    }
    content.unread(head, 0, length);
    return Arrays.copyOf(head, length);
  }

  /** How much was read, as stored; any thread may ask. */
  long bytesRead() {
    return stored.count();
  }

  /** The size as stored, or -1. */
  long size() {
    return size;
  }

  /** The size decompressed, or -1. */
  long contentSize() {
    return isCompressed ? -1 : size;
  }

  @Override
  public void close() throws IOException {
    content.close();
  }

  private static boolean isGzip(byte[] magic) {
    return magic.length >= 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
  }

  private static boolean isZstd(byte[] magic) {
    return magic.length == MAGIC && LittleEndian.getInt(magic, 0) == 0xFD2FB528;
  }
}

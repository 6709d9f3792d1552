package io.cosmodrome.format;

import io.cosmodrome.trace.MalformedTraceException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a trace: a file or a stream, decompressed if its first bytes say that it is gzip or
 * zstd.
 */
public final class TraceInput implements Closeable {
  private static final int HEAD = 4096;
  private static final int BUFFER = 1 << 16;

  private final String name;
  private final CountingStream stored;
  private final long size;
  private final Optional<FileChannel> channel;
  private final PushbackInputStream content;

  private TraceInput(String name, CountingStream stored, long size, Optional<FileChannel> channel)
      throws IOException {
    this.name = name;
    this.stored = stored;
    this.size = size;
    PushbackInputStream start = new PushbackInputStream(stored, 4);
    byte[] magic = start.readNBytes(4);
    start.unread(magic);
    InputStream plain = isGzip(magic) ? new GzipContent(start, stored) : start;
    this.channel = plain == start ? channel : Optional.empty();
    this.content = new PushbackInputStream(plain, HEAD);
  }

  static TraceInput of(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      CountingStream stored = new CountingStream(Channels.newInputStream(channel));
      return new TraceInput(file.toString(), stored, channel.size(), Optional.of(channel));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  static TraceInput of(InputStream in, String name) throws IOException {
    return new TraceInput(name, new CountingStream(in), -1, Optional.empty());
  }

  String name() {
    return name;
  }

  /** What is left to read, decompressed. */
  InputStream stream() {
    return content;
  }

  /** The file for random access, if this is a file and not compressed. */
  Optional<FileChannel> channel() {
    return channel;
  }

  /** The next bytes, up to some thousand, without taking them. */
  byte[] peek() throws IOException {
    byte[] head = content.readNBytes(HEAD);
    content.unread(head);
    return head;
  }

  long bytesRead() {
    return stored.count;
  }

  long size() {
    return size;
  }

  @Override
  public void close() throws IOException {
    content.close();
  }

  private static boolean isGzip(byte[] magic) {
    return magic.length >= 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
  }

  /** Counts what was read; the count may be read by any thread. */
  private static final class CountingStream extends FilterInputStream {
    private volatile long count; // written by the reading thread only

    CountingStream(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int next = super.read();
      if (next >= 0) {
        count = count + 1;
      }
      return next;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int got = super.read(target, offset, length);
      if (got > 0) {
        count = count + got;
      }
      return got;
    }

    @Override
    public long skip(long wanted) throws IOException {
      long skipped = super.skip(wanted);
      count = count + skipped;
      return skipped;
    }
  }

  /** Damage of the compressed data is bad input, not an I/O failure. */
  private static final class GzipContent extends InputStream {
    private final InputStream start;
    private final CountingStream stored;
    // opened by the first read, since its header may be bad
    private @Nullable GZIPInputStream gzip;

    GzipContent(InputStream start, CountingStream stored) {
      this.start = start;
      this.stored = stored;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        if (gzip == null) {
          gzip = new GZIPInputStream(start, BUFFER);
        }
        return gzip.read(target, offset, length);
      } catch (EOFException e) {
        throw damaged("the gzip data ends early");
      } catch (ZipException e) {
        throw damaged("the gzip data is damaged: " + e.getMessage());
      }
    }

    private MalformedTraceException damaged(String problem) {
      return new MalformedTraceException("byte " + stored.count, problem);
    }

    @Override
    public void close() throws IOException {
      start.close();
    }
  }
}

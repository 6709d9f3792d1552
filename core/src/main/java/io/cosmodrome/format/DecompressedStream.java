package io.cosmodrome.format;

import io.cosmodrome.trace.MalformedTraceException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Decompressed bytes. Damage of the compressed ones is bad input, not an I/O failure. */
final class DecompressedStream extends InputStream {
  private static final int BUFFER = 1 << 16;

  private final InputStream start;
  private final StoredStream stored;
  private final String format;
  private final Opener opener;
  private @Nullable InputStream plain; // opened by the first read: the header may be bad
  private @Nullable MalformedTraceException damage; // every read after it says the same

  private DecompressedStream(InputStream start, StoredStream stored, String format, Opener opener) {
    this.start = start;
    this.stored = stored;
    this.format = format;
    this.opener = opener;
  }

  /**
   * @param start the compressed bytes
   * @param stored where they come from in the end
   */
  static InputStream gzip(InputStream start, StoredStream stored) {
    return new DecompressedStream(start, stored, "gzip", in -> new GZIPInputStream(in, BUFFER));
  }

  /**
   * @param start the compressed bytes
   * @param stored where they come from in the end
   */
  static InputStream zstd(InputStream start, StoredStream stored) {
    return new DecompressedStream(start, stored, "zstd", Zstd::open);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (damage != null) {
      throw damage;
    }
    try {
      if (plain == null) {
        plain = opener.open(start);
      }
      return plain.read(target, offset, length);
    } catch (EOFException e) {
      throw malformed("it ends early");
    } catch (ZipException | RuntimeException e) {
      throw malformed(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      if (stored.hasEnded()) { // so it was not reading that failed
        throw malformed(String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private MalformedTraceException malformed(String problem) {
    damage =
        new MalformedTraceException(
            "byte " + stored.count(), "the " + format + " data is damaged: " + problem);
    return damage;
  }

  @Override
  public void close() throws IOException {
    start.close();
  }

  /** Makes a decompressor, which may start to read. */
  private interface Opener {
    InputStream open(InputStream compressed) throws IOException;
  }
}

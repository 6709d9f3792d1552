package io.cosmodrome.format;

import io.cosmodrome.trace.MalformedTraceException;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * A run of bytes inside a {@code cdt} block, compressed if that pays.
 *
 * <p>Stored as its length, its stored length and the bytes; a stored length that equals the length
 * says that they are not compressed. LZ4 in plain Java: the recorder runs in other people's
 * programs, where native code and {@code sun.misc.Unsafe} are unwelcome.
 */
final class CdtBytes {
  private static final LZ4Compressor COMPRESSOR = LZ4Factory.safeInstance().fastCompressor();
  private static final LZ4SafeDecompressor DECOMPRESSOR =
      LZ4Factory.safeInstance().safeDecompressor();

  /** Decoders may read this many bytes past the end of what they decode. */
  static final int PADDING = 8;

  private CdtBytes() {}

  static void write(byte[] source, int length, ByteSink out) {
    out.putInt(length);
    int sizeAt = out.reserve(Integer.BYTES);
    int start = out.reserve(COMPRESSOR.maxCompressedLength(length));
    int stored = COMPRESSOR.compress(source, 0, length, out.array(), start);
    out.truncate(start);
    if (stored > CdtBlock.worthwhile(length)) {
      stored = length;
      out.put(source, 0, length);
    } else {
      out.reserve(stored);
    }
    LittleEndian.putInt(out.array(), sizeAt, stored);
  }

  /** Reads into {@code target}; the length, which is at most {@code longest}. */
  static int read(ByteSource in, byte[] target, int longest) throws MalformedTraceException {
    int length = in.getInt();
    int stored = in.getInt();
    if (length < 0 || length > longest) {
      throw in.malformed("expected at most " + longest + " bytes, found a length of " + length);
    }
    if (stored < 0 || stored > length) {
      throw in.malformed("expected at most " + length + " stored bytes, found " + stored);
    }
    int start = in.skip(stored);
    if (stored == length) {
      System.arraycopy(in.array(), start, target, 0, length);
      return length;
    }
    if (decompress(in.array(), start, stored, target, length) != length) {
      throw in.malformed("expected " + length + " bytes of LZ4, found other data");
    }
    return length;
  }

  private static int decompress(byte[] source, int start, int stored, byte[] target, int length) {
    try {
      return DECOMPRESSOR.decompress(source, start, stored, target, 0, length);
    } catch (LZ4Exception e) {
      return -1;
    }
  }
}

package io.cosmodrome.format;

import io.airlift.compress.zstd.ZstdInputStream;
import java.io.InputStream;

/**
 * Zstd decompression, the one place that knows the library. The library uses {@code
 * sun.misc.Unsafe}, so only the command line may come here, never the recorder.
 */
final class Zstd {
  private Zstd() {}

  /** Throws runtime exceptions of the library when the data is bad. */
  static InputStream open(InputStream compressed) {
    return new ZstdInputStream(compressed);
  }
}

package io.cosmodrome.format;

/** Makes the checksums of a damaged {@code cdt} file right, so that its content gets decoded. */
final class CdtChecksums {
  private CdtChecksums() {}

  /** Repairs header and blocks as far as their sizes make sense. */
  static void repair(byte[] bytes) {
    if (bytes.length < Cdt.HEADER_SIZE) {
      return;
    }
    LittleEndian.putInt(bytes, 12, Cdt.crc(bytes, 0, 12));
    long at = Cdt.HEADER_SIZE;
    while (at >= 0 && at <= bytes.length - CdtBlockHeader.SIZE) {
      at = repairBlock(bytes, (int) at);
    }
  }

  /** Where the next block should be, or -1. */
  private static long repairBlock(byte[] bytes, int at) {
    if (LittleEndian.getInt(bytes, at) != Cdt.BLOCK_MAGIC) {
      return -1;
    }
    long names = LittleEndian.getInt(bytes, at + 56);
    long events = LittleEndian.getInt(bytes, at + 60);
    long body = (long) at + CdtBlockHeader.SIZE;
    boolean fits = names >= 0 && events >= 0 && body + names + events <= bytes.length;
    if (fits) {
      LittleEndian.putInt(bytes, at + 64, Cdt.crc(bytes, (int) body, (int) names));
      LittleEndian.putInt(bytes, at + 68, Cdt.crc(bytes, (int) (body + names), (int) events));
    }
    LittleEndian.putInt(bytes, at + 72, Cdt.crc(bytes, at, 72));
    return fits ? body + names + events : -1;
  }
}

package io.cosmodrome.format;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/** The bytes as they are stored, counted. Any thread may ask for the count. */
final class StoredStream extends FilterInputStream {
  private final AtomicLong count = new AtomicLong();
  private boolean ended;

  StoredStream(InputStream in) {
    super(in);
  }

  long count() {
    return count.get();
  }

  /** Whether the end was reached. */
  boolean hasEnded() {
    return ended;
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    took(next < 0 ? -1 : 1);
    return next;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int got = super.read(target, offset, length);
    took(got);
    return got;
  }

  @Override
  public long skip(long wanted) throws IOException {
    long skipped = super.skip(wanted);
    took(skipped);
    return skipped;
  }

  private void took(long bytes) {
    if (bytes < 0) {
      ended = true;
    } else {
      count.addAndGet(bytes);
    }
  }
}

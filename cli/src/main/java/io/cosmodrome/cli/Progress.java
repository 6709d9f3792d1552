package io.cosmodrome.cli;

import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.report.Text;
import io.cosmodrome.trace.EventBatch;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How far reading traces has come: percentage, events a second, time left.
 *
 * <p>On a terminal one line that is rewritten, else a line now and then. When it is off, traces are
 * not even watched. Watched traces report every {@value #STRIDE} events; several may be read at
 * once by different threads.
 */
final class Progress {
  private static final int STRIDE = 1 << 14;
  private static final long REDRAW_NANOS = 200_000_000L;
  private static final long FIRST_DRAW_NANOS = 1_000_000_000L;
  private static final long PLAIN_NANOS = 10_000_000_000L;
  private static final String CLEAR_LINE = "\r\u001b[K";

  /** The choices of {@code --progress}. */
  enum Mode {
    AUTO,
    PLAIN,
    NONE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final PrintStream err;
  private final boolean redraws;
  private final boolean isOff;
  private final LongSupplier nanoClock;
  private final long start;
  private long nextShow;
  private long totalBytes;
  private long bytes;
  private long events;
  private boolean lineShown;

  Progress(Mode mode, Console console) {
    this(mode, console.errIsTerminal(), console.verbosity(), console.err(), System::nanoTime);
  }

  Progress(Mode mode, boolean isTerminal, int verbosity, PrintStream err, LongSupplier nanoClock) {
    this.err = err;
    this.redraws = mode == Mode.AUTO;
    this.isOff = mode == Mode.NONE || verbosity < 0 || (mode == Mode.AUTO && !isTerminal);
    this.nanoClock = nanoClock;
    this.start = nanoClock.getAsLong();
    this.nextShow = start + (redraws ? FIRST_DRAW_NANOS : PLAIN_NANOS);
  }

  private long interval() {
    return redraws ? REDRAW_NANOS : PLAIN_NANOS;
  }

  /** Announces bytes that will be read. */
  synchronized void expect(long moreBytes) {
    totalBytes += moreBytes;
  }

  /** The same file, its reading shown. */
  TraceFile watch(TraceFile file) {
    return isOff ? file : new WatchedFile(file);
  }

  /** Prints something else, so that it does not end up in the middle of the line. */
  synchronized void aside(Outcome.Printing printing) throws IOException {
    if (lineShown) {
      err.print(CLEAR_LINE);
      err.flush();
      lineShown = false;
    }
    printing.print();
  }

  private synchronized void advance(long moreEvents, long moreBytes) {
    events += moreEvents;
    bytes += moreBytes;
    long now = nanoClock.getAsLong();
    if (now - nextShow >= 0) {
      nextShow = now + interval();
      show((now - start) / 1e9);
    }
  }

  private void show(double seconds) {
    StringBuilder line = new StringBuilder();
    if (totalBytes > 0 && bytes > 0) {
      double share = Math.min(1, (double) bytes / totalBytes);
      line.append(String.format(Locale.ROOT, "%3.0f %%  ", 100 * share));
    }
    line.append(Text.number(events)).append(" events  ");
    line.append(rate(events / seconds)).append(" events/s");
    if (totalBytes > 0 && bytes > 0) {
      long left = Math.round(seconds * Math.max(0, totalBytes - bytes) / bytes);
      line.append(String.format(Locale.ROOT, "  ETA %d:%02d", left / 60, left % 60));
    }
    if (redraws) {
      err.print(CLEAR_LINE + line);
      lineShown = true;
    } else {
      err.println(line);
    }
    err.flush();
  }

  private static String rate(double perSecond) {
    return perSecond < 1e6
        ? Text.number(Math.round(perSecond))
        : String.format(Locale.ROOT, "%.1f M", perSecond / 1e6);
  }

  /** Delegates, and counts what is replayed. */
  private final class WatchedFile implements TraceFile {
    private final TraceFile file;

    WatchedFile(TraceFile file) {
      this.file = file;
    }

    @Override
    public Symbols symbols() {
      return file.symbols();
    }

    @Override
    public void replay(EventSink sink) throws IOException {
      Watch watch = new Watch(file, sink);
      try {
        file.replay(watch);
      } finally {
        watch.report();
      }
    }

    @Override
    public Optional<String> loss() {
      return file.loss();
    }

    @Override
    public long skippedLines() {
      return file.skippedLines();
    }

    @Override
    public long bytesRead() {
      return file.bytesRead();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public TraceFormat format() {
      return file.format();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** Reports to the display now and then. */
  private final class Watch implements EventSink {
    private final TraceFile file;
    private final EventSink next;
    private int unreported;
    private long reportedBytes;

    Watch(TraceFile file, EventSink next) {
      this.file = file;
      this.next = next;
    }

    @Override
    public void event(int op, int thread, int target, int location) {
      next.event(op, thread, target, location);
      if (++unreported >= STRIDE) {
        report();
      }
    }

    @Override
    public void events(EventBatch batch) {
      int events = batch.size();
      next.events(batch);
      unreported += events;
      if (unreported >= STRIDE) {
        report();
      }
    }

    void report() {
      long read = file.bytesRead();
      advance(unreported, read - reportedBytes);
      reportedBytes = read;
      unreported = 0;
    }

    @Override
    public void finish() {
      next.finish();
    }

    @Override
    public boolean isDone() {
      return next.isDone();
    }
  }
}

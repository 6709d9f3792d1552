package io.cosmodrome.cli;

import io.airlift.compress.zstd.ZstdOutputStream;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.format.TraceFormats;
import io.cosmodrome.format.TraceWriter;
import io.cosmodrome.report.OutputFile;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.TraceSource;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPOutputStream;

/**
 * Where a command writes a trace: a file that appears only when it is complete, or the standard
 * output. Names that end in {@code .gz} or {@code .zst} are compressed.
 */
final class TraceOutput {
  static final String STDOUT = "-";

  private final String name;
  private final TraceFormat format;
  private final boolean overwrite;
  private final Console console;

  private TraceOutput(String name, TraceFormat format, boolean overwrite, Console console) {
    this.name = name;
    this.format = format;
    this.overwrite = overwrite;
    this.console = console;
  }

  /**
   * @param wanted the format; that of the name's suffix when empty
   * @throws BadUsageException if there is no such format to write
   */
  static TraceOutput of(
      String name, Optional<TraceFormat> wanted, boolean overwrite, Console console)
      throws BadUsageException {
    List<String> writable =
        TraceFormats.ALL.stream().filter(TraceFormat::canWrite).map(TraceFormat::name).toList();
    TraceFormat format =
        wanted
            .or(() -> TraceFormats.forFileName(name))
            .orElseThrow(
                () ->
                    new BadUsageException(
                        "cannot tell the format of \""
                            + name
                            + "\"; give --to, one of "
                            + writable));
    if (!format.canWrite()) {
      throw new BadUsageException(
          "cannot write " + format.name() + "; give --to, one of " + writable);
    }
    return new TraceOutput(name, format, overwrite, console);
  }

  /**
   * Writes a whole trace.
   *
   * @param isComplete asked at the end: whether the trace is all there, or was cut short; formats
   *     that can tell mark the difference
   */
  void write(TraceSource source, BooleanSupplier isComplete) throws IOException {
    if (name.equals(STDOUT)) {
      console.out().flush();
      write(source, isComplete, new Unclosed(console.rawOut()));
      return;
    }
    try (OutputFile file = open()) {
      write(source, isComplete, compressed(new Unclosed(file.stream())));
      commit(file);
    }
  }

  private OutputFile open() throws OutputFailedException {
    try {
      return new OutputFile(Path.of(name), overwrite).deletedOnExit();
    } catch (FileAlreadyExistsException e) {
      throw new BadUsageException(name + " exists; --force overwrites it");
    } catch (IOException e) {
      throw new OutputFailedException(name, e);
    }
  }

  private void commit(OutputFile file) throws OutputFailedException {
    try {
      file.commit();
    } catch (IOException e) {
      throw new OutputFailedException(name, e);
    }
  }

  /** Failures of the source come as they are, those of the output as such. */
  private void write(TraceSource source, BooleanSupplier isComplete, OutputStream out)
      throws IOException {
    try (TraceWriter writer = format.writer(out, source.symbols())) {
      replay(source, writer);
      if (isComplete.getAsBoolean()) {
        writer.finish();
      }
    } catch (SourceFailedException e) {
      throw e.getCause();
    } catch (IOException e) {
      throw new OutputFailedException(name, e);
    }
  }

  private static void replay(TraceSource source, TraceWriter writer) throws SourceFailedException {
    try {
      source.replay(new Unfinished(writer));
    } catch (IOException e) {
      throw new SourceFailedException(e);
    }
  }

  private OutputStream compressed(OutputStream out) throws IOException {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".gz")) {
      return new GZIPOutputStream(out, 1 << 16);
    }
    return lower.endsWith(".zst") ? new ZstdOutputStream(out) : out;
  }

  /** Leaves the stream open, since the file is not complete when the trace is. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }

  /** Keeps the end of the trace back. */
  private record Unfinished(EventSink next) implements EventSink {
    @Override
    public void event(int op, int thread, int target, int location) {
      next.event(op, thread, target, location);
    }

    @Override
    public boolean isDone() {
      return next.isDone();
    }
  }

  /** Carries a failure of the source past those of the output. */
  private static final class SourceFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final IOException failure;

    SourceFailedException(IOException failure) {
      super(failure);
      this.failure = failure;
    }

    @Override
    public synchronized IOException getCause() {
      return failure;
    }
  }
}

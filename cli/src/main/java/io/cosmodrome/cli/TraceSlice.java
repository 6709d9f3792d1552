package io.cosmodrome.cli;

import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.format.TraceFormats;
import io.cosmodrome.format.TraceWriter;
import io.cosmodrome.report.OutputFile;
import io.cosmodrome.trace.EventSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The first events of a trace, in a file of their own. */
final class TraceSlice {
  private static final TraceFormat FORMAT = TraceFormats.named("std");

  private final InputFile input;
  private final ReadOptions reading;
  private final long events;

  TraceSlice(InputFile input, ReadOptions reading, long events) {
    this.input = input;
    this.reading = reading;
    this.events = events;
  }

  /** Writes a file with a name that nothing else has. */
  Path writeTo(Path directory) throws IOException {
    Files.createDirectories(directory.toAbsolutePath());
    Path target = freshName(directory);
    try (TraceFile file = input.open(reading);
        OutputFile output = new OutputFile(target, false).deletedOnExit()) {
      TraceWriter writer = FORMAT.writer(output.stream(), file.symbols());
      file.replay(new First(writer, events));
      writer.close();
      output.commit();
    }
    return target;
  }

  private static Path freshName(Path directory) {
    for (int number = 1; ; number++) {
      Path name = directory.resolve("disagreement-" + number + FORMAT.suffixes().get(0));
      if (Files.notExists(name)) {
        return name;
      }
    }
  }

  /** Passes some events on and is done. */
  private static final class First implements EventSink {
    private final EventSink next;
    private long left;

    First(EventSink next, long events) {
      this.next = next;
      this.left = events;
    }

    @Override
    public void event(int op, int thread, int target, int location) {
      if (left > 0) {
        left--;
        next.event(op, thread, target, location);
      }
    }

    @Override
    public void finish() {
      next.finish();
    }

    @Override
    public boolean isDone() {
      return left == 0 || next.isDone();
    }
  }
}

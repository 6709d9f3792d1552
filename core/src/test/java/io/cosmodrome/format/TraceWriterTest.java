package io.cosmodrome.format;

import static io.cosmodrome.TraceText.trace;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TraceWriterTest {
  static List<TraceFormat> writableFormats() {
    return TraceFormats.ALL.stream().filter(TraceFormat::canWrite).toList();
  }

  @Test
  void std_writesLabelsAndLocationsThatAreThere() {
    Trace trace = trace("T0|begin(A) T0|w(x) T0|begin T0|end T0|end(A)");
    trace.event(Op.READ, 0, 0, trace.symbols().locations().intern("Bank.java:33"));

    assertThat(new String(Traces.write(TraceFormats.STD, trace), UTF_8))
        .isEqualTo("T0|begin(A)\nT0|w(x)\nT0|begin\nT0|end\nT0|end(A)\nT0|r(x)|Bank.java:33\n");
  }

  @Test
  void std_escapesOnlyWhatWouldNotComeBack() {
    Trace trace = new Trace();
    Symbols symbols = trace.symbols();
    trace.event(
        Op.WRITE,
        symbols.threads().intern("#1"),
        symbols.variables().intern("#1|f(x)"),
        symbols.locations().intern("C:\\users\\new"));
    trace.event(
        Op.WRITE, symbols.threads().intern(""), symbols.variables().intern("\\e"), Symbols.NONE);

    assertThat(new String(Traces.write(TraceFormats.STD, trace), UTF_8))
        .isEqualTo("\\u00231|w(#1\\u007Cf(x))|C:\\u005Cusers\\new\n\\e|w(\\u005Ce)\n");
  }

  @ParameterizedTest
  @MethodSource("writableFormats")
  void hiddenEvents_areNotWritten(TraceFormat format) throws IOException {
    Trace trace = trace("T0|w(x) T0|r(x)");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TraceWriter writer = format.writer(bytes, trace.symbols())) {
      writer.event(Op.WRITE, 0, 0, Symbols.NONE);
      writer.event(Op.HIDDEN, 0, 0, Symbols.NONE);
      writer.event(Op.READ, 0, 0, Symbols.NONE);
      writer.finish();
    }

    assertThat(Traces.events(Traces.read(format, bytes.toByteArray())))
        .containsExactly("T0|w(x)", "T0|r(x)");
  }

  @ParameterizedTest
  @MethodSource("writableFormats")
  void firstFailure_endsTheWritingAndIsThrownByClose(TraceFormat format) throws IOException {
    Trace trace = trace("T0|w(x)");
    FullDisk disk = new FullDisk();
    TraceWriter writer = format.writer(disk, trace.symbols());

    assertThat(writer.isDone()).isFalse();
    for (int i = 0; i < 100_000; i++) {
      writer.event(Op.WRITE, 0, 0, Symbols.NONE);
    }
    writer.finish();

    assertThat(writer.isDone()).isTrue();
    assertThat(disk.attempts).isEqualTo(1);
    assertThatThrownBy(writer::close).isInstanceOf(IOException.class).hasMessage("disk full");
    assertThat(disk.closed).isTrue();
  }

  @ParameterizedTest
  @MethodSource("writableFormats")
  void unfinishedTrace_isCompleteUpToClose(TraceFormat format) throws IOException {
    Trace trace = trace("T0|w(x) T0|r(x)");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TraceWriter writer = format.writer(bytes, trace.symbols())) {
      writer.event(Op.WRITE, 0, 0, Symbols.NONE);
      writer.event(Op.READ, 0, 0, Symbols.NONE);
    }

    Trace read = Traces.read(format, bytes.toByteArray(), ReadOptions.DEFAULT).trace();
    assertThat(Traces.events(read)).containsExactly("T0|w(x)", "T0|r(x)");
  }

  @Test
  void rr_isImportOnly() {
    assertThat(TraceFormats.RR.canWrite()).isFalse();
    assertThatThrownBy(() -> TraceFormats.RR.writer(new ByteArrayOutputStream(), new Symbols()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("the trace format rr can only be read");
  }

  /** Takes a file's header and then nothing more. */
  private static final class FullDisk extends OutputStream {
    private int attempts;
    private boolean closed;

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length != Cdt.HEADER_SIZE) {
        attempts++;
        throw new IOException("disk full");
      }
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}

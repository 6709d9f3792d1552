package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StdReaderTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "T0|r(x)|345",
        "T0|w(V1.f[3])|345",
        "T0|vr(x)|345",
        "T0|vw(x)|345",
        "T0|acq(m)|345",
        "T0|rel(m)|345",
        "T0|fork(T1)|345",
        "T0|join(T1)|345",
        "T0|begin|345",
        "T0|begin(Bank.transfer)|345",
        "T0|end|345",
        "T0|end(Bank.transfer)|345",
        "T0|commit|345",
        "T0|commit(Bank.transfer)|345",
        "T0|abort|345",
        "T0|abort(Bank.transfer)|345",
        "T0|barrier(b)|345",
        "T0|w(x)|Bank.java:33 < Main.java:12",
        "main thread|w(int[]#7[3])|345",
        "T0|begin(Bank.transfer(Account,int))|345",
        "T0|r())(()|345",
        "T0|w(x)",
        "größe|w(変数)|\uD83D\uDE80"
      })
  void event_isReadAsItStands(String line) throws IOException {
    assertThat(read(line)).containsExactly(line);
  }

  @Test
  void emptyParentheses_areNoLabel() throws IOException {
    assertThat(read("T0|begin()|1\nT0|end()|2\nT0|commit()|3\nT0|abort()|4"))
        .containsExactly("T0|begin|1", "T0|end|2", "T0|commit|3", "T0|abort|4");
  }

  @Test
  void emptyThirdColumn_isNoLocation() throws IOException {
    assertThat(read("T0|w(x)|")).containsExactly("T0|w(x)");
  }

  @Test
  void blankLinesAndComments_areLeftOut() throws IOException {
    assertThat(read("# a trace\n\nT0|w(x)|1\n  \t \n#T0|w(y)|1\nT0|r(x)|2\n\n"))
        .containsExactly("T0|w(x)|1", "T0|r(x)|2");
  }

  @Test
  void lineEnds_mayBeThoseOfWindows() throws IOException {
    assertThat(read("T0|begin\r\n\r\nT0|w(x)|1\r\n")).containsExactly("T0|begin", "T0|w(x)|1");
  }

  @Test
  void byteOrderMark_isNotPartOfTheFirstThread() throws IOException {
    assertThat(read("\uFEFFT0|w(x)|1\nT0|r(x)|1")).containsExactly("T0|w(x)|1", "T0|r(x)|1");
  }

  @Test
  void nothing_isATraceWithoutEvents() throws IOException {
    assertThat(read("")).isEmpty();
    assertThat(read("# nothing\n")).isEmpty();
  }

  @Test
  void names_areNumberedByKindInTheOrderSeen() throws IOException {
    Trace trace = Traces.read(TraceFormats.STD, "a|r(x)|9\nb|acq(x)|8\na|r(y)|9\nb|fork(c)");

    assertThat(Traces.numbers(trace))
        .containsExactly(
            List.of(0, 0, 0, 0),
            List.of(4, 1, 0, 1),
            List.of(0, 0, 1, 0),
            List.of(6, 1, 2, Symbols.NONE));
  }

  @Test
  void escapes_standForCharactersThatWouldEndAColumn() throws IOException {
    Trace trace = Traces.read(TraceFormats.STD, "\\u0023T|w(a\\u007Cb)|\\e\nT|r(C:\\users\\new)");
    Symbols symbols = trace.symbols();

    assertThat(symbols.threads().name(0)).isEqualTo("#T");
    assertThat(symbols.variables().name(0)).isEqualTo("a|b");
    assertThat(symbols.variables().name(1)).isEqualTo("C:\\users\\new");
    assertThat(symbols.locations().name(0)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      value = {
        "T0|rr(x)|1 ¦ expected one of [r, w, vr, vw, acq, rel, fork, join, begin, end, commit,"
            + " abort, barrier], found \"rr(x)\"",
        "T0||1 ¦ expected one of [r, w, vr, vw, acq, rel, fork, join, begin, end, commit, abort,"
            + " barrier], found \"\"",
        "T0|beginning|1 ¦ expected one of [r, w, vr, vw, acq, rel, fork, join, begin, end, commit,"
            + " abort, barrier], found \"beginning\"",
        "hello ¦ expected thread|operation|location, found \"hello\"",
        "T0|w|1 ¦ expected w(…), found \"w\"",
        "T0|w(x|1 ¦ expected \")\" at the end of \"w(x\"",
        "T0|w(x)y|1 ¦ expected \")\" at the end of \"w(x)y\"",
        "T0|w(|1 ¦ expected \")\" at the end of \"w(\"",
        "T0|w()|1 ¦ expected a target, found nothing",
        "|w(x)|1 ¦ expected a thread, found nothing",
        "T0|w(x)|1|2 ¦ expected at most 3 columns, found a fourth: \"|2\"",
        "T0|w(\\uD800)|1 ¦ expected both halves of a surrogate pair, found \"\\uD800\"",
      })
  void malformedLine_isNamedWithWhatWasExpected(String line, String problem) {
    assertThatThrownBy(() -> read("# header\n" + line + "\n"))
        .isInstanceOf(MalformedTraceException.class)
        .hasMessage("line 2: " + problem);
  }

  @Test
  void malformedLine_comesAfterTheEventsBeforeIt() throws IOException {
    Trace before = new Trace();
    try (TraceFile file = open("T0|w(x)|1\nT0|r(x)|1\noops\nT0|w(x)|1\n".getBytes(ISO_8859_1))) {
      assertThatThrownBy(() -> file.replay(before)).hasMessageStartingWith("line 3: ");
    }

    assertThat(before.size()).isEqualTo(2);
  }

  @Test
  void foundText_isShownOnOneLineAndCutShort() {
    assertThatThrownBy(() -> read("\u0007" + "x".repeat(100)))
        .hasMessage(
            "line 1: expected thread|operation|location, found \"\\u0007" + "x".repeat(59) + "…\"");
  }

  @Test
  void namesThatAreNotUtf8_areMalformed() {
    byte[] latin1 = "T0|w(größe)|1".getBytes(ISO_8859_1);

    assertThatThrownBy(() -> Traces.read(TraceFormats.STD, latin1))
        .isInstanceOf(MalformedTraceException.class)
        .hasMessageStartingWith("line 1: expected UTF-8, found \"gr");
  }

  @Test
  void lineWithoutEnd_isRefusedBeforeItFillsTheMemory() {
    String line = "T0|w(" + "x".repeat(LineReader.LONGEST) + ")|1";

    assertThatThrownBy(() -> read("T0|w(x)|1\n" + line))
        .isInstanceOf(MalformedTraceException.class)
        .hasMessage("line 2: expected at most 1048576 bytes in a line, found more");
  }

  @Test
  void longLines_crossTheBuffer() throws IOException {
    String first = "T0|w(" + "x".repeat(200_000) + ")|1";
    String second = "T1|w(" + "y".repeat(300_000) + ")|2";

    assertThat(read(first + "\n" + second)).containsExactly(first, second);
  }

  @Test
  void sinkThatIsDone_endsTheReading() throws IOException {
    byte[] text = "T0|w(x)|1\n".repeat(100_000).getBytes(ISO_8859_1);
    Counter sink = new Counter();
    try (TraceFile file = open(text)) {
      file.replay(sink);
    }

    assertThat(sink.events).isLessThan(10_000);
    assertThat(sink.finished).isTrue();
  }

  @Test
  void secondReplay_isRefused() throws IOException {
    try (TraceFile file = open("T0|w(x)|1".getBytes(ISO_8859_1))) {
      file.replay(new Trace(file.symbols()));

      assertThatThrownBy(() -> file.replay(new Trace())).isInstanceOf(IllegalStateException.class);
    }
  }

  private static List<String> read(String text) throws IOException {
    return Traces.events(Traces.read(TraceFormats.STD, text));
  }

  private static TraceFile open(byte[] text) throws IOException {
    return TraceFormats.open(
        new ByteArrayInputStream(text), "test", Optional.of(TraceFormats.STD), ReadOptions.DEFAULT);
  }

  private static final class Counter implements EventSink {
    private int events;
    private boolean finished;

    @Override
    public void event(int op, int thread, int target, int location) {
      events++;
    }

    @Override
    public void finish() {
      finished = true;
    }

    @Override
    public boolean isDone() {
      return events > 100;
    }
  }
}

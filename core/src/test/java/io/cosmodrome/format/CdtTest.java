package io.cosmodrome.format;

import static io.cosmodrome.TraceText.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.cosmodrome.format.Traces.ReadTrace;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CdtTest {
  /** The example in docs/format.md. */
  private static final String VERSION_ONE =
      "894344540D0A1A0A01000000D79A3E51434454420300000000000000000000000000000000000000"
          + "00000000000000000000000002000000010000000000000000000000010000001900000039000000"
          + "B1C4CCBE19A4735D05C823401100000011000000025430025431017808412E6A6176613A31000000"
          + "02010000000300000000000000070000000700000000080201010600000000000000000001000000"
          + "01000000240100000001000000244344544901000000030000000000000010000000000000000300"
          + "0000AE0000000000000051E3DD12434454454E440A00";

  private static final ReadOptions STRICT = ReadOptions.DEFAULT.withStrict(true);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 100, 32767, 32768, 32769, 100_000})
  void events_comeBackWithTheirNumbers(int events) throws IOException {
    Trace trace = Traces.random(new Random(events), events);

    Trace read = Traces.read(TraceFormats.CDT, Traces.write(TraceFormats.CDT, trace));

    assertThat(Traces.numbers(read)).isEqualTo(Traces.numbers(trace));
    assertThat(Traces.events(read)).isEqualTo(Traces.events(trace));
  }

  @Test
  void numbersOfAllSizes_comeBack() throws IOException {
    Random random = new Random(3);
    for (int names = 1; names <= 1 << 18; names *= 2) {
      Trace trace = withNames(names);
      for (int i = 0; i < 3000; i++) {
        int thread = random.nextInt(Math.min(names, 1 + random.nextInt(700)));
        int variable = random.nextInt(1 + random.nextInt(names));
        trace.event(random.nextInt(4), thread, variable, random.nextInt(names) - 1);
      }

      Trace read = Traces.read(TraceFormats.CDT, Traces.write(TraceFormats.CDT, trace));

      assertThat(Traces.numbers(read)).as("%d names", names).isEqualTo(Traces.numbers(trace));
    }
  }

  @Test
  void decodingAhead_deliversTheSameUpToAnyDamage() throws IOException {
    Random random = new Random(5);
    byte[] whole = Traces.write(TraceFormats.CDT, Traces.random(random, 300_000));
    ReadOptions ahead = ReadOptions.DEFAULT.withCores(3);
    for (int i = 0; i < 20; i++) {
      byte[] bytes = i == 0 ? whole : Arrays.copyOf(whole, random.nextInt(whole.length));
      if (i % 2 == 1 && bytes.length > Cdt.HEADER_SIZE) {
        bytes[Cdt.HEADER_SIZE + random.nextInt(bytes.length - Cdt.HEADER_SIZE)] ^= 4;
      }

      ReadTrace read = Traces.read(TraceFormats.CDT, bytes, ahead);

      ReadTrace expected = Traces.read(TraceFormats.CDT, bytes, ReadOptions.DEFAULT);
      assertThat(read.loss()).isEqualTo(expected.loss());
      assertThat(read.trace()).hasToString(expected.trace().toString());
    }
  }

  @Test
  void repeatedWork_takesFewBytes() {
    Trace trace = withNames(1000);
    for (int i = 0; i < 100_000; i++) {
      trace.event(i % 5 == 0 ? Op.WRITE : Op.READ, i / 50 % 8, i % 900, i % 10);
    }

    assertThat(Traces.write(TraceFormats.CDT, trace).length).isLessThan(100_000);
  }

  @Test
  void namesThatFillMoreThanOneBlock_areAllDefined() throws IOException {
    Trace trace = new Trace();
    Symbols symbols = trace.symbols();
    symbols.threads().intern("T0");
    for (int i = 0; i < 12; i++) {
      symbols.variables().intern("x".repeat(900_000) + i);
    }
    trace.event(Op.WRITE, 0, 11, Symbols.NONE);

    Trace read = Traces.read(TraceFormats.CDT, Traces.write(TraceFormats.CDT, trace));

    assertThat(read.symbols().variables().count()).isEqualTo(12);
    assertThat(Traces.events(read)).isEqualTo(Traces.events(trace));
  }

  @Test
  void nameThatIsTooLong_isTheCallersError() {
    Trace trace = new Trace();
    trace.symbols().threads().intern("x".repeat((1 << 20) + 1));
    trace.event(Op.BEGIN, 0, Symbols.NONE, Symbols.NONE);

    assertThatThrownBy(() -> Traces.write(TraceFormats.CDT, trace))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a name of at most 1048576 bytes, found 1048577");
  }

  @Test
  void idWithoutName_isTheCallersError() {
    Trace trace = trace("T0|w(x)");
    trace.event(Op.WRITE, 0, 1, Symbols.NONE);

    assertThatThrownBy(() -> Traces.write(TraceFormats.CDT, trace))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no symbol 1; there are 1");
  }

  @Test
  void blocksEncodedByOtherThreads_areInTheOrderOfTheTrace() throws IOException {
    Trace trace = trace("T0|w(x) T1|w(y) T1|r(x)");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ExecutorService encoders = Executors.newFixedThreadPool(2);
    int events = 500_000;
    try (CdtWriter writer = new CdtWriter(bytes, trace.symbols(), encoders, 2)) {
      for (int i = 0; i < events; i++) {
        writer.event(trace.op(i % 3), trace.thread(i % 3), trace.target(i % 3), Symbols.NONE);
      }
      writer.finish();
    } finally {
      encoders.shutdown();
    }

    Trace read = Traces.read(TraceFormats.CDT, bytes.toByteArray());

    assertThat(read.size()).isEqualTo(events);
    for (int i = 0; i < events; i++) {
      if (read.op(i) != trace.op(i % 3)
          || read.thread(i) != trace.thread(i % 3)
          || read.target(i) != trace.target(i % 3)) {
        fail("event " + i + " is " + read.describe(i));
      }
    }
  }

  @Test
  void blockThatNobodyEncodes_isEncodedByTheWriter() throws IOException {
    Executor never = task -> {};
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Trace trace = trace("T0|w(x)");
    try (CdtWriter writer = new CdtWriter(bytes, trace.symbols(), never, 4)) {
      writer.event(Op.WRITE, 0, 0, Symbols.NONE);
      writer.finish(); // so the writer does it itself
    }
    assertThat(Traces.read(TraceFormats.CDT, bytes.toByteArray()).size()).isEqualTo(1);
  }

  @Test
  void writerThatFailed_writesNoMore() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CdtWriter writer = new CdtWriter(bytes, new Symbols());
    writer.event(Op.WRITE, 0, 0, Symbols.NONE);

    assertThatThrownBy(writer::flush).isInstanceOf(IllegalArgumentException.class);
    assertThat(writer.isDone()).isTrue();
    writer.finish();
    assertThatThrownBy(writer::close)
        .isInstanceOf(IOException.class)
        .hasMessage("the events could not be written");
    assertThat(bytes.size()).isEqualTo(Cdt.HEADER_SIZE);
  }

  @ParameterizedTest
  @CsvSource({"14,0,0,-1", "-1,0,0,-1", "1,-1,0,-1", "1,0,-1,-1", "8,0,-2,-1", "1,0,0,-2"})
  void eventThatIsNone_isTheCallersError(int op, int thread, int target, int location) {
    Trace trace = trace("T0|w(x) T0|begin(A)");
    trace.event(op, thread, target, location);

    assertThatThrownBy(() -> Traces.write(TraceFormats.CDT, trace))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "not an event: operation %d of thread %d on %d at %d", op, thread, target, location);
  }

  @Test
  void bytes_areThoseOfVersionOne() throws IOException {
    Trace trace = new Trace();
    Symbols symbols = trace.symbols();
    int location = symbols.locations().intern("A.java:1");
    trace.event(Op.BEGIN, symbols.threads().intern("T0"), Symbols.NONE, location);
    trace.event(Op.WRITE, 0, symbols.variables().intern("x"), Symbols.NONE);
    trace.event(Op.FORK, 0, symbols.threads().intern("T1"), Symbols.NONE);
    byte[] bytes = HexFormat.of().parseHex(VERSION_ONE);

    assertThat(Traces.write(TraceFormats.CDT, trace)).asHexString().isEqualTo(VERSION_ONE);
    assertThat(Traces.events(Traces.read(TraceFormats.CDT, bytes)))
        .containsExactly("T0|begin|A.java:1", "T0|w(x)", "T0|fork(T1)");
  }

  @Test
  void sameTrace_givesTheSameBytes() {
    Trace trace = Traces.random(new Random(1), 50_000);

    assertThat(Traces.write(TraceFormats.CDT, trace))
        .isEqualTo(Traces.write(TraceFormats.CDT, trace));
  }

  @Test
  void cutAnywhere_deliversTheWholeBlocksBeforeAndStatesTheLoss() throws IOException {
    Trace trace = Traces.random(new Random(4), 30);
    byte[] whole = writeInBlocks(trace, 10);
    List<String> events = Traces.events(trace);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Traces.read(TraceFormats.CDT, cut, STRICT))
          .as("cut at %d", length)
          .isInstanceOf(MalformedTraceException.class);
      if (length < Cdt.HEADER_SIZE) {
        assertThatThrownBy(() -> Traces.read(TraceFormats.CDT, cut, ReadOptions.DEFAULT))
            .isInstanceOf(MalformedTraceException.class);
      } else {
        ReadTrace read = Traces.read(TraceFormats.CDT, cut, ReadOptions.DEFAULT);
        int delivered = read.trace().size();

        assertThat(delivered % 10).as("cut at %d", length).isZero();
        assertThat(Traces.events(read.trace())).isEqualTo(events.subList(0, delivered));
        assertThat(read.loss()).get().asString().endsWith("; " + delivered + " events delivered");
      }
    }
  }

  @Test
  void flippedByte_neverGivesAnotherTrace() throws IOException {
    Trace trace = Traces.random(new Random(5), 30);
    byte[] whole = writeInBlocks(trace, 10);
    List<String> events = Traces.events(trace);
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 + at % 255);
      assertThatThrownBy(() -> Traces.read(TraceFormats.CDT, damaged, STRICT))
          .as("byte %d", at)
          .isInstanceOf(MalformedTraceException.class);
      if (at >= Cdt.HEADER_SIZE) {
        ReadTrace read = Traces.read(TraceFormats.CDT, damaged, ReadOptions.DEFAULT);

        assertThat(read.loss()).as("byte %d", at).isPresent();
        assertThat(Traces.events(read.trace())).isEqualTo(events.subList(0, read.trace().size()));
      }
    }
  }

  @Test
  void loss_saysWhereWhatAndHowMuchWasDelivered() throws IOException {
    byte[] bytes = writeInBlocks(Traces.random(new Random(6), 30), 10);
    CdtIndex index = indexOf(bytes);
    int second = (int) index.offset(1);
    byte[] damaged = bytes.clone();
    damaged[(int) index.offset(2) - 1]++;

    assertThat(Traces.read(TraceFormats.CDT, damaged, ReadOptions.DEFAULT).loss())
        .hasValue(
            "stopped at byte "
                + second
                + ", block 1: checksum mismatch in the events; 10 events delivered");
    assertThatThrownBy(() -> Traces.read(TraceFormats.CDT, damaged, STRICT))
        .hasMessage("byte " + second + ", block 1: checksum mismatch in the events");
  }

  @Test
  void unfinishedTrace_isNamedAsThat() throws IOException {
    byte[] bytes = writeInBlocks(Traces.random(new Random(6), 30), 10);
    byte[] cut = Arrays.copyOf(bytes, bytes.length - (int) CdtIndex.size(3));

    assertThat(Traces.read(TraceFormats.CDT, cut, ReadOptions.DEFAULT).loss())
        .hasValue(
            "stopped at byte "
                + cut.length
                + ", block 3: the trace was not finished; 30 events delivered");
  }

  @Test
  void missingBlock_isNoticed() {
    byte[] bytes = writeInBlocks(trace("T0|w(x) T0|r(x) T0|w(x)"), 1);
    CdtIndex index = indexOf(bytes);
    ByteArrayOutputStream without = new ByteArrayOutputStream();
    without.write(bytes, 0, (int) index.offset(1));
    without.write(bytes, (int) index.offset(2), bytes.length - (int) index.offset(2));

    assertThatThrownBy(() -> Traces.read(TraceFormats.CDT, without.toByteArray(), STRICT))
        .hasMessageContaining("expected a block that starts with event 1, found 2");
  }

  @Test
  void otherFile_isNotTaken() {
    assertMalformed("hello world, not a trace", "byte 0: expected a cdt trace, found \"hello wo\"");
    assertMalformed("", "byte 0: expected a cdt trace, found \"\"");
  }

  @Test
  void laterVersion_isNamed() {
    byte[] bytes = Traces.write(TraceFormats.CDT, trace("T0|w(x)"));
    bytes[8] = 2;
    LittleEndian.putInt(bytes, 12, Cdt.crc(bytes, 0, 12));

    assertThatThrownBy(() -> Traces.read(TraceFormats.CDT, bytes, ReadOptions.DEFAULT))
        .isInstanceOf(MalformedTraceException.class)
        .hasMessage("byte 8: cdt version 2; this program reads version 1");
  }

  @Test
  void transferInTextMode_isNamed() {
    byte[] bytes = Traces.write(TraceFormats.CDT, trace("T0|w(x)"));
    bytes[4] = '\n'; // as if the carriage return had been taken out
    bytes[5] = 0x1a;

    assertThatThrownBy(() -> Traces.read(TraceFormats.CDT, bytes, ReadOptions.DEFAULT))
        .hasMessage("byte 4: the line ends were changed, as by a transfer in text mode");
  }

  @Test
  void moreAfterTheEnd_isNoticed() {
    byte[] bytes = Traces.write(TraceFormats.CDT, trace("T0|w(x)"));
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);

    assertThatThrownBy(() -> Traces.read(TraceFormats.CDT, longer, STRICT))
        .hasMessageContaining("expected the end of the file after the index, found more");
  }

  @Test
  void hugeClaims_areRefusedByTheirNumbers() {
    byte[] small = Traces.write(TraceFormats.CDT, trace("T0|w(x)"));
    int block = Cdt.HEADER_SIZE;

    assertThat(refusal(small, block + 4, 2_000_000_000)).contains("at most 65536 events");
    assertThat(refusal(small, block + 56, 2_000_000_000)).contains("bytes of names");
    assertThat(refusal(small, block + 60, 2_000_000_000)).contains("bytes of events");
    assertThat(refusal(small, block + 36, -1)).contains("found 4294967295");
    assertThat(refusal(small, block + CdtBlockHeader.SIZE, 2_000_000_000))
        .contains("a length of 2000000000");
  }

  /** What strict reading says after one number was changed and all checksums were made right. */
  private static String refusal(byte[] original, int at, int value) {
    byte[] bytes = original.clone();
    LittleEndian.putInt(bytes, at, value);
    CdtChecksums.repair(bytes);
    try {
      Traces.read(TraceFormats.CDT, bytes, STRICT);
      return "nothing";
    } catch (IOException e) {
      assertThat(e).isInstanceOf(MalformedTraceException.class);
      return String.valueOf(e.getMessage());
    }
  }

  private static void assertMalformed(String content, String message) {
    assertThatThrownBy(() -> Traces.read(TraceFormats.CDT, content))
        .isInstanceOf(MalformedTraceException.class)
        .hasMessage(message);
  }

  private static CdtIndex indexOf(byte[] bytes) {
    int end = bytes.length - CdtIndex.END_SIZE;
    long start = CdtIndex.place(Arrays.copyOfRange(bytes, end, bytes.length));
    try {
      byte[] index = Arrays.copyOfRange(bytes, (int) start, bytes.length);
      return CdtIndex.read("test", index, start);
    } catch (MalformedTraceException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Trace withNames(int count) {
    Trace trace = new Trace();
    for (int i = 0; i < count; i++) {
      trace.symbols().threads().intern("T" + i);
      trace.symbols().variables().intern("x" + i);
      trace.symbols().locations().intern("L" + i);
    }
    return trace;
  }

  /** Writes blocks of so many events each. */
  static byte[] writeInBlocks(Trace trace, int events) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (CdtWriter writer = new CdtWriter(bytes, trace.symbols())) {
      for (int i = 0; i < trace.size(); i++) {
        writer.event(trace.op(i), trace.thread(i), trace.target(i), trace.location(i));
        if ((i + 1) % events == 0) {
          writer.flush();
        }
      }
      writer.finish();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }
}

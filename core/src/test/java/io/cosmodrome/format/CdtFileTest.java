package io.cosmodrome.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CdtFileTest {
  @TempDir Path directory;

  @Test
  void blocks_areFoundByTheIndex() throws IOException {
    Trace trace = Traces.random(new Random(1), 95);
    try (CdtFile file = open(CdtTest.writeInBlocks(trace, 10))) {
      assertThat(file.blockCount()).isEqualTo(10);
      assertThat(file.eventCount()).isEqualTo(95);
      assertThat(file.eventCount(9)).isEqualTo(5);
      assertThat(file.firstEvent(9)).isEqualTo(90);
      assertThat(file.loss()).isEmpty();
    }
  }

  @Test
  void blocks_canBeDecodedInAnyOrder() throws IOException {
    Trace trace = Traces.random(new Random(2), 200);
    List<String> events = Traces.events(trace);
    try (CdtFile file = open(CdtTest.writeInBlocks(trace, 10))) {
      Symbols symbols = file.readSymbols();
      for (int block = file.blockCount() - 1; block >= 0; block--) {
        Trace part = new Trace(symbols);
        file.decodeBlock(block, part);

        int first = (int) file.firstEvent(block);
        assertThat(Traces.events(part))
            .isEqualTo(events.subList(first, first + file.eventCount(block)));
      }
    }
  }

  @Test
  void blocks_canBeDecodedByManyThreadsAtOnce() throws IOException {
    Trace trace = Traces.random(new Random(3), 20_000);
    try (CdtFile file = open(CdtTest.writeInBlocks(trace, 100))) {
      Symbols symbols = file.readSymbols();
      List<Trace> parts =
          IntStream.range(0, file.blockCount())
              .parallel()
              .mapToObj(block -> decode(file, block, symbols))
              .toList();

      List<List<Integer>> numbers = new ArrayList<>();
      parts.forEach(part -> numbers.addAll(Traces.numbers(part)));
      assertThat(numbers).isEqualTo(Traces.numbers(trace));
    }
  }

  @Test
  void missingIndex_isMadeUpForByTheBlocks() throws IOException {
    Trace trace = Traces.random(new Random(4), 50);
    byte[] whole = CdtTest.writeInBlocks(trace, 10);
    byte[] cut = Arrays.copyOf(whole, whole.length - 1);
    try (CdtFile file = open(cut)) {
      assertThat(file.blockCount()).isEqualTo(5);
      assertThat(file.loss())
          .get()
          .asString()
          .endsWith("block 5: the file ends inside the index; 50 events delivered");
    }
    Path path = Files.write(directory.resolve("cut.cdt"), cut);
    assertThatThrownBy(() -> CdtFile.open(path, ReadOptions.DEFAULT.withStrict(true)))
        .isInstanceOf(MalformedTraceException.class);
  }

  @Test
  void cutAnywhere_leavesTheWholeBlocks() throws IOException {
    byte[] whole = CdtTest.writeInBlocks(Traces.random(new Random(5), 30), 10);
    for (int length = Cdt.HEADER_SIZE; length < whole.length; length++) {
      try (CdtFile file = open(Arrays.copyOf(whole, length))) {
        assertThat(file.loss()).as("cut at %d", length).isPresent();
        Trace all = new Trace(file.readSymbols());
        for (int block = 0; block < file.blockCount(); block++) {
          file.decodeBlock(block, all);
        }
        assertThat(file.eventCount()).isEqualTo(all.size()).isEqualTo(10L * file.blockCount());
      }
    }
  }

  @Test
  void damagedBlock_failsAlone() throws IOException {
    byte[] bytes = CdtTest.writeInBlocks(Traces.random(new Random(6), 30), 10);
    bytes[Cdt.HEADER_SIZE + CdtBlockHeader.SIZE + 30]++;
    try (CdtFile file = open(bytes)) {
      Trace part = new Trace();

      assertThatThrownBy(file::readSymbols)
          .isInstanceOf(MalformedTraceException.class)
          .hasMessage("byte 16 of " + bytes.length + ", block 0: checksum mismatch");
      file.decodeBlock(1, part);
      assertThat(part.size()).isEqualTo(10);
    }
  }

  @Test
  void append_goesOnAfterTheLastWholeBlockWhereverTheFileWasCut() throws IOException {
    Trace trace = Traces.random(new Random(7), 30);
    List<String> events = Traces.events(trace);
    byte[] whole = CdtTest.writeInBlocks(trace, 10);
    for (int length = Cdt.HEADER_SIZE; length <= whole.length; length++) {
      Path path = Files.write(directory.resolve("a.cdt"), Arrays.copyOf(whole, length));
      int kept;
      try (CdtWriter writer = CdtWriter.append(path)) {
        Symbols symbols = writer.symbols();
        int thread = symbols.threads().intern("appended thread");
        int variable = symbols.variables().intern("appended variable");
        writer.event(Op.WRITE, thread, variable, Symbols.NONE);
        writer.finish();
      }
      Trace read = Traces.read(TraceFormats.CDT, Files.readAllBytes(path));
      kept = read.size() - 1;

      assertThat(kept % 10).as("cut at %d", length).isZero();
      assertThat(Traces.events(read).subList(0, kept)).isEqualTo(events.subList(0, kept));
      assertThat(Traces.events(read).get(kept)).isEqualTo("appended thread|w(appended variable)");
      if (length == whole.length) {
        assertThat(kept).isEqualTo(30);
      }
    }
  }

  @Test
  void append_givesTheFileThatWritingInOneGoGives() throws IOException {
    Trace trace = Traces.random(new Random(8), 40);
    byte[] whole = CdtTest.writeInBlocks(trace, 10);
    Path path = directory.resolve("b.cdt");
    Files.write(path, Arrays.copyOf(whole, whole.length - 60)); // into the third block or so
    try (CdtWriter writer = CdtWriter.append(path)) {
      Symbols names = writer.symbols();
      int kept = (int) written(path);
      for (Symbols.Kind kind : Symbols.Kind.values()) {
        for (int id = 0; id < trace.symbols().table(kind).count(); id++) {
          assertThat(names.table(kind).intern(trace.symbols().table(kind).name(id))).isEqualTo(id);
        }
      }
      for (int i = kept; i < trace.size(); i++) {
        writer.event(trace.op(i), trace.thread(i), trace.target(i), trace.location(i));
        if ((i + 1) % 10 == 0) {
          writer.flush();
        }
      }
      writer.finish();
    }

    assertThat(Files.readAllBytes(path)).isEqualTo(whole);
  }

  @Test
  void append_toSomethingElse_isRefusedAndLeavesItAlone() throws IOException {
    Path path = Files.writeString(directory.resolve("c.cdt"), "something else");

    assertThatThrownBy(() -> CdtWriter.append(path)).isInstanceOf(MalformedTraceException.class);
    assertThat(path).hasContent("something else");
  }

  private static long written(Path path) throws IOException {
    try (CdtFile file = CdtFile.open(path, ReadOptions.DEFAULT)) {
      return file.eventCount();
    }
  }

  private CdtFile open(byte[] bytes) throws IOException {
    Path path = directory.resolve("trace.cdt");
    Files.write(path, bytes);
    return CdtFile.open(path, ReadOptions.DEFAULT);
  }

  private static Trace decode(CdtFile file, int block, Symbols symbols) {
    Trace part = new Trace(symbols);
    try {
      file.decodeBlock(block, part);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return part;
  }
}

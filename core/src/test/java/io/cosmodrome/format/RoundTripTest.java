package io.cosmodrome.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.CorpusTrace;
import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.generate.TraceGenerator;
import io.cosmodrome.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What one format holds, the other holds too. */
class RoundTripTest {
  static List<CorpusTrace> corpus() throws IOException {
    return CorpusTrace.all();
  }

  @Test
  void randomTraces_surviveEveryConversion() throws IOException {
    for (long seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      assertLossless("seed " + seed, Traces.random(random, random.nextInt(300)));
    }
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void generatedTraces_surviveEveryConversion(Family family) throws IOException {
    GeneratorOptions options = GeneratorOptions.of(family).withEvents(5000).withLocations(50);
    assertLossless(options.toString(), TraceGenerator.generate(options));
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void corpusTraces_surviveEveryConversion(CorpusTrace corpus) throws IOException {
    assertLossless(corpus.name(), Traces.read(TraceFormats.STD, Files.readAllBytes(corpus.file())));
  }

  private static void assertLossless(String name, Trace trace) throws IOException {
    List<String> events = Traces.events(trace);
    byte[] std = Traces.write(TraceFormats.STD, trace);
    byte[] cdt = Traces.write(TraceFormats.CDT, trace);
    Trace fromStd = Traces.read(TraceFormats.STD, std);
    Trace fromCdt = Traces.read(TraceFormats.CDT, cdt);

    assertThat(Traces.events(fromStd)).as(name).isEqualTo(events);
    assertThat(Traces.events(fromCdt)).as(name).isEqualTo(events);
    assertThat(Traces.write(TraceFormats.STD, fromCdt)).as(name).isEqualTo(std);
    assertThat(Traces.write(TraceFormats.CDT, fromCdt)).as(name).isEqualTo(cdt);
  }
}

package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RrReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      value = {
        "@  Enter(0,test/Test.main([Ljava/lang/String;)V) from null"
            + " ¦ 0|begin(test.Test.main(java.lang.String[]))",
        "@   Enter(1,test/Test.run()V) from call_test/Test.run()V@test/Test.java:12:5"
            + " ¦ 1|begin(test.Test.run())|test/Test.java:12:5",
        "@  Enter(1,test/Test.run()V) from call_null@?:-1 ¦ 1|begin(test.Test.run())",
        "@  Exit(1,test/Test.f(I[[DLa/B;Z)J) ¦ 1|end(test.Test.f(int,double[][],a.B,boolean))",
        "@    Rd(1,@05.test/Test.x_I)  Final  Test.java:50:7 ¦ 1|r(@05.test/Test.x_I)|Test.java:50:7",
        "@    Rd(1,@05.test/Test.x I)  Final  NullLoc ¦ 1|r(@05.test/Test.x I)",
        "@  Wr(0,null.test/Test.x_I)[1 -> 2]  (a, b)  Test.java:51:9"
            + " ¦ 0|w(null.test/Test.x_I)|Test.java:51:9",
        "@  ARd(0,@05[13])[7]  Final  F.java:1:1 ¦ 0|r(@05[13])|F.java:1:1",
        "@  AWr(0,@05[13])  Final  F.java:116:153 ¦ 0|w(@05[13])|F.java:116:153",
        "@  VRd(0,@03.test/A.v_Z)  Final ¦ 0|vr(@03.test/A.v_Z)",
        "@  VWr(0,@03.test/A.v_Z)  3:4 ¦ 0|vw(@03.test/A.v_Z)",
        "@  Acquire(2,@03) ¦ 2|acq(@03)",
        "@  Release(2,@03) ¦ 2|rel(@03)",
        "@  Start(0,1) ¦ 0|fork(1)",
        "@  Join(0,1) ¦ 0|join(1)",
        "@  Barrier(2,@09,Enter) ¦ 2|barrier(@09)",
      })
  void line_becomesAnEvent(String line, String event) throws IOException {
    assertThat(read(line)).containsExactly(event);
  }

  @Test
  void otherLines_areSkippedAndCounted() throws IOException {
    byte[] log =
        """
        [main: RoadRunner Agent Loaded.]
        @  main[tid = 0] started .
        @  Acquire(0,@01)
        @  test acquire @01
        hello from the program
        ## a warning
        @  Notify(0,@01)
        @  Release(0,@01)
        """
            .getBytes(UTF_8);
    try (TraceFile file =
        TraceFormats.open(
            new ByteArrayInputStream(log), "test", Optional.empty(), ReadOptions.DEFAULT)) {
      Trace trace = new Trace(file.symbols());
      file.replay(trace);

      assertThat(file.format().name()).isEqualTo("rr");
      assertThat(Traces.events(trace)).containsExactly("0|acq(@01)", "0|rel(@01)");
      assertThat(file.skippedLines()).isEqualTo(6);
    }
  }

  @Test
  void startWrittenTwice_isOneForkBeforeTheChild() throws IOException {
    assertThat(read("@ Start(0,1)", "@ Rd(1,x)", "@ Start(0,1)", "@ Rd(0,x)"))
        .containsExactly("0|fork(1)", "1|r(x)", "0|r(x)");
  }

  @Test
  void joinWrittenTwice_isOneJoinAfterTheChild() throws IOException {
    assertThat(read("@ Start(0,1)", "@ Join(0,1)", "@ Wr(1,x)", "@ Join(0,1)", "@ Rd(0,x)"))
        .containsExactly("0|fork(1)", "1|w(x)", "0|join(1)", "0|r(x)");
  }

  @Test
  void joinWrittenOnce_isAJoinToo() throws IOException {
    assertThat(read("@ Wr(1,x)", "@ Join(0,1)", "@ Rd(2,y)", "@ Rd(0,x)"))
        .containsExactly("1|w(x)", "2|r(y)", "0|join(1)", "0|r(x)");
  }

  @Test
  void joinOfAThreadThatJoined_comesAfterItsJoin() throws IOException {
    assertThat(read("@ Wr(2,x)", "@ Join(1,2)", "@ Join(0,1)", "@ Rd(0,x)"))
        .containsExactly("2|w(x)", "1|join(2)", "0|join(1)", "0|r(x)");
  }

  @Test
  void joinsInALongChainOrACircle_doNotOverflow() throws IOException {
    StringBuilder chain = new StringBuilder();
    for (int i = 0; i < 200_000; i++) {
      chain.append("@ Join(").append(i).append(',').append((i + 1) % 200_000).append(")\n");
    }

    assertThat(Traces.read(TraceFormats.RR, chain + "@ Rd(0,x)").size()).isEqualTo(200_001);
  }

  @Test
  void joinOfAForgottenThread_isSkipped() throws IOException {
    assertThat(read("@ Join(0,-1)", "@ Rd(0,x)")).containsExactly("0|r(x)");
  }

  @Test
  void waitWrittenTwice_releasesAndAcquires() throws IOException {
    assertThat(
            read(
                "@ Acquire(0,@1)",
                "@ Wait(0,@1)",
                "@ Acquire(1,@1)",
                "@ Release(1,@1)",
                "@ Wait(0,@1)",
                "@ Release(0,@1)"))
        .containsExactly(
            "0|acq(@1)", "0|rel(@1)", "1|acq(@1)", "1|rel(@1)", "0|acq(@1)", "0|rel(@1)");
  }

  @Test
  void interruptedWait_hasTheLockAgainAtTheNextEvent() throws IOException {
    assertThat(read("@ Acquire(0,@1)", "@ Wait(0,@1)", "@ Release(0,@1)"))
        .containsExactly("0|acq(@1)", "0|rel(@1)", "0|acq(@1)", "0|rel(@1)");
  }

  @Test
  void numberOfADeadThread_startedAgain_isAnotherThread() throws IOException {
    assertThat(
            read(
                "@ Start(0,1)",
                "@ Start(0,1)",
                "@ Rd(1,x)",
                "@ Join(0,1)",
                "@ Join(0,1)",
                "@ Start(0,1)",
                "@ Start(0,1)",
                "@ Rd(1,x)"))
        .containsExactly("0|fork(1)", "1|r(x)", "0|join(1)", "0|fork(1#2)", "1#2|r(x)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      value = {
        "@  Rd(1 ¦ expected Rd(thread,…), found \"Rd(1\"",
        "@  Rd(1,x ¦ expected Rd(thread,…), found \"Rd(1,x\"",
        "@  Rd() ¦ expected Rd(thread,…), found \"Rd()\"",
        "@  Rd(1,) ¦ expected Rd(thread,…), found nothing after the comma",
        "@  Acquire(T1,@03) ¦ expected a thread number, found \"T1\"",
        "@  Start(0,-1) ¦ expected a thread number, found \"-1\"",
        "@  Join(0,x) ¦ expected a thread number, found \"x\"",
      })
  void brokenEvent_isMalformed(String line, String problem) {
    assertThatThrownBy(() -> read("@ Rd(0,x)", line))
        .isInstanceOf(MalformedTraceException.class)
        .hasMessage("line 2: " + problem);
  }

  @Test
  void textWithoutAnyEvent_isNotALog() {
    assertThatThrownBy(() -> read("hello", "world"))
        .isInstanceOf(MalformedTraceException.class)
        .hasMessage("line 2: expected a line such as \"@  Enter(0,…)\" up to here, found none");
  }

  @Test
  void methodsThatAreNone_keepTheirName() {
    assertThat(RrLabels.readable("a/B.c")).isEqualTo("a/B.c");
    assertThat(RrLabels.readable("a/B.c(Q)V")).isEqualTo("a/B.c(Q)V");
    assertThat(RrLabels.readable("a/B.c([)V")).isEqualTo("a/B.c([)V");
    assertThat(RrLabels.readable("a/B.c(La/B)V")).isEqualTo("a/B.c(La/B)V");
    assertThat(RrLabels.readable("a/B.<init>()V")).isEqualTo("a.B.<init>()");
  }

  private static List<String> read(String... lines) throws IOException {
    return Traces.events(Traces.read(TraceFormats.RR, String.join("\n", lines)));
  }
}

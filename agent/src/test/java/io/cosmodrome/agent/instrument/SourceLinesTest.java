package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SourceLinesTest {
  private static final String INLINED =
      """
      SMAP
      Queue.kt
      Kotlin
      *S Kotlin
      *F
      + 1 Queue.kt
      acme/Queue
      + 2 Loops.kt
      acme/LoopsKt
      *L
      1#1,100:1
      7#2,2:101
      9#2:103
      *S KotlinDebug
      *F
      + 1 Queue.kt
      acme/Queue
      *L
      42#1:101,2
      60#1,3:103
      *E
      """;

  @Test
  void line_ofInlinedCode_isThatOfTheCall() {
    SourceLines lines = new SourceLines(INLINED);
    assertThat(lines.of(101)).isEqualTo(42);
    assertThat(lines.of(102)).isEqualTo(42);
    assertThat(lines.of(105)).isEqualTo(62);
  }

  @Test
  void line_ofTheFileItself_staysAsItIs() {
    assertThat(new SourceLines(INLINED).of(100)).isEqualTo(100);
    assertThat(new SourceLines(INLINED).of(106)).isEqualTo(106);
  }

  @Test
  void line_withoutExtensionOrOfAnotherKind_staysAsItIs() {
    assertThat(new SourceLines(null).of(101)).isEqualTo(101);
    assertThat(new SourceLines("SMAP\nPage.jsp\nJSP\n*S JSP\n*L\n1:101\n*E\n").of(101))
        .isEqualTo(101);
  }
}

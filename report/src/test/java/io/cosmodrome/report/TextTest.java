package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "999, 999",
    "1000, '1,000'",
    "1234567, '1,234,567'",
    "-123, -123",
    "-1234, '-1,234'"
  })
  void number_hasItsThousandsApart(long value, String expected) {
    assertThat(Text.number(value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.0 %",
    "0.0004, 0.0 %",
    "0.0006, 0.1 %",
    "0.125, 12.5 %",
    "0.99949, 99.9 %",
    "1, 100.0 %",
    "1.2, 120.0 %"
  })
  void percent_isRoundedToATenth(double share, String expected) {
    assertThat(Text.percent(share)).isEqualTo(expected);
  }

  @Test
  void count_hasTheNounsPlural() {
    assertThat(Text.count(1, "class")).isEqualTo("1 class");
    assertThat(Text.count(0, "class")).isEqualTo("0 classes");
    assertThat(Text.count(2_000, "block")).isEqualTo("2,000 blocks");
  }

  @Test
  void nearest_isAWordOfWhichFewLettersAreWrong() {
    List<String> known = List.of("frontier", "velodrome");

    assertThat(Text.nearest("fronteir", known)).contains("frontier");
    assertThat(Text.nearest("x", known)).isEmpty();
  }
}

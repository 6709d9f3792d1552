package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SitesTest {
  private final Sites sites = new Sites(block -> {});

  @Test
  void placeOfAComparisonThatFailed_isTheSameEachTime_andReads() {
    for (int line = 0; line < 100; line++) {
      sites.add(new Site("w", "count", null, "Cache.add()", "Cache.java", line));
    }
    int last = sites.asRead(99);
    int first = sites.asRead(1);

    assertThat(sites.asRead(99)).isEqualTo(last);
    assertThat(sites.asRead(1)).isEqualTo(first).isNotEqualTo(last);
    assertThat(sites.as("r", 99)).isEqualTo(last);
    assertThat(sites.get(last).op()).isEqualTo("r");
    assertThat(sites.get(last).line()).isEqualTo(99);
    assertThat(sites.get(first).line()).isEqualTo(1);
  }
}

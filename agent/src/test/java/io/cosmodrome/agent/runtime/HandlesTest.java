package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandlesTest {
  private final Sites sites = new Sites(block -> {});
  private final Handles.Known known = new Handles.Known(new Object(), null);

  @Test
  void placeThatNamesTheField_isTheSameEachTime() {
    sites.add(new Site("", "", null, "", "", 0));
    known.field = "count";
    Map<Integer, Integer> named = new HashMap<>();
    for (int i = 0; i < 1_000; i++) {
      int site = sites.add(new Site("r", "", null, "Cache.get()", "Cache.java", i));
      named.put(site, known.naming(site, sites));
    }

    named.forEach(
        (site, naming) -> {
          assertThat(known.naming(site, sites)).isEqualTo(naming);
          assertThat(sites.get(naming).name()).isEqualTo("count");
          assertThat(sites.get(naming).line()).isEqualTo(sites.get(site).line());
        });
    assertThat(named.values()).doesNotHaveDuplicates();
  }

  @Test
  void noPlace_hasNoName() {
    sites.add(new Site("", "", null, "", "", 0));

    assertThat(known.naming(0, sites)).isZero();
    assertThat(sites.add(new Site("r", "", null, "", "", 0))).isEqualTo(1);
  }
}

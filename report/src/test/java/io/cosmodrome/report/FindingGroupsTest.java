package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FindingGroupsTest {
  private final FindingGroups groups = new FindingGroups();

  private String add(String block) {
    return groups.add(
        Finding.of(
            Finding.VIOLATED, Optional.of(block), Optional.empty(), List.of(), Optional.empty()));
  }

  @Test
  void tests_areNamedOnceEach() {
    String signature = add("a.A.a()");

    groups.addTests(signature, List.of("one"));
    groups.addTests(signature, List.of("one", "other"));
    groups.addTests(signature, List.of());

    assertThat(groups.list())
        .singleElement()
        .satisfies(finding -> assertThat(finding.tests()).containsExactly("one", "other"));
  }

  @Test
  void groups_areListedAndRemovedBySignature() {
    String a = add("a.A.a()");
    String b = add("b.B.b()");

    assertThat(groups.list(Set.of(b, "unknown")))
        .extracting(Finding::block)
        .containsExactly(Optional.of("b.B.b()"));

    groups.removeAll(Set.of(a));

    assertThat(groups.has(a)).isFalse();
    assertThat(groups.has(b)).isTrue();
  }
}

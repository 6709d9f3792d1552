package io.cosmodrome.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cosmodrome.spec.AtomicitySpec.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AtomicitySpecTest {
  private static final String TEXT =
      """
      # what the bank promises
      atomic com.acme.Bank.transfer(**)

      not-atomic com.acme.Server.serve(**)  # loop
        not-atomic\tcom.acme.Bank#2.*#\t #
      """;

  @Test
  void rules_haveTheirOrderPatternsAndReasons() throws Exception {
    assertThat(AtomicitySpec.parse(TEXT, true).rules())
        .containsExactly(
            new Rule(true, NamePattern.of("com.acme.Bank.transfer(**)"), ""),
            new Rule(false, NamePattern.of("com.acme.Server.serve(**)"), "loop"),
            new Rule(false, NamePattern.of("com.acme.Bank#2.*#"), ""));
  }

  @Test
  void lastMatchingRule_decides() throws Exception {
    AtomicitySpec spec =
        AtomicitySpec.parse("not-atomic **\natomic a.B.*\nnot-atomic a.B.serve", true);

    assertThat(spec.isAtomic("a.B.transfer()")).isTrue();
    assertThat(spec.isAtomic("a.B.serve()")).isFalse();
    assertThat(spec.isAtomic("x.Y.z()")).isFalse();
    assertThat(spec.isAtomic("")).isFalse();
    assertThat(spec.ruleFor("a.B.serve()")).map(Rule::toString).contains("not-atomic a.B.serve");
  }

  @Test
  void labelWithoutARule_followsTheDefault() throws Exception {
    String text = "atomic a\nnot-atomic b";

    assertThat(AtomicitySpec.parse(text, true).isAtomic("c")).isTrue();
    assertThat(AtomicitySpec.parse(text, false).isAtomic("c")).isFalse();
    assertThat(AtomicitySpec.EVERYTHING.isAtomic("c")).isTrue();
    assertThat(AtomicitySpec.EVERYTHING.ruleFor("c")).isEmpty();
  }

  @Test
  void addedRule_overrulesTheOthers() throws Exception {
    AtomicitySpec spec = AtomicitySpec.parse("atomic **", true);

    AtomicitySpec refined = spec.plus(new Rule(false, NamePattern.of("a.B.c(**)"), "violated"));

    assertThat(refined.isAtomic("a.B.c(int)")).isFalse();
    assertThat(spec.isAtomic("a.B.c(int)")).isTrue();
  }

  @Test
  void text_isReadBackAsTheSameRules() throws Exception {
    AtomicitySpec spec = AtomicitySpec.parse(TEXT, false);

    assertThat(AtomicitySpec.parse(spec.text(), false)).isEqualTo(spec);
    assertThat(spec.text()).contains("not-atomic com.acme.Server.serve(**)  # loop\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "atomc a.B; 'line 3: expected atomic or not-atomic, found \"atomc\"'",
        "atomic; 'line 3: expected a pattern after atomic, found nothing'",
        "not-atomic # why; 'line 3: expected a pattern after not-atomic, found nothing'",
        "atomic a b; 'line 3: expected a pattern without blanks, found \"a b\"'",
        "atomic a.***; 'line 3: expected * or **, found *** in \"a.***\"'",
      })
  void malformedLine_isNamed(String line, String message) {
    assertThatThrownBy(() -> AtomicitySpec.parse("# first\natomic a\n" + line + "\nx", true))
        .isInstanceOf(MalformedSpecificationException.class)
        .hasMessage(message);
  }
}

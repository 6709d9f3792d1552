package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class AgentOptionsTest {
  private static AgentOptions parse(String arguments) throws UsageException {
    return AgentOptions.parse(arguments, Map.of(), Map.of());
  }

  @Test
  void value_givenTwice_isThatOfTheNearestSource() throws UsageException {
    Map<String, String> properties = Map.of("cosmodrome.output", "p", "cosmodrome.arrays", "off");
    Map<String, String> environment = Map.of("COSMODROME_ARRAYS", "object", "COSMODROME_SPEC", "e");
    AgentOptions options = AgentOptions.parse("output=a", properties, environment);
    assertThat(options.value(AgentOption.OUTPUT)).isEqualTo("a");
    assertThat(options.value(AgentOption.ARRAYS)).isEqualTo("off");
    assertThat(options.value(AgentOption.SPEC)).isEqualTo("e");
    assertThat(options.value(AgentOption.STRICT)).isEqualTo("false");
  }

  @Test
  void patterns_withColons_areAList() throws UsageException {
    AgentOptions options = parse("include=com.acme.*:org.acme.**,exclude=*Test");
    assertThat(options.patterns(AgentOption.INCLUDE)).hasSize(2);
    assertThat(options.patterns(AgentOption.EXCLUDE).get(0).matches("com.acme.BankTest")).isTrue();
  }

  @Test
  void key_misspelt_isAnErrorWithTheRightOne() {
    assertThatThrownBy(() -> parse("inclde=x"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("unknown option \"inclde\"; did you mean \"include\"?");
  }

  @Test
  void variableThatIsNearlyOurs_isWarnedAbout() throws UsageException {
    Map<String, String> environment =
        Map.of("COSMODROME_INCLUDES", "x", "COSMODROME_HOME", "x", "COSMODROME_JAVA_OPTS", "x");

    assertThat(AgentOptions.parse("", Map.of(), environment).warnings())
        .containsExactly(
            "unknown variable COSMODROME_INCLUDES is ignored; did you mean COSMODROME_INCLUDE?");
  }

  @Test
  void key_withoutValue_isAnError() {
    assertThatThrownBy(() -> parse("strict"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("expected option=value, found \"strict\"");
  }

  @Test
  void value_notAllowed_isAnErrorThatListsTheAllowedOnes() {
    assertThatThrownBy(() -> parse("arrays=some"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("option arrays: expected one of [element, object, off]");
  }

  @Test
  void engine_withoutRuntimeAsync_isAnErrorWithTheRemedy() {
    assertThatThrownBy(() -> parse("engine=velodrome"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "option engine: velodrome needs runtime=async; or record the run, and check the trace"
                + " with this engine");
    assertThatThrownBy(() -> parse("engine=velodrome,runtime=record"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("needs runtime=async");
  }

  @Test
  void engines_thatMayBeGiven_areThere() throws UsageException {
    for (String engine : AgentOption.ENGINE.allowed()) {
      assertThat(parse("runtime=async,engine=" + engine).engine().name()).isEqualTo(engine);
    }
  }

  @Test
  void output_withProcessId_isThisProcessOnes() throws UsageException {
    long pid = ProcessHandle.current().pid();
    assertThat(parse("output=out-%p").output()).hasToString("out-" + pid);
  }
}

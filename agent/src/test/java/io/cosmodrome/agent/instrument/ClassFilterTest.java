package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.javaagent.LoaderSample;
import org.junit.jupiter.api.Test;

final class ClassFilterTest {
  @Test
  void classesOfAnotherAgent_areKnownByTheirLoader() {
    assertThat(ClassFilter.isOfOtherAgent(new LoaderSample())).isTrue();
    assertThat(ClassFilter.isOfOtherAgent(ClassLoader.getSystemClassLoader())).isFalse();
  }
}

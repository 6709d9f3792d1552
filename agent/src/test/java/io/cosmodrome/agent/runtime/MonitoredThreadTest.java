package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MonitoredThreadTest {
  /** Else the program would get our exception instead of its stack overflow. */
  @Test
  void monitorThatWasNotNoted_leftAfterStackOverflow_isNoMistake() {
    try (IdleThreads threads = new IdleThreads(new InlineRuntime(false))) {
      assertThat(threads.start().release((LockState) null, 0)).isFalse();
    }
  }
}

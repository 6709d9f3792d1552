package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MonitoredThreadTest {
  @Test
  void edges_thatAnEarlierOneHasTold_needNoLock() {
    InlineRuntime runtime = new InlineRuntime(false);
    try (IdleThreads threads = new IdleThreads(runtime)) {
      MonitoredThread one = threads.start();
      MonitoredThread other = threads.start();
      ObjectShadow first = ObjectShadow.ofOne(new Object(), null);
      ObjectShadow second = ObjectShadow.ofOne(new Object(), null);
      one.enter(1);
      first.write(0, one, 1);
      second.write(0, one, 1);
      other.enter(1);

      first.read(0, other, 1);
      assertThat(other.conflicts).isEqualTo(1);

      second.write(0, other, 1);
      assertThat(other.conflicts).isEqualTo(1);

      second.read(0, one, 1);
      assertThat(one.conflicts).isEqualTo(1);
    }
  }

  /** Else the program would get our exception instead of its stack overflow. */
  @Test
  void monitorThatWasNotNoted_leftAfterStackOverflow_isNoMistake() {
    try (IdleThreads threads = new IdleThreads(new InlineRuntime(false))) {
      assertThat(threads.start().release((LockState) null, 0)).isFalse();
    }
  }
}

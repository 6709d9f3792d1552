package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept of a trace whose beginning is gone. */
final class TraceWindowTest {
  private static final int HALF = 8;
  private static final int LABEL = 1;
  private static final int LOCK = 2;

  private final TraceWindow window = new TraceWindow(new Symbols(), HALF);

  private void add(int op, int thread, int target) {
    window.add(op, thread, target, Symbols.NONE);
    if (window.isFull()) {
      window.moveOn();
    }
  }

  /** So many that nothing of what came before is left. */
  private void addMany() {
    for (int i = 0; i < 3 * HALF; i++) {
      add(Op.READ, 0, i);
    }
  }

  /** Operations and threads of all events but reads. */
  private List<String> kept() {
    List<String> kept = new ArrayList<>();
    window.replay(
        (op, thread, target, location) -> {
          if (op != Op.READ) {
            kept.add(Op.NAMES.get(op) + " " + thread);
          }
        });
    return kept;
  }

  @Test
  void locksAndBlocks_takenAndBegunBefore_comeFirst() {
    add(Op.BEGIN, 1, LABEL);
    add(Op.ACQUIRE, 2, LOCK);
    add(Op.BEGIN, 3, LABEL);
    add(Op.END, 3, Symbols.NONE);
    addMany();

    assertThat(kept()).containsExactly("acq 2", "begin 1");
    assertThat(window.beginAt(0)).isEqualTo(1);
    assertThat(window.at(0)).isEqualTo(-1);
  }

  @Test
  void blocks_ofAThreadThatIsOver_areGone() {
    add(Op.BEGIN, 1, LABEL);
    add(Op.BEGIN, 2, LABEL);
    add(Op.JOIN, 0, 1);
    addMany();

    assertThat(kept()).containsExactly("begin 2");
    assertThat(window.beginAt(0)).isEqualTo(-1);
  }
}

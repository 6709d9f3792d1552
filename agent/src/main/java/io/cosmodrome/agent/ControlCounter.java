package io.cosmodrome.agent;

import java.util.function.Consumer;

/**
 * Not atomic: others may come in between the read and the write. {@link PositiveControl} loads it
 * in such a way that it is instrumented, unlike the rest of the agent.
 */
final class ControlCounter implements Consumer<Runnable> {
  private int value;

  @Override
  public void accept(Runnable between) {
    int read = value;
    between.run();
    value = read + 1;
  }
}

package io.cosmodrome.agent;

import java.util.function.UnaryOperator;

/**
 * Not atomic: others may come in between the read and the write. {@link PositiveControl} loads it in
 * such a way that it is instrumented, unlike the rest of the agent.
 */
final class ControlCounter implements UnaryOperator<Runnable> {
  private int value;

  @Override
  public Runnable apply(Runnable between) {
    int read = value;
    between.run();
    value = read + 1;
    return between;
  }
}

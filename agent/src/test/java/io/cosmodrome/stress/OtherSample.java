package io.cosmodrome.stress;

/** A class for {@code TurnsTest} that accesses a field of another one. */
public final class OtherSample {
  private OtherSample() {}

  static void add(TurnSamples.Shared shared) {
    shared.count++;
  }
}

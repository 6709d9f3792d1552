package io.cosmodrome.agent.instrument;

import io.cosmodrome.agent.runtime.Sites;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.spec.NamePattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes instrumenters as they are without options. */
public final class Instrumenters {
  private Instrumenters() {}

  public static Instrumenter of(AtomicitySpec spec, Sites sites) {
    return of(spec, sites, new Coverage(), null);
  }

  static Instrumenter of(
      AtomicitySpec spec, Sites sites, Coverage coverage, @Nullable Turns turns) {
    ClassFilter everything = new ClassFilter(List.of(NamePattern.of("**")), List.of());
    Watched watched = new Watched(everything, Watched.Arrays.ELEMENT, Sample.ALL, false);
    return new Instrumenter(
        watched,
        new Blocks(spec),
        sites,
        coverage,
        new Inlining(),
        new ClassBytes(),
        turns,
        null,
        null);
  }
}

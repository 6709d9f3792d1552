package io.cosmodrome.agent.instrument;

import io.cosmodrome.agent.runtime.InlineRuntime;
import io.cosmodrome.agent.runtime.Sites;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.spec.NamePattern;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

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

  /** A class of the tests as it is once it is instrumented. */
  static ClassNode instrumented(Class<?> type) {
    ClassLoader loader = Instrumenters.class.getClassLoader();
    Instrumenter instrumenter = of(AtomicitySpec.EVERYTHING, new InlineRuntime(false).sites());
    String name = Type.getInternalName(type);
    try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream(name + ".class"))) {
      byte[] changed = instrumenter.transform(loader, name, null, null, in.readAllBytes());
      ClassNode node = new ClassNode();
      new ClassReader(Objects.requireNonNull(changed)).accept(node, 0);
      return node;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.agent.instrument.Turns.Group;
import io.cosmodrome.agent.runtime.InlineRuntime;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.stress.OtherSample;
import io.cosmodrome.stress.TurnSamples;
import io.cosmodrome.stress.TurnSamples.Comparing;
import io.cosmodrome.stress.TurnSamples.Optimistic;
import io.cosmodrome.stress.TurnSamples.Plain;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

final class TurnsTest {
  private static final ClassLoader LOADER = TurnsTest.class.getClassLoader();

  private final InlineRuntime runtime = new InlineRuntime(false);
  private final Coverage coverage = new Coverage();
  private final Turns turns = new Turns(noClasses(), runtime.costs(), coverage, false);
  private final Instrumenter instrumenter =
      Instrumenters.of(AtomicitySpec.EVERYTHING, runtime.sites(), coverage, turns);

  /** A JVM in which no class is loaded. */
  private static Instrumentation noClasses() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            LOADER,
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) ->
                method.getName().equals("getAllLoadedClasses") ? new Class<?>[0] : null);
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = Objects.requireNonNull(LOADER.getResourceAsStream(file))) {
      return in.readAllBytes();
    }
  }

  private byte @Nullable [] loaded(Class<?> type) throws IOException {
    turns.use(instrumenter);
    String name = type.getName().replace('.', '/');
    return instrumenter.transform(LOADER, name, null, null, bytes(type));
  }

  private byte @Nullable [] inTurn(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/');
    return turns.transform(LOADER, name, type, null, bytes(type));
  }

  private static ClassNode node(byte @Nullable [] bytes) {
    ClassNode node = new ClassNode();
    new ClassReader(Objects.requireNonNull(bytes)).accept(node, 0);
    return node;
  }

  private static long calls(ClassNode node, String owner) {
    long calls = 0;
    for (MethodNode method : node.methods) {
      for (var instruction : method.instructions) {
        calls += instruction instanceof MethodInsnNode call && call.owner.endsWith(owner) ? 1 : 0;
      }
    }
    return calls;
  }

  @Test
  void class_whenLoaded_isAsItWas() throws IOException {
    assertThat(loaded(Plain.class)).isNull();
    assertThat(inTurn(Plain.class)).isNull();
    assertThat(coverage.classes()).isZero();
  }

  @Test
  void classWithComparison_beforeTurnsBegin_isAsItWas() throws IOException {
    assertThat(loaded(Comparing.class)).isNull();
    assertThat(inTurn(Comparing.class)).isNull();
    assertThat(turns.mustBegin()).isFalse();
  }

  @Test
  void classWithComparison_onceTurnsHaveBegun_onlyHearsOfIt() throws IOException {
    loaded(Comparing.class);
    turns.begin(List.of());

    ClassNode node = node(inTurn(Comparing.class));

    assertThat(calls(node, "runtime/Variables")).isEqualTo(1);
    assertThat(calls(node, "runtime/Hooks")).isZero();
    assertThat(node.methods).hasSameSizeAs(node(bytes(Comparing.class)).methods);
  }

  @Test
  void classWithComparison_inItsTurn_hearsOfItAndIsWatched() throws IOException {
    loaded(Comparing.class);
    turns.begin(List.of());
    turns.watch(turns.groups(), true);

    ClassNode node = node(inTurn(Comparing.class));

    assertThat(calls(node, "runtime/Variables")).isEqualTo(1);
    assertThat(coverage.classes()).isEqualTo(1);
  }

  @Test
  void classWithOptimisticReads_hearsOfThemFromTheStart() throws IOException {
    ClassNode node = node(loaded(Optimistic.class));

    assertThat(node.methods.size()).isGreaterThan(node(bytes(Optimistic.class)).methods.size());
    assertThat(turns.mustBegin()).isTrue();
  }

  @Test
  void groups_ofWhichOneAccessesFieldsOfTheOther_areTied() throws IOException {
    loaded(TurnSamples.class);
    loaded(OtherSample.class);
    loaded(Assertions.class);
    Group samples = group(TurnSamples.class);
    Group other = group(OtherSample.class);

    assertThat(other.isTiedTo(samples)).isTrue();
    assertThat(samples.isTiedTo(other)).isTrue();
    assertThat(samples.isTiedTo(group(Assertions.class))).isFalse();
  }

  private Group group(Class<?> type) {
    return turns.groups().stream()
        .filter(group -> group.toString().equals(type.getName()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void class_inItsTurn_hasHooksAndNoOtherMembers() throws IOException {
    ClassNode before = node(bytes(Plain.class));
    loaded(Plain.class);
    turns.watch(turns.groups(), true);

    ClassNode node = node(inTurn(Plain.class));

    assertThat(calls(node, "runtime/SideTable")).isEqualTo(5); // count, and an element, and count
    assertThat(node.fields).hasSameSizeAs(before.fields);
    assertThat(node.methods.stream().map(method -> method.name + method.desc))
        .containsExactlyElementsOf(
            before.methods.stream().map(method -> method.name + method.desc).toList());
    assertThat(coverage.classes()).isEqualTo(1);
  }

  @Test
  void class_inItsNextTurn_isNotMadeAgain() throws IOException {
    loaded(Plain.class);
    turns.watch(turns.groups(), true);
    byte[] first = inTurn(Plain.class);
    turns.watch(turns.groups(), false);
    assertThat(inTurn(Plain.class)).isNull();
    turns.watch(turns.groups(), true);

    assertThat(inTurn(Plain.class)).isSameAs(first);
  }
}

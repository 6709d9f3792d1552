package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which fields calls access by handles. */
final class FieldHandlesTest {
  /** Has methods to look into; they are never called. */
  @SuppressWarnings("unused")
  private static final class Samples {
    private static final VarHandle COUNT;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle CONSTANT =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "count", VarHandle.class, Samples.class, int.class);
    private static final VarHandle CHOSEN;
    private static final VarHandle COPY;
    private static final VarHandle BY_NAME;
    private static final AtomicIntegerFieldUpdater<Samples> NUMBER =
        AtomicIntegerFieldUpdater.newUpdater(Samples.class, "count");
    private static final AtomicReferenceFieldUpdater<Samples, String> NAME =
        AtomicReferenceFieldUpdater.newUpdater(Samples.class, String.class, "name");
    private static VarHandle changing;

    static {
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        COUNT = lookup.findVarHandle(Samples.class, "count", int.class);
        changing = lookup.findVarHandle(Samples.class, "count", int.class);
        COPY = COUNT;
        if (Runtime.version().feature() > 20) {
          CHOSEN = lookup.findVarHandle(Samples.class, "count", int.class);
        } else {
          CHOSEN = lookup.findVarHandle(Samples.class, "name", String.class);
        }
        BY_NAME = lookup.findVarHandle(Samples.class, "na".concat("me"), String.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private volatile int count;
    private volatile String name = "";

    int get() {
      return (int) COUNT.getVolatile(this);
    }

    boolean compare(int old) {
      return COUNT.compareAndSet(this, old, old + 1);
    }

    boolean compareOfOther(Samples other, int old) {
      return COUNT.compareAndSet(other, old, get(old));
    }

    private static int get(int number) {
      return number;
    }

    void element(long[] numbers) {
      ELEMENT.setVolatile(numbers, 1, 2L);
    }

    void constant() {
      CONSTANT.setRelease(this, 1);
    }

    void chosen() {
      CHOSEN.setRelease(this, 1);
    }

    void copy() {
      COPY.setRelease(this, 1);
    }

    void byName() {
      BY_NAME.setRelease(this, "a");
    }

    void changing() {
      changing.setRelease(this, 1);
    }

    void local(VarHandle handle) {
      handle.setRelease(this, 1);
    }

    int updater() {
      return NUMBER.incrementAndGet(this);
    }

    void textUpdater() {
      NAME.lazySet(this, "b");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "get, COUNT, count, I",
    "compare, COUNT, count, I",
    "compareOfOther, COUNT, count, I",
    "constant, CONSTANT, count, I",
    "updater, NUMBER, count, I",
    "textUpdater, NAME, name, Ljava/lang/String;",
  })
  void handleInAConstant_isThatOfTheFieldItWasMadeFor(
      String method, String handle, String name, String descriptor) throws IOException {
    FieldHandles.Known known = Objects.requireNonNull(accessed(method));

    assertThat(known.handle().name).isEqualTo(handle);
    FieldInsnNode field = known.field();
    assertThat(field.owner).endsWith("$Samples");
    assertThat(field.name).isEqualTo(name);
    assertThat(field.desc).isEqualTo(descriptor);
  }

  @ParameterizedTest
  @CsvSource({"element", "chosen", "copy", "byName", "changing", "local"})
  void otherHandles_areLeftToTheRuntime(String method) throws IOException {
    assertThat(accessed(method)).isNull();
  }

  @Test
  void classWithoutHandles_knowsNone() throws IOException {
    ClassNode other = new ClassNode();
    new ClassReader(FieldHandlesTest.class.getName()).accept(other, ClassReader.EXPAND_FRAMES);

    assertThat(accessed(new FieldHandles(other), samples(), "get")).isNull();
  }

  private static FieldHandles.@Nullable Known accessed(String method) throws IOException {
    ClassNode samples = samples();
    return accessed(new FieldHandles(samples), samples, method);
  }

  private static FieldHandles.@Nullable Known accessed(
      FieldHandles handles, ClassNode samples, String method) {
    MethodNode sample =
        samples.methods.stream().filter(m -> m.name.equals(method)).findFirst().orElseThrow();
    Hierarchy hierarchy = new Hierarchy(new ClassBytes());
    FieldHandles.@Nullable Known result = null;
    int calls = 0;
    for (AbstractInsnNode instruction : sample.instructions) {
      if (instruction instanceof MethodInsnNode call) {
        ConcurrencyRules.Rule rule =
            ConcurrencyRules.find(
                FieldHandlesTest.class.getClassLoader(),
                hierarchy,
                call.owner,
                call.name,
                call.desc);
        if (rule != null) {
          calls++;
          result = handles.accessed(call, rule, true);
        }
      }
    }
    assertThat(calls).isOne();
    return result;
  }

  private static ClassNode samples() throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(Samples.class.getName()).accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }
}

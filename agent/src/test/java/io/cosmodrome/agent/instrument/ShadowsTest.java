package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.agent.runtime.Hooks;
import io.cosmodrome.agent.runtime.InlineRuntime;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.stress.BlockSamples;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

final class ShadowsTest {
  /** Their readers are kept together, so two threads must not add to them at the same time. */
  @Test
  void staticFields_ofAClass_haveOneLock() throws IOException {
    List<Object> locks = new ArrayList<>();
    for (MethodNode method : instrumented(BlockSamples.TwoStatics.class).methods) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof MethodInsnNode call
            && call.owner.equals(Type.getInternalName(Hooks.class))
            && call.name.equals("lock")
            && call.desc.startsWith("(I)")) {
          locks.add(((LdcInsnNode) call.getPrevious()).cst);
        }
      }
    }

    assertThat(locks).as("a read and a write of each").hasSize(4);
    assertThat(locks).containsOnly(locks.get(0));
  }

  private static ClassNode instrumented(Class<?> type) throws IOException {
    ClassLoader loader = ShadowsTest.class.getClassLoader();
    Instrumenter instrumenter =
        Instrumenters.of(AtomicitySpec.EVERYTHING, new InlineRuntime(false).sites());
    String name = Type.getInternalName(type);
    try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream(name + ".class"))) {
      byte[] changed = instrumenter.transform(loader, name, null, null, in.readAllBytes());
      ClassNode node = new ClassNode();
      new ClassReader(Objects.requireNonNull(changed)).accept(node, 0);
      return node;
    }
  }
}

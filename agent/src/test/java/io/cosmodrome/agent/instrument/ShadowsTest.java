package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.agent.runtime.Hooks;
import io.cosmodrome.stress.BlockSamples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

final class ShadowsTest {
  /** Their readers are kept together, so two threads must not add to them at the same time. */
  @Test
  void staticFields_ofAClass_haveOneLock() {
    List<Object> locks = new ArrayList<>();
    for (MethodNode method : Instrumenters.instrumented(BlockSamples.TwoStatics.class).methods) {
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
}

package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * What JaCoCo has put into a method if its agent comes before ours: {@code probes[7] = true}
 * wherever the program gets to, in an array that all threads share and that is loaded into a local
 * variable when the method begins. That is no work of the program's: taken for accesses, every
 * method would conflict with itself.
 */
final class CoverageProbes {
  private static final String PREFIX = "$jacoco";

  private CoverageProbes() {}

  /** The instructions that store into such an array. */
  static Set<AbstractInsnNode> of(MethodNode method) {
    Set<Integer> arrays = new HashSet<>();
    Set<AbstractInsnNode> probes = new HashSet<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction.getOpcode() == ASTORE && isProbeArray(previous(instruction))) {
        arrays.add(((VarInsnNode) instruction).var);
      } else if (!arrays.isEmpty() && isProbe(instruction, arrays)) {
        probes.add(instruction);
      }
    }
    return probes;
  }

  private static boolean isProbeArray(@Nullable AbstractInsnNode producer) {
    AbstractInsnNode source = producer;
    if (source != null && source.getOpcode() == CHECKCAST) {
      source = previous(source);
    }
    return (source instanceof MethodInsnNode call && call.name.startsWith(PREFIX))
        || (source instanceof LdcInsnNode constant
            && constant.cst instanceof ConstantDynamic dynamic
            && dynamic.getName().startsWith(PREFIX));
  }

  /** {@code aload array; push index; iconst_1; bastore}. */
  private static boolean isProbe(AbstractInsnNode store, Set<Integer> arrays) {
    if (store.getOpcode() != BASTORE) {
      return false;
    }
    AbstractInsnNode value = previous(store);
    AbstractInsnNode index = value == null ? null : previous(value);
    AbstractInsnNode array = index == null ? null : previous(index);
    return array instanceof VarInsnNode load
        && load.getOpcode() == ALOAD
        && arrays.contains(load.var);
  }

  /** The instruction before, without labels, lines and frames. */
  private static @Nullable AbstractInsnNode previous(AbstractInsnNode instruction) {
    AbstractInsnNode previous = instruction.getPrevious();
    while (previous != null && previous.getOpcode() < 0) {
      previous = previous.getPrevious();
    }
    return previous;
  }
}

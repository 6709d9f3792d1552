package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.SideTable;
import java.util.Set;
import java.util.function.IntPredicate;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The accesses of one method to elements of arrays, for a turn of its class: each calls the {@link
 * SideTable}. Unlike {@link ArrayAccesses} nothing is kept of an array once the turn is over.
 */
final class ElementAccesses {
  private final HookWriter hooks;
  private final IntPredicate watches;
  private final Set<AbstractInsnNode> probes;

  /**
   * @param watches which instructions matter, by their numbers
   */
  ElementAccesses(HookWriter hooks, IntPredicate watches) {
    this.hooks = hooks;
    this.watches = watches;
    this.probes = CoverageProbes.of(hooks.method);
  }

  void rewrite(AbstractInsnNode instruction) {
    boolean isWrite = ArrayAccesses.isStore(instruction);
    if (!(isWrite || ArrayAccesses.isLoad(instruction))
        || probes.contains(instruction)
        || !watches.test(instruction.getOpcode())) {
      return;
    }
    InsnList before = new InsnList();
    if (isWrite) {
      ArrayAccesses.copyBelow(before, instruction);
    } else {
      before.add(new InsnNode(DUP2));
    }
    hooks.needsMe();
    hooks.count(before, "counts");
    before.add(new VarInsnNode(ALOAD, hooks.me));
    HookWriter.push(before, hooks.access(isWrite ? "w" : "r", "", null, true));
    before.add(
        new MethodInsnNode(
            INVOKESTATIC,
            Type.getInternalName(SideTable.class),
            isWrite ? "writesElement" : "readsElement",
            "(Ljava/lang/Object;IL" + Shadows.ME + ";I)V",
            false));
    hooks.method.instructions.insertBefore(instruction, before);
  }
}

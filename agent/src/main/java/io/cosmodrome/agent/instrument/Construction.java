package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A constructor, and what it does with the new object. */
final class Construction {
  private final ClassNode owner;
  private final MethodNode method;
  private final boolean frames;

  Construction(ClassNode owner, MethodNode method) {
    this.owner = owner;
    this.method = method;
    this.frames = (owner.version & 0xffff) >= V1_6;
  }

  /** The writes to fields of the new object that come before anything else is done with it. */
  Set<AbstractInsnNode> firstWrites() {
    Set<AbstractInsnNode> writes = new HashSet<>();
    Set<AbstractInsnNode> harmless = new HashSet<>(); // where the new object is loaded
    boolean callsSuper = false;
    for (AbstractInsnNode instruction : method.instructions) {
      AbstractInsnNode object = object(instruction);
      if (object == null || !isThis(object)) {
        continue;
      }
      if (instruction instanceof FieldInsnNode access) {
        harmless.add(object);
        if (access.getOpcode() == PUTFIELD && access.owner.equals(owner.name)) {
          writes.add(access);
        }
      } else if (((MethodInsnNode) instruction).owner.equals(owner.superName)) {
        harmless.add(object);
        callsSuper = true;
      }
    }
    if (!callsSuper) {
      return Set.of(); // another constructor comes first
    }
    boolean isKept = true;
    boolean hasLoop = method.tryCatchBlocks.stream().anyMatch(this::jumpsBack);
    for (AbstractInsnNode instruction : method.instructions) {
      boolean isUse = isThis(instruction) && !harmless.contains(instruction);
      isKept &= !isUse && !copiesThis(instruction) && instruction.getOpcode() != RET;
      hasLoop |= mayJumpBack(instruction);
      if (!isKept) {
        writes.remove(instruction);
      }
    }
    return isKept || !hasLoop ? writes : Set.of();
  }

  private boolean mayJumpBack(AbstractInsnNode instruction) {
    return instruction.getOpcode() == TABLESWITCH
        || instruction.getOpcode() == LOOKUPSWITCH
        || (instruction instanceof JumpInsnNode jump
            && method.instructions.indexOf(jump.label) < method.instructions.indexOf(jump));
  }

  private boolean jumpsBack(TryCatchBlockNode guarded) {
    return method.instructions.indexOf(guarded.handler) < method.instructions.indexOf(guarded.end);
  }

  /** What pushed the object whose field is accessed or whose plain constructor is called. */
  private @Nullable AbstractInsnNode object(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode == GETFIELD) {
      return Operands.producer(instruction, 0, frames);
    }
    if (opcode == PUTFIELD) {
      int above = Type.getType(((FieldInsnNode) instruction).desc).getSize();
      return Operands.producer(instruction, above, frames);
    }
    boolean isConstructor =
        instruction instanceof MethodInsnNode call
            && call.name.equals("<init>")
            && call.desc.equals("()V");
    return isConstructor ? Operands.producer(instruction, 0, frames) : null;
  }

  /** The first local variable: nothing but {@code this} is expected there. */
  private static boolean isThis(@Nullable AbstractInsnNode instruction) {
    return instruction instanceof VarInsnNode local
        && local.var == 0
        && (local.getOpcode() == ALOAD || local.getOpcode() == ASTORE);
  }

  /** Whether the object is on the stack twice from here on. */
  private boolean copiesThis(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode < DUP || opcode > DUP2_X2) {
      return false;
    }
    return isThis(Operands.producer(instruction, 0, frames))
        || (opcode >= DUP2 && isThis(Operands.producer(instruction, 1, frames)));
  }
}

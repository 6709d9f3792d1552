package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;

/**
 * Where an operand of an instruction comes from, found by walking back over straight code; where
 * paths meet, or after a long way, the answer is that it is not known.
 */
final class Operands {
  private static final int LIMIT = 500; // instructions to walk over

  private Operands() {}

  /**
   * The instruction that pushed a word of the stack.
   *
   * @param consumer the instruction that finds it on the stack
   * @param below how many words lie above it
   * @param frames whether the method has frames where paths meet
   */
  static @Nullable AbstractInsnNode producer(AbstractInsnNode consumer, int below, boolean frames) {
    int word = below;
    AbstractInsnNode at = consumer.getPrevious();
    for (int steps = 0; at != null && steps < LIMIT; steps++, at = at.getPrevious()) {
      if (at instanceof FrameNode || (!frames && at instanceof LabelNode)) {
        return null;
      }
      int opcode = at.getOpcode();
      if (opcode < 0) {
        continue;
      }
      if (opcode >= DUP && opcode <= SWAP) {
        word = copied(opcode, word);
        continue;
      }
      int pushed = pushed(at);
      if (pushed < 0) {
        return null;
      }
      if (word < pushed) {
        return at;
      }
      word += popped(at) - pushed;
    }
    return null;
  }

  /** Which word, counted from the top, an instruction that copies or swaps has moved here. */
  private static int copied(int opcode, int word) {
    return switch (opcode) {
      case DUP -> word == 0 ? 0 : word - 1;
      case DUP_X1 -> word < 2 ? word : word == 2 ? 0 : word - 1;
      case DUP_X2 -> word < 3 ? word : word == 3 ? 0 : word - 1;
      case DUP2 -> word < 2 ? word : word - 2;
      case DUP2_X1 -> word < 3 ? word : word < 5 ? word - 3 : word - 2;
      case DUP2_X2 -> word < 4 ? word : word < 6 ? word - 4 : word - 2;
      default -> word == 0 ? 1 : word == 1 ? 0 : word; // SWAP
    };
  }

  /** How many words an instruction pushes; -1 if it is not followed by the next one. */
  private static int pushed(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (instruction instanceof MethodInsnNode call) {
      return Type.getReturnType(call.desc).getSize();
    }
    if (instruction instanceof InvokeDynamicInsnNode call) {
      return Type.getReturnType(call.desc).getSize();
    }
    if (instruction instanceof FieldInsnNode access) {
      boolean isRead = opcode == GETFIELD || opcode == GETSTATIC;
      return isRead ? Type.getType(access.desc).getSize() : 0;
    }
    if (instruction instanceof LdcInsnNode constant) {
      return constant.cst instanceof Long || constant.cst instanceof Double ? 2 : 1;
    }
    return switch (opcode) {
      case LCONST_0, LCONST_1, DCONST_0, DCONST_1, LLOAD, DLOAD, LALOAD, DALOAD -> 2;
      case LADD, LSUB, LMUL, LDIV, LREM, LNEG, LSHL, LSHR, LUSHR, LAND, LOR, LXOR -> 2;
      case DADD, DSUB, DMUL, DDIV, DREM, DNEG, I2L, I2D, L2D, F2L, F2D, D2L -> 2;
      case NOP, POP, POP2, IINC, MONITORENTER, MONITOREXIT -> 0;
      case GOTO, JSR, RET, TABLESWITCH, LOOKUPSWITCH, ATHROW -> -1;
      default -> {
        if ((opcode >= ISTORE && opcode <= ASTORE)
            || (opcode >= IASTORE && opcode <= SASTORE)
            || (opcode >= IFEQ && opcode <= IF_ACMPNE)
            || opcode == IFNULL
            || opcode == IFNONNULL) {
          yield 0;
        }
        yield opcode >= IRETURN && opcode <= RETURN ? -1 : 1;
      }
    };
  }

  private static int popped(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (instruction instanceof MethodInsnNode call) {
      int operands = Type.getArgumentsAndReturnSizes(call.desc) >> 2; // counts a receiver
      return opcode == INVOKESTATIC ? operands - 1 : operands;
    }
    if (instruction instanceof InvokeDynamicInsnNode call) {
      return (Type.getArgumentsAndReturnSizes(call.desc) >> 2) - 1;
    }
    if (instruction instanceof FieldInsnNode access) {
      int size = Type.getType(access.desc).getSize();
      return switch (opcode) {
        case GETSTATIC -> 0;
        case GETFIELD -> 1;
        case PUTSTATIC -> size;
        default -> size + 1;
      };
    }
    if (instruction instanceof MultiANewArrayInsnNode array) {
      return array.dims;
    }
    if (opcode <= ALOAD || opcode == NOP || opcode == IINC || opcode == NEW) {
      return 0;
    }
    if (opcode <= SALOAD) {
      return 2;
    }
    return switch (opcode) {
      case LSTORE, DSTORE, POP2 -> 2;
      case LASTORE, DASTORE -> 4;
      case IASTORE, FASTORE, AASTORE, BASTORE, CASTORE, SASTORE -> 3;
      case IADD, ISUB, IMUL, IDIV, IREM, ISHL, ISHR, IUSHR, IAND, IOR, IXOR -> 2;
      case FADD, FSUB, FMUL, FDIV, FREM, FCMPL, FCMPG -> 2;
      case LADD, LSUB, LMUL, LDIV, LREM, LAND, LOR, LXOR, LCMP -> 4;
      case DADD, DSUB, DMUL, DDIV, DREM, DCMPL, DCMPG -> 4;
      case LSHL, LSHR, LUSHR -> 3;
      case LNEG, DNEG, L2I, L2F, L2D, D2I, D2L, D2F -> 2;
      case IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE -> 2;
      case IF_ACMPEQ, IF_ACMPNE -> 2;
      default -> 1;
    };
  }
}

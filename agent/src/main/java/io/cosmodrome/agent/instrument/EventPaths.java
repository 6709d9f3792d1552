package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * How many events there may be on one way through a method: branches that exclude each other are
 * not added up, and what is in a loop may come again.
 */
final class EventPaths {
  private static final int UNREACHED = -1;

  private final MethodNode method;
  private final int[] events; // by instruction
  private final int[] before; // the most that may have been before the instruction
  private final Deque<Integer> open = new ArrayDeque<>(); // instructions to go on from

  /**
   * @param events how many events each instruction has
   */
  EventPaths(MethodNode method, int[] events) {
    this.method = method;
    this.events = events;
    this.before = new int[events.length];
    Arrays.fill(before, UNREACHED);
  }

  /** Whether there is a way with two events or more. */
  boolean haveTwo() {
    InsnList code = method.instructions;
    reach(0, 0);
    while (!open.isEmpty()) {
      int at = open.remove();
      int after = before[at] + events[at];
      if (after > 1) {
        return true;
      }
      AbstractInsnNode instruction = code.get(at);
      for (LabelNode target : OwnLoops.targets(instruction)) {
        reach(code.indexOf(target), after);
      }
      for (TryCatchBlockNode guarded : method.tryCatchBlocks) {
        if (code.indexOf(guarded.start) <= at && at < code.indexOf(guarded.end)) {
          reach(code.indexOf(guarded.handler), after);
        }
      }
      if (goesOn(instruction)) {
        reach(at + 1, after);
      }
    }
    return false;
  }

  private void reach(int at, int most) {
    if (at < before.length && before[at] < most) {
      before[at] = most;
      open.add(at);
    }
  }

  private static boolean goesOn(AbstractInsnNode instruction) {
    return switch (instruction.getOpcode()) {
      case GOTO, TABLESWITCH, LOOKUPSWITCH, ATHROW -> false;
      case IRETURN, LRETURN, FRETURN, DRETURN, ARETURN, RETURN -> false;
      default -> true; // a subroutine of old compilers goes on wherever it was called
    };
  }
}

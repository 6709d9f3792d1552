package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The innermost loops of a method in which nothing synchronizes, and which are entered from above
 * only: what is asked right before such a loop holds, for a program without races, until it is
 * left.
 *
 * <p>Such a loop can be copied: the copy stands right before it and goes on after it. A loop that
 * is guarded in part only, or that ends with a jump back on a condition and then with code of which
 * no frame is known, is none of them.
 */
final class OwnLoops {
  /**
   * A loop.
   *
   * @param header where the jumps back lead to; code right before it runs once
   * @param body from the header to the last jump back
   * @param after where the loop goes on if that last jump is not taken; null if it always is
   */
  record Loop(LabelNode header, List<AbstractInsnNode> body, @Nullable LabelNode after) {
    FrameNode frame() {
      return frameAt(header);
    }
  }

  private final MethodNode method;
  private final Predicate<AbstractInsnNode> interrupts;
  private final Map<AbstractInsnNode, Integer> positions = new HashMap<>();
  private final Map<LabelNode, List<Integer>> jumps = new HashMap<>(); // by target: from where
  private final Set<LabelNode> handlers = new HashSet<>();

  private OwnLoops(MethodNode method, Predicate<AbstractInsnNode> interrupts) {
    this.method = method;
    this.interrupts = interrupts;
    int position = 0;
    for (AbstractInsnNode instruction : method.instructions) {
      positions.put(instruction, position++);
    }
    for (AbstractInsnNode instruction : method.instructions) {
      for (LabelNode target : targets(instruction)) {
        jumps.computeIfAbsent(target, t -> new ArrayList<>()).add(position(instruction));
      }
    }
    for (TryCatchBlockNode guarded : method.tryCatchBlocks) {
      handlers.add(guarded.handler);
    }
  }

  /**
   * Finds the loops of a method that has frames.
   *
   * @param interrupts whether an instruction must not be in such a loop
   */
  static List<Loop> of(MethodNode method, Predicate<AbstractInsnNode> interrupts) {
    OwnLoops loops = new OwnLoops(method, interrupts);
    List<Loop> found = new ArrayList<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof LabelNode header && loops.lastJumpTo(header) >= 0) {
        Loop loop = loops.loop(header);
        if (loop != null) {
          found.add(loop);
        }
      }
    }
    return found;
  }

  /** The frame at a label that something jumps to. */
  static FrameNode frameAt(LabelNode label) {
    AbstractInsnNode node = label;
    while (!(node instanceof FrameNode)) {
      node = node.getNext();
    }
    return (FrameNode) node;
  }

  /** Where an instruction may jump to. */
  static List<LabelNode> targets(AbstractInsnNode instruction) {
    if (instruction instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    if (instruction instanceof TableSwitchInsnNode table) {
      return all(table.labels, table.dflt);
    }
    return instruction instanceof LookupSwitchInsnNode lookup
        ? all(lookup.labels, lookup.dflt)
        : List.of();
  }

  private static List<LabelNode> all(List<LabelNode> labels, LabelNode otherwise) {
    List<LabelNode> targets = new ArrayList<>(labels);
    targets.add(otherwise);
    return targets;
  }

  private int position(AbstractInsnNode instruction) {
    return positions.getOrDefault(instruction, -1);
  }

  /** Where the last jump back to a label is; -1 if there is none. */
  private int lastJumpTo(LabelNode label) {
    int last = -1;
    for (int from : jumps.getOrDefault(label, List.of())) {
      last = from > position(label) ? Math.max(last, from) : last;
    }
    return last;
  }

  private @Nullable Loop loop(LabelNode header) {
    int first = position(header);
    int last = lastJumpTo(header);
    if (!isEnteredFromAbove(header) || !hasEmptyStack(header) || isGuardedInPart(first, last)) {
      return null;
    }
    List<AbstractInsnNode> body = new ArrayList<>();
    for (int i = first; i <= last; i++) {
      AbstractInsnNode instruction = method.instructions.get(i);
      if (interrupts.test(instruction)) {
        return null;
      }
      if (instruction instanceof LabelNode label) {
        boolean isInner = label != header && lastJumpTo(label) >= 0;
        if (isInner || handlers.contains(label) || isReachedFromOutside(label, first, last)) {
          return null;
        }
      }
      body.add(instruction);
    }
    AbstractInsnNode jump = method.instructions.get(last);
    if (jump.getOpcode() == GOTO) {
      return new Loop(header, body, null);
    }
    LabelNode after = jump instanceof JumpInsnNode ? after(jump) : null;
    return after == null ? null : new Loop(header, body, after);
  }

  /** Whether what guards a part of the loop does not guard all of it, and what is before it. */
  private boolean isGuardedInPart(int first, int last) {
    for (TryCatchBlockNode guarded : method.tryCatchBlocks) {
      int start = position(guarded.start);
      int end = position(guarded.end);
      if ((start >= first && start <= last) || (end >= first && end <= last)) {
        return true;
      }
    }
    return false;
  }

  /** A label right after a jump that has a frame with an empty stack. */
  private static @Nullable LabelNode after(AbstractInsnNode jump) {
    AbstractInsnNode next = jump.getNext();
    while (next != null && next.getOpcode() < 0) {
      if (next instanceof LabelNode label && hasEmptyStack(label)) {
        return label;
      }
      next = next.getNext();
    }
    return null;
  }

  private boolean isReachedFromOutside(LabelNode label, int first, int last) {
    for (int from : jumps.getOrDefault(label, List.of())) {
      if (from < first || from > last) {
        return true;
      }
    }
    return false;
  }

  /** Whether control falls into a label, and nothing jumps to a place right before it. */
  private boolean isEnteredFromAbove(LabelNode label) {
    AbstractInsnNode before = label.getPrevious();
    while (before != null && before.getOpcode() < 0) {
      if (before instanceof FrameNode
          || (before instanceof LabelNode other
              && (jumps.containsKey(other) || handlers.contains(other)))) {
        return false;
      }
      before = before.getPrevious();
    }
    if (before == null) {
      return false;
    }
    int opcode = before.getOpcode();
    boolean leaves =
        opcode == GOTO
            || opcode == ATHROW
            || opcode == TABLESWITCH
            || opcode == LOOKUPSWITCH
            || opcode == RET
            || (opcode >= IRETURN && opcode <= RETURN);
    return !leaves;
  }

  private static boolean hasEmptyStack(LabelNode label) {
    AbstractInsnNode after = label.getNext();
    while (after != null && after.getOpcode() < 0 && !(after instanceof FrameNode)) {
      after = after.getNext();
    }
    return after instanceof FrameNode frame && (frame.stack == null || frame.stack.isEmpty());
  }
}

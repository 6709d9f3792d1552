package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The accesses to elements in a loop that can be told at once when the loop is left: every turn
 * makes them, at indices such as {@code 3 * i + 1} where each turn adds the same to {@code i} at
 * its end, or nothing. How many turns there were is known by one such variable.
 */
final class Sweeps {
  /** An index: a local variable as it is when the loop begins, times a factor, and an offset. */
  record Index(int local, int factor, int offset) {}

  private final List<AbstractInsnNode> body;
  private final Map<AbstractInsnNode, Integer> positions = new HashMap<>();
  private final boolean frames;
  private final Map<Integer, IincInsnNode> steps = new HashMap<>(); // by local variable
  private final Set<Integer> changed = new HashSet<>(); // local variables, in other ways
  private final Map<AbstractInsnNode, Index> indices = new LinkedHashMap<>();
  private int counter = -1; // local variable
  private List<AbstractInsnNode> limit = List.of(); // pushes what the counter stays below
  private int firstStep = Integer.MAX_VALUE;
  private int lastStep = -1;

  private Sweeps(OwnLoops.Loop loop, boolean frames) {
    this.body = loop.body();
    this.frames = frames;
    for (AbstractInsnNode instruction : body) {
      positions.put(instruction, positions.size());
    }
  }

  /**
   * @param accesses those of the loop to elements of arrays that it does not change
   * @param frames whether the method has frames where paths meet
   * @param isSettled whether a field of {@code this} is read that does not change any more
   */
  static Sweeps of(
      OwnLoops.Loop loop,
      Collection<AbstractInsnNode> accesses,
      boolean frames,
      Predicate<FieldInsnNode> isSettled) {
    Sweeps sweeps = new Sweeps(loop, frames);
    sweeps.findSteps();
    if (!sweeps.steps.isEmpty() && sweeps.hasSimpleExits(loop.header())) {
      accesses.forEach(sweeps::add);
      sweeps.findLimit(isSettled);
    }
    return sweeps;
  }

  /** By access. */
  Map<AbstractInsnNode, Index> indices() {
    return indices;
  }

  /** A local variable that tells how many turns there were. */
  int counter() {
    return counter;
  }

  /** Pushes what the counter stays below in every turn; nothing if that is not known. */
  List<AbstractInsnNode> limit() {
    return limit;
  }

  /** What a turn adds to a local variable. */
  int step(int local) {
    IincInsnNode step = steps.get(local);
    return step == null ? 0 : step.incr;
  }

  /** Whether turns that make one of two accesses make the other one, too. */
  boolean areTogether(AbstractInsnNode one, AbstractInsnNode other) {
    int first = Math.min(position(one), position(other));
    int last = Math.max(position(one), position(other));
    return body.subList(first, last).stream()
        .noneMatch(between -> between instanceof JumpInsnNode || isReturn(between));
  }

  /** Whether an access was made in the turn that ends with a jump or a return, uncounted so far. */
  boolean isMadeBefore(AbstractInsnNode access, AbstractInsnNode exit) {
    int at = position(exit);
    return position(access) < at && at < firstStep;
  }

  private int position(AbstractInsnNode instruction) {
    return positions.getOrDefault(instruction, -1);
  }

  private void findSteps() {
    for (AbstractInsnNode instruction : body) {
      if (instruction instanceof IincInsnNode step) {
        if (steps.put(step.var, step) != null || isSkipped(step)) {
          changed.add(step.var);
        }
      } else if (instruction instanceof VarInsnNode store
          && store.getOpcode() >= ISTORE
          && store.getOpcode() <= ASTORE) {
        changed.add(store.var);
      }
    }
    steps.keySet().removeAll(changed);
    steps.values().removeIf(step -> step.incr == 0);
    for (IincInsnNode step : steps.values()) {
      firstStep = Math.min(firstStep, position(step));
      lastStep = Math.max(lastStep, position(step));
    }
  }

  /** Looks for {@code i < limit} where each turn begins, so that it can be asked for before. */
  private void findLimit(Predicate<FieldInsnNode> isSettled) {
    counter = steps.keySet().iterator().next();
    List<AbstractInsnNode> code =
        body.stream().filter(instruction -> instruction.getOpcode() >= 0).limit(6).toList();
    if (code.get(0).getOpcode() != ILOAD || step(((VarInsnNode) code.get(0)).var) <= 0) {
      return;
    }
    int end = 1;
    while (end < code.size() && isFixed(code.get(end), isSettled)) {
      end++;
    }
    if (end > 1
        && end < code.size()
        && code.get(end).getOpcode() == IF_ICMPGE
        && position(((JumpInsnNode) code.get(end)).label) < 0) {
      counter = ((VarInsnNode) code.get(0)).var;
      limit = code.subList(1, end);
    }
  }

  /** Whether an instruction pushes the same in each turn. */
  private boolean isFixed(AbstractInsnNode instruction, Predicate<FieldInsnNode> isSettled) {
    int opcode = instruction.getOpcode();
    if (opcode == ILOAD || opcode == ALOAD) {
      int local = ((VarInsnNode) instruction).var;
      return !changed.contains(local) && !steps.containsKey(local);
    }
    return opcode == ARRAYLENGTH
        || opcode == IADD
        || opcode == ISUB
        || constant(instruction) != null
        || (instruction instanceof FieldInsnNode field && isSettled.test(field));
  }

  /** Whether some turns go past an instruction without leaving the loop. */
  private boolean isSkipped(AbstractInsnNode instruction) {
    int at = position(instruction);
    for (AbstractInsnNode other : body) {
      if (other instanceof JumpInsnNode jump && position(jump) < at && position(jump.label) > at) {
        return true;
      }
    }
    return false;
  }

  /** Whether turns end at one place, and the loop is not left in the midst of its steps. */
  private boolean hasSimpleExits(LabelNode header) {
    for (AbstractInsnNode instruction : body) {
      int at = position(instruction);
      if (instruction instanceof TableSwitchInsnNode
          || instruction instanceof LookupSwitchInsnNode) {
        return false;
      }
      boolean jumps = instruction instanceof JumpInsnNode || isReturn(instruction);
      if (jumps && at > firstStep && at < lastStep) {
        return false;
      }
      if (instruction instanceof JumpInsnNode jump
          && jump.label == header
          && at < body.size() - 1) {
        return false;
      }
    }
    return true;
  }

  static boolean isReturn(AbstractInsnNode instruction) {
    return instruction.getOpcode() >= IRETURN && instruction.getOpcode() <= RETURN;
  }

  /** The jumps out of the loop. */
  List<JumpInsnNode> jumpsOut() {
    List<JumpInsnNode> jumps = new ArrayList<>();
    for (AbstractInsnNode instruction : body) {
      if (instruction instanceof JumpInsnNode jump && position(jump.label) < 0) {
        jumps.add(jump);
      }
    }
    return jumps;
  }

  private void add(AbstractInsnNode access) {
    if (position(access) > firstStep || isSkipped(access)) {
      return;
    }
    int above = ArrayAccesses.isStore(access) ? ArrayAccesses.wordsAbove(access) - 1 : 0;
    Index index = index(Operands.producer(access, above, frames));
    if (index != null && !changed.contains(index.local)) {
      indices.put(access, index);
    }
  }

  private @Nullable Index index(@Nullable AbstractInsnNode producer) {
    if (producer == null || position(producer) < 0) {
      return null;
    }
    int opcode = producer.getOpcode();
    if (opcode == ILOAD) {
      return new Index(((VarInsnNode) producer).var, 1, 0);
    }
    if (opcode != IADD && opcode != ISUB && opcode != IMUL) {
      return null;
    }
    AbstractInsnNode left = Operands.producer(producer, 1, frames);
    AbstractInsnNode right = Operands.producer(producer, 0, frames);
    Integer number = constant(right);
    Index index = number == null && opcode != ISUB ? index(right) : index(left);
    if (number == null && opcode != ISUB) {
      number = constant(left);
    }
    if (number == null || index == null) {
      return null;
    }
    return switch (opcode) {
      case IADD -> new Index(index.local, index.factor, index.offset + number);
      case ISUB -> new Index(index.local, index.factor, index.offset - number);
      default -> new Index(index.local, index.factor * number, index.offset * number);
    };
  }

  /** The number that an instruction pushes; null if it pushes something else. */
  static @Nullable Integer constant(@Nullable AbstractInsnNode instruction) {
    if (instruction instanceof IntInsnNode number && number.getOpcode() != NEWARRAY) {
      return number.operand;
    }
    if (instruction instanceof LdcInsnNode constant && constant.cst instanceof Integer number) {
      return number;
    }
    int opcode = instruction == null ? NOP : instruction.getOpcode();
    return opcode >= ICONST_M1 && opcode <= ICONST_5 ? opcode - ICONST_0 : null;
  }
}

package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The accesses of a method to arrays that it has just made, before anybody else can have them: the
 * stores of {@code {a, b, c}}, and all accesses by way of a local variable until that is used for
 * anything else. They need not be told, for the reason that holds for new objects: see {@link
 * Construction}.
 *
 * <p>The code between the making of an array and its first other use must be reached from the
 * former only; else nothing is said of it.
 */
final class FreshArrays {
  private final MethodNode method;
  private final InsnList code;
  private final boolean frames;
  private final List<VarInsnNode> stores = new ArrayList<>(); // of arrays into local variables
  private final List<AbstractInsnNode> jumps = new ArrayList<>();
  private final Map<AbstractInsnNode, AbstractInsnNode> uses = new HashMap<>(); // by use: its load
  private final Map<AbstractInsnNode, Integer> unknown = new HashMap<>(); // by load: other uses
  private final Set<AbstractInsnNode> accesses = new HashSet<>();

  private FreshArrays(MethodNode method, boolean frames) {
    this.method = method;
    this.code = method.instructions;
    this.frames = frames;
  }

  /**
   * The accesses that nobody else can see, and the calls of {@code System.arraycopy} of whose
   * target that is true.
   *
   * @param frames whether the method has frames where paths meet
   */
  static Set<AbstractInsnNode> accesses(MethodNode method, boolean frames) {
    FreshArrays fresh = new FreshArrays(method, frames);
    fresh.findMade();
    if (!fresh.stores.isEmpty()) {
      fresh.findUses();
      fresh.stores.forEach(fresh::follow);
    }
    return fresh.accesses;
  }

  private void findMade() {
    for (AbstractInsnNode instruction : code) {
      if (makesArray(instruction)
          && initialize(instruction) instanceof VarInsnNode store
          && store.getOpcode() == ASTORE) {
        stores.add(store);
      } else if (instruction.getOpcode() == RET) {
        stores.clear();
        return; // code after it is reached from elsewhere
      }
    }
  }

  private static boolean makesArray(AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      return (call.owner.startsWith("[") && call.name.equals("clone"))
          || (call.owner.equals("java/util/Arrays") && call.name.startsWith("copyOf"));
    }
    return instruction.getOpcode() == NEWARRAY || instruction.getOpcode() == ANEWARRAY;
  }

  /** Adds the stores of {@code {a, b, c}}; what is done with the array then, if that is known. */
  private @Nullable AbstractInsnNode initialize(AbstractInsnNode maker) {
    AbstractInsnNode next = next(maker);
    if (next != null && next.getOpcode() == CHECKCAST) {
      next = next(next);
    }
    while (next != null && next.getOpcode() == DUP) {
      AbstractInsnNode store = storeAt(next(next));
      if (store == null) {
        return null;
      }
      accesses.add(store);
      next = next(store);
    }
    return next;
  }

  /** The next instruction, if it is reached from this one only. */
  private @Nullable AbstractInsnNode next(AbstractInsnNode instruction) {
    AbstractInsnNode next = instruction.getNext();
    while (next != null && next.getOpcode() < 0) {
      if (mayMeet(next)) {
        return null;
      }
      next = next.getNext();
    }
    return next;
  }

  /** Whether paths may meet here. */
  private boolean mayMeet(AbstractInsnNode instruction) {
    return instruction instanceof FrameNode || (!frames && instruction instanceof LabelNode);
  }

  /** The store to the element whose index an instruction has pushed, onto an array's copy. */
  private @Nullable AbstractInsnNode storeAt(@Nullable AbstractInsnNode index) {
    if (index == null || Sweeps.constant(index) == null) {
      return null;
    }
    AbstractInsnNode at = index.getNext();
    while (at != null && !mayMeet(at)) {
      if (ArrayAccesses.isStore(at)
          && Operands.producer(at, ArrayAccesses.wordsAbove(at) - 1, frames) == index) {
        return at;
      }
      int opcode = at.getOpcode();
      if (opcode >= DUP2 && opcode <= SWAP && reaches(at, index)) {
        return null;
      }
      at = at.getNext();
    }
    return null;
  }

  /** Whether what copies or swaps words of the stack does that to an index, or what is below it. */
  private boolean reaches(AbstractInsnNode copy, AbstractInsnNode index) {
    AbstractInsnNode above = Operands.producer(copy, 0, frames);
    AbstractInsnNode below = Operands.producer(copy, 1, frames);
    return above == null || below == null || above == index || below == index;
  }

  // ---- local variables ----

  /** Finds what each load of a local variable is used for. */
  private void findUses() {
    for (AbstractInsnNode instruction : code) {
      int opcode = instruction.getOpcode();
      if (ArrayAccesses.isLoad(instruction) || ArrayAccesses.isStore(instruction)) {
        use(instruction, ArrayAccesses.wordsAbove(instruction));
      } else if (opcode == ARRAYLENGTH) {
        use(instruction, 0);
      } else if (isCopy(instruction)) {
        use(instruction, 2);
        uncount(instruction, Operands.producer(instruction, 4, frames));
      } else if (opcode >= DUP && opcode <= DUP2_X2) {
        count(Operands.producer(instruction, 0, frames));
        if (opcode >= DUP2) {
          count(Operands.producer(instruction, 1, frames));
        }
      } else if (opcode == ALOAD) {
        count(instruction);
      } else if (isJump(instruction)) {
        jumps.add(instruction);
      }
    }
  }

  private static boolean isJump(AbstractInsnNode instruction) {
    return instruction instanceof JumpInsnNode
        || instruction.getOpcode() == TABLESWITCH
        || instruction.getOpcode() == LOOKUPSWITCH;
  }

  private static boolean isCopy(AbstractInsnNode instruction) {
    return instruction instanceof MethodInsnNode call
        && call.owner.equals("java/lang/System")
        && call.name.equals("arraycopy");
  }

  /** An instruction finds an array below some words, and does nothing with it but access it. */
  private void use(AbstractInsnNode instruction, int above) {
    AbstractInsnNode load = Operands.producer(instruction, above, frames);
    if (load != null) {
      uses.put(instruction, load);
      uncount(instruction, load);
    }
  }

  private void count(@Nullable AbstractInsnNode load) {
    if (load != null) {
      unknown.merge(load, 1, Integer::sum);
    }
  }

  private void uncount(AbstractInsnNode use, @Nullable AbstractInsnNode load) {
    AbstractInsnNode at = load;
    while (at != null && at != use) {
      if (isJump(at)) {
        return; // to where it may be used otherwise
      }
      at = at.getNext();
    }
    if (load != null) {
      unknown.merge(load, -1, Integer::sum);
    }
  }

  /** Adds the accesses by way of a local variable that an array was just stored to. */
  private void follow(VarInsnNode store) {
    AbstractInsnNode end = store.getNext();
    while (end != null && !isEnd(store.var, end)) {
      end = end.getNext();
    }
    int first = code.indexOf(store);
    int last = end == null ? code.size() : code.indexOf(end);
    if (isReachedFromOutside(first, last)) {
      return;
    }
    for (AbstractInsnNode at = store; at != null && at != end; at = at.getNext()) {
      if (at.getOpcode() != ARRAYLENGTH && isLoadOf(store.var, uses.get(at))) {
        accesses.add(at);
      }
    }
  }

  /** Whether a local variable gets another array here, or its array may get elsewhere. */
  private boolean isEnd(int local, AbstractInsnNode instruction) {
    return isLoadOf(local, instruction)
        ? unknown.getOrDefault(instruction, 1) != 0
        : instruction.getOpcode() == ASTORE && ((VarInsnNode) instruction).var == local;
  }

  private static boolean isLoadOf(int local, @Nullable AbstractInsnNode instruction) {
    return instruction instanceof VarInsnNode load
        && load.getOpcode() == ALOAD
        && load.var == local;
  }

  /** Whether code between two places is reached other than from the first one. */
  private boolean isReachedFromOutside(int first, int last) {
    for (AbstractInsnNode jump : jumps) {
      if (!isBetween(first, jump, last)) {
        for (LabelNode target : OwnLoops.targets(jump)) {
          if (isBetween(first, target, last)) {
            return true;
          }
        }
      }
    }
    for (TryCatchBlockNode guarded : method.tryCatchBlocks) {
      if (isBetween(first, guarded.handler, last)
          && !(isBetween(first, guarded.start, last) && code.indexOf(guarded.end) <= last)) {
        return true;
      }
    }
    return false;
  }

  private boolean isBetween(int first, AbstractInsnNode instruction, int last) {
    int at = code.indexOf(instruction);
    return at > first && at < last;
  }
}

package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** What can be said of a method by looking at its instructions, before it is rewritten. */
final class MethodShape {
  private static final int UNKNOWN = 2; // events; as good as any number from two on

  private final ClassContext context;
  private final ClassNode owner;
  private final MethodNode method;
  private final boolean frames;

  MethodShape(ClassContext context, HookWriter hooks) {
    this.context = context;
    this.owner = hooks.owner;
    this.method = hooks.method;
    this.frames = hooks.frames;
  }

  /**
   * A block with at most one event cannot be violated, so it need not be told. Nor need one that
   * does nothing but call another block, once, unless somebody has asked for it: that one has the
   * same events, and would be to blame.
   */
  boolean mayBeViolated(boolean isSynchronized) {
    if (isSynchronized) {
      return true;
    }
    int[] events = new int[method.instructions.size()];
    boolean keepsThis = keepsThis();
    boolean hasAny = false;
    int position = 0;
    for (AbstractInsnNode instruction : method.instructions) {
      boolean isFresh =
          keepsThis && instruction instanceof FieldInsnNode access && isOnThis(access);
      if (!isFresh) {
        int count = events(instruction);
        if (count > 1) {
          return true;
        }
        events[position] = count;
        hasAny |= count > 0;
      }
      position++;
    }
    return hasAny && new EventPaths(method, events).haveTwo();
  }

  /** How many events an instruction has: none, one, or who knows. */
  private int events(AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      return isSilent(call) ? 0 : isBlockOfThisClass(call) || isOneAccess(call) ? 1 : UNKNOWN;
    }
    if (instruction instanceof FieldInsnNode access) {
      boolean mayCall = isCall(access) && !isSetApart(access.owner);
      return mayCall ? UNKNOWN : isWatched(access) ? 1 : 0;
    }
    if (instruction instanceof TypeInsnNode type && isSetApart(type.desc)) {
      return 0;
    }
    if (isCall(instruction)) {
      return UNKNOWN;
    }
    return isEvent(instruction) ? 1 : 0;
  }

  private boolean isSilent(MethodInsnNode call) {
    return context.nest().isSilent(call, owner) || isSilentSuper(call);
  }

  /** Whether this is the call of a constructor of the superclass that is silent. */
  private boolean isSilentSuper(MethodInsnNode call) {
    return context.nests() != null
        && call.name.equals("<init>")
        && call.owner.equals(owner.superName)
        && context.watched().filter().accepts(call.owner)
        && context.nests().of(context.loader(), call.owner).isSilent(call, owner);
  }

  /** Whether a call of the JDK is one access to one variable, whatever it is given. */
  private boolean isOneAccess(MethodInsnNode call) {
    ConcurrencyRules.Rule rule = context.nests() == null ? null : context.rule(call);
    return rule != null
        && (rule.isOneAccess(call.name)
            || (rule.isAccess() && context.handles().accessed(call, rule, frames) != null));
  }

  /** Whether a class that may be initialized here is so outside of all blocks. */
  private boolean isSetApart(String type) {
    return context.nests() != null
        && context.part() == Part.ALL
        && context.watched().filter().accepts(type);
  }

  /** Whether an access has a hook. */
  private boolean isWatched(FieldInsnNode access) {
    if (context.nests() == null) {
      return isEvent(access);
    }
    ClassFacts declaring = context.declaring(access);
    return declaring != null
        && context.watchedFlags(declaring, access) != null
        && !context.isFixed(declaring, access);
  }

  /** Whether an instruction calls a method that is known and meant to be atomic by itself. */
  private boolean isBlockOfThisClass(MethodInsnNode call) {
    if (context.nests() == null || !call.owner.equals(owner.name)) {
      return false;
    }
    for (MethodNode callee : owner.methods) {
      if (callee.name.equals(call.name) && callee.desc.equals(call.desc)) {
        return Nest.isExact(owner, callee)
            && context.blocks().isAtomic(owner, callee, context::waits)
            && !context.blocks().isSaid(owner, method);
      }
    }
    return false;
  }

  private boolean isOnThis(FieldInsnNode access) {
    int above = access.getOpcode() == PUTFIELD ? Type.getType(access.desc).getSize() : 0;
    boolean isStatic = access.getOpcode() == GETSTATIC || access.getOpcode() == PUTSTATIC;
    return !isStatic
        && Operands.producer(access, above, frames) instanceof VarInsnNode load
        && isThis(load);
  }

  private static boolean isThis(AbstractInsnNode instruction) {
    return instruction.getOpcode() == ALOAD && ((VarInsnNode) instruction).var == 0;
  }

  /**
   * Whether this is a constructor that, if it makes no calls, uses {@code this} for nothing but
   * accesses to fields: then only the constructor knows the object.
   */
  private boolean keepsThis() {
    if (!method.name.equals("<init>") || !isQuiet(superCall())) {
      return false;
    }
    int others = 0;
    for (AbstractInsnNode instruction : method.instructions) {
      others += isThis(instruction) ? 1 : 0;
      others -= instruction instanceof FieldInsnNode access && isOnThis(access) ? 1 : 0;
    }
    return others == 1; // for the constructor of the superclass
  }

  /** Whether the constructor of the superclass shows the new object to nobody. */
  private boolean isQuiet(@Nullable AbstractInsnNode superCall) {
    return superCall instanceof MethodInsnNode call
        && (Nest.QUIET.contains(call.owner) || isSilentSuper(call));
  }

  /** The instructions that may run more than once: those between a jump back and where it leads. */
  Set<AbstractInsnNode> looping() {
    Set<AbstractInsnNode> looping = new HashSet<>();
    for (AbstractInsnNode instruction : method.instructions) {
      for (LabelNode target : OwnLoops.targets(instruction)) {
        addLoop(target, instruction, looping);
      }
    }
    for (TryCatchBlockNode guarded : method.tryCatchBlocks) {
      addLoop(guarded.handler, guarded.end, looping);
    }
    return looping;
  }

  private void addLoop(LabelNode target, AbstractInsnNode from, Set<AbstractInsnNode> looping) {
    int last = method.instructions.indexOf(from);
    for (int i = method.instructions.indexOf(target); i < last; i++) {
      looping.add(method.instructions.get(i));
    }
  }

  private boolean isCall(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (instruction instanceof MethodInsnNode call) {
      return !context.nest().isSilent(call, owner);
    }
    if (instruction instanceof InvokeDynamicInsnNode call) {
      return !HarmlessCalls.include(call);
    }
    if (instruction instanceof TypeInsnNode type && opcode == NEW) {
      return !context.nest().isMadeSilently(type.desc, owner);
    }
    if (instruction instanceof FieldInsnNode access) {
      return (opcode == GETSTATIC || opcode == PUTSTATIC) && !isOwn(access);
    }
    return opcode == MONITORENTER;
  }

  /** Whether this is a field of the class itself, which is initialized when its code runs. */
  private boolean isOwn(FieldInsnNode access) {
    return access.owner.equals(owner.name)
        && owner.fields.stream()
            .anyMatch(field -> field.name.equals(access.name) && field.desc.equals(access.desc));
  }

  /** Whether an instruction, or what it calls, may make order between threads. */
  boolean interrupts(AbstractInsnNode instruction) {
    if (isCall(instruction)) {
      return true;
    }
    if (instruction instanceof FieldInsnNode access) {
      return !context.nest().isSettled(access) && mayBeVolatile(access);
    }
    return instruction.getOpcode() == MONITOREXIT;
  }

  private boolean mayBeVolatile(FieldInsnNode access) {
    ClassFacts declaring = context.declaring(access);
    Integer flags =
        declaring == null ? null : declaring.fields().get(ClassFacts.key(access.name, access.desc));
    return flags == null || (flags & ACC_VOLATILE) != 0;
  }

  /** Whether this reads a field of {@code this} that does not change any more. */
  boolean isSettledInThis(FieldInsnNode access) {
    return access.getOpcode() == GETFIELD
        && (method.access & ACC_STATIC) == 0
        && !method.name.equals("<init>")
        && context.nest().isSettled(access)
        && isOnThis(access)
        && !isThisStored();
  }

  private boolean isThisStored() {
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction.getOpcode() == ASTORE && ((VarInsnNode) instruction).var == 0) {
        return true;
      }
    }
    return false;
  }

  private boolean isEvent(AbstractInsnNode instruction) {
    return (instruction instanceof FieldInsnNode access && !context.nest().isSettled(access))
        || ((ArrayAccesses.isLoad(instruction) || ArrayAccesses.isStore(instruction))
            && context.watched().arrays() != Watched.Arrays.OFF
            && watchesArrays(instruction.getOpcode()));
  }

  boolean watchesArrays(int opcode) {
    return context.watched().sample().watchesArrays(owner.name, opcode);
  }

  /** The call of a constructor that makes {@code this} an object, if there is exactly one. */
  @Nullable AbstractInsnNode superCall() {
    int fresh = 0;
    AbstractInsnNode found = null;
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction.getOpcode() == NEW) {
        fresh++;
      } else if (instruction.getOpcode() == INVOKESPECIAL
          && ((MethodInsnNode) instruction).name.equals("<init>")) {
        if (fresh > 0) {
          fresh--;
        } else if (found != null) {
          return null;
        } else {
          found = instruction;
        }
      }
    }
    return found;
  }
}

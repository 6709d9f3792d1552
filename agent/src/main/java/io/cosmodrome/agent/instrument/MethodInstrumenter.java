package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Initialization;
import io.cosmodrome.agent.runtime.LockState;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Rewrites one method. No frame is computed, so no class is loaded for it; see {@link NewLocals}.
 *
 * <p>The whole body of a block is guarded by a handler, so the block ends however control leaves
 * it. How many blocks were open before is kept in a local variable: should an end be lost to a
 * stack overflow, the next method around sets things right.
 */
final class MethodInstrumenter {
  private static final String ME = Shadows.ME;
  private static final String LOCK = Type.getInternalName(LockState.class);
  private static final String INITIALIZATION = Type.getInternalName(Initialization.class);

  private final ClassContext context;
  private final ClassNode owner;
  private final MethodNode method;
  private final SiteMethods sites;
  private final boolean accesses; // false for a method that would get too long
  private final boolean copies; // of loops; likewise

  private final HookWriter hooks;
  private final MethodShape shape;
  private final FieldAccesses fields;
  private final CallHooks calls;
  private final MonitorHooks monitors;
  private @Nullable ArrayAccesses arrays;
  private @Nullable ElementAccesses elements; // instead, for a turn
  private Set<AbstractInsnNode> fresh = Set.of(); // accesses to arrays that nobody else can have
  private int depth = -1; // local variable: open blocks before this one
  private int lock = -1; // local variable: state of a synchronized method's monitor

  MethodInstrumenter(
      ClassContext context,
      ClassNode owner,
      MethodNode method,
      SiteMethods sites,
      boolean accesses,
      boolean copies) {
    this.context = context;
    this.owner = owner;
    this.method = method;
    this.sites = sites;
    this.accesses = accesses;
    this.copies = copies;
    this.hooks = new HookWriter(context, owner, method);
    this.shape = new MethodShape(context, hooks);
    this.fields = new FieldAccesses(context, hooks, sites);
    this.calls = new CallHooks(context, hooks, accesses);
    this.monitors = new MonitorHooks(context, hooks);
  }

  void instrument() {
    if ((method.access & (ACC_ABSTRACT | ACC_NATIVE)) != 0) {
      return;
    }
    if (context.part() == Part.KEPT) {
      rewriteCalls();
      hooks.finish();
      return;
    }
    boolean isSynchronized = (method.access & ACC_SYNCHRONIZED) != 0 && canNameLock();
    boolean isBlock =
        context.blocks().isAtomic(owner, method, context::waits)
            && shape.mayBeViolated(isSynchronized);
    AbstractInsnNode afterSuper = null;
    if (method.name.equals("<init>")) {
      afterSuper = shape.superCall();
      isBlock &= afterSuper != null;
    }
    if (accesses
        && context.part() == Part.TURN
        && context.watched().arrays() != Watched.Arrays.OFF) {
      elements = new ElementAccesses(hooks, shape::watchesArrays);
    } else if (accesses && context.watched().arrays() != Watched.Arrays.OFF) {
      boolean whole = context.watched().arrays() == Watched.Arrays.OBJECT;
      if (context.nests() != null) {
        fresh = FreshArrays.accesses(method, hooks.frames);
      }
      arrays =
          new ArrayAccesses(
              method,
              hooks.locals,
              sites,
              whole,
              context.watched().strict(),
              hooks.frames,
              copies,
              shape.looping(),
              shape::watchesArrays,
              fresh,
              shape::interrupts,
              shape::isSettledInThis);
    }
    rewriteInstructions(afterSuper);
    if (afterSuper != null && isFresh((MethodInsnNode) afterSuper)) {
      claim(afterSuper);
    }
    if (isBlock || isSynchronized) {
      guard(isBlock, isSynchronized, afterSuper);
    }
    if (method.name.equals("<clinit>")) {
      setApart();
    }
    hooks.finish();
  }

  /**
   * Keeps the initialization of a class apart from the blocks of whoever was first to need it: they
   * end before it and begin anew after it, however it ends.
   */
  private void setApart() {
    hooks.needsMe();
    int begun = hooks.locals.addNull(INITIALIZATION);
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction.getOpcode() == RETURN) {
        method.instructions.insertBefore(instruction, initialized(begun));
      }
    }
    LabelNode start = new LabelNode();
    InsnList before = new InsnList();
    before.add(new VarInsnNode(ALOAD, hooks.me));
    before.add(
        new MethodInsnNode(
            INVOKESTATIC,
            INITIALIZATION,
            "begin",
            "(L" + ME + ";)L" + INITIALIZATION + ";",
            false));
    before.add(new VarInsnNode(ASTORE, begun));
    before.add(start);
    LabelNode end = new LabelNode();
    method.instructions.add(end);
    if (hooks.frames) {
      method.instructions.add(HookWriter.handlerFrame(List.of()));
    }
    method.instructions.add(initialized(begun));
    method.instructions.add(new InsnNode(ATHROW));
    method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
    method.instructions.insert(before);
  }

  private InsnList initialized(int begun) {
    InsnList code = new InsnList();
    code.add(new VarInsnNode(ALOAD, begun));
    code.add(new MethodInsnNode(INVOKEVIRTUAL, INITIALIZATION, "end", "()V", false));
    return code;
  }

  /** Whether nobody else can have seen the new object when this constructor has called that one. */
  private boolean isFresh(MethodInsnNode superCall) {
    return accesses
        && context.part() == Part.ALL
        && Nest.QUIET.contains(superCall.owner)
        && superCall.owner.equals(owner.superName)
        && Shadows.hasFresh(owner);
  }

  private void claim(AbstractInsnNode superCall) {
    hooks.needsMe();
    InsnList code = new InsnList();
    code.add(new VarInsnNode(ALOAD, 0));
    code.add(new VarInsnNode(ALOAD, hooks.me));
    String descriptor = Shadows.freshDescriptor(owner);
    code.add(new MethodInsnNode(INVOKESTATIC, owner.name, Shadows.FRESH, descriptor, false));
    method.instructions.insert(superCall, code);
  }

  private boolean canNameLock() {
    return (method.access & ACC_STATIC) == 0 || (owner.version & 0xffff) >= V1_5;
  }

  private void rewriteCalls() {
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction instanceof LineNumberNode number) {
        hooks.line = number.line;
      } else if (instruction instanceof MethodInsnNode call) {
        calls.rewrite(call, false);
      }
    }
  }

  private void rewriteInstructions(@Nullable AbstractInsnNode afterSuper) {
    boolean isConstructor = method.name.equals("<init>");
    boolean thisIsObject = !isConstructor;
    boolean isTurn = context.part() == Part.TURN;
    Set<AbstractInsnNode> untold = untold(afterSuper);
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction == afterSuper) {
        thisIsObject = true;
      }
      if (instruction instanceof LineNumberNode number) {
        hooks.moveTo(number);
      } else if (instruction instanceof FieldInsnNode access) {
        boolean isOwn = access.getOpcode() == PUTFIELD && access.owner.equals(owner.name);
        // for a turn, fields of a new object are left out altogether
        boolean isEarly = isOwn && (!thisIsObject || (isConstructor && isTurn));
        if (untold.contains(access)) {
          fields.nameMap(access);
        } else if (accesses && !isEarly) {
          fields.rewrite(access);
        }
      } else if (instruction instanceof MethodInsnNode call) {
        calls.rewrite(call, fresh.contains(call));
      } else {
        other(instruction);
      }
    }
  }

  /**
   * Writes that are not told: those of a constructor to its new object, before anybody else can
   * have it. Who gets it later got it by an event that comes after them; see {@link Nest}.
   */
  private Set<AbstractInsnNode> untold(@Nullable AbstractInsnNode superCall) {
    return superCall != null && context.nests() != null && isFresh((MethodInsnNode) superCall)
        ? new Construction(owner, method).firstWrites()
        : Set.of();
  }

  private void other(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode == MONITORENTER) {
      monitors.enter(instruction);
    } else if (opcode == MONITOREXIT) {
      monitors.exit(instruction);
    } else if (elements != null) {
      elements.rewrite(instruction);
    } else if (arrays != null && arrays.isRead(instruction)) {
      hooks.needsMe();
      arrays.read(instruction, hooks.access("r", "", null, !context.watched().strict()));
    } else if (arrays != null && arrays.isWrite(instruction)) {
      hooks.needsMe();
      arrays.write(instruction, hooks.access("w", "", null, !context.watched().strict()));
    }
  }

  /** Lets the body be a block, or hold a monitor, or both, until control leaves it. */
  private void guard(
      boolean isBlock, boolean isSynchronized, @Nullable AbstractInsnNode superCall) {
    hooks.needsMe();
    moveToFirstLine();
    InsnList begin = new InsnList();
    if (isBlock) {
      depth = hooks.locals.addInt();
      hooks.count(begin, "counts");
      begin.add(new VarInsnNode(ALOAD, hooks.me));
      HookWriter.push(begin, hooks.block(hooks.label));
      begin.add(new MethodInsnNode(INVOKEVIRTUAL, ME, "enter", "(I)I", false));
      begin.add(new VarInsnNode(ISTORE, depth));
    }
    LabelNode start = new LabelNode();
    begin.add(start);
    int release = 0;
    if (isSynchronized) {
      lock = hooks.locals.addNull(LOCK);
      release = hooks.site("rel", "", null);
      acquireOwn(begin);
    }
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction.getOpcode() >= IRETURN && instruction.getOpcode() <= RETURN) {
        method.instructions.insertBefore(instruction, leave(release));
      }
    }
    LabelNode end = new LabelNode();
    method.instructions.add(end);
    if (hooks.frames) {
      method.instructions.add(HookWriter.handlerFrame(List.of()));
    }
    method.instructions.add(leave(release));
    method.instructions.add(new InsnNode(ATHROW));
    method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
    if (superCall == null) {
      method.instructions.insert(begin);
    } else {
      method.instructions.insert(superCall, begin);
    }
  }

  private void moveToFirstLine() {
    hooks.line = 0;
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof LineNumberNode number) {
        hooks.moveTo(number);
        return;
      }
    }
  }

  private void acquireOwn(InsnList code) {
    hooks.count(code, "counts");
    code.add(new VarInsnNode(ALOAD, hooks.me));
    if ((method.access & ACC_STATIC) != 0) {
      code.add(new LdcInsnNode(Type.getObjectType(owner.name)));
    } else {
      code.add(new VarInsnNode(ALOAD, 0));
    }
    HookWriter.push(code, hooks.site("acq", "", null));
    code.add(
        new MethodInsnNode(
            INVOKEVIRTUAL, ME, "acquire", "(Ljava/lang/Object;I)L" + LOCK + ";", false));
    code.add(new VarInsnNode(ASTORE, lock));
  }

  private InsnList leave(int release) {
    InsnList code = new InsnList();
    if (lock >= 0) {
      code.add(new VarInsnNode(ALOAD, hooks.me));
      code.add(new VarInsnNode(ALOAD, lock));
      HookWriter.push(code, release);
      code.add(new MethodInsnNode(INVOKEVIRTUAL, ME, "release", "(L" + LOCK + ";I)Z", false));
      code.add(new InsnNode(POP));
    }
    if (depth >= 0) {
      code.add(new VarInsnNode(ALOAD, hooks.me));
      code.add(new VarInsnNode(ILOAD, depth));
      code.add(new MethodInsnNode(INVOKEVIRTUAL, ME, "endTo", "(I)V", false));
    }
    return code;
  }
}

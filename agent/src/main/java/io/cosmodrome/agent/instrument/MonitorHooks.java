package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Notes that a {@code synchronized} block begins or ends, and lets it be a block of ours. */
final class MonitorHooks {
  private final ClassContext context;
  private final HookWriter hooks;
  private final ClassNode owner;
  private final MethodNode method;
  private final Map<Integer, Integer> depthByLock = new HashMap<>(); // open blocks before

  MonitorHooks(ClassContext context, HookWriter hooks) {
    this.context = context;
    this.hooks = hooks;
    this.owner = hooks.owner;
    this.method = hooks.method;
  }

  void enter(AbstractInsnNode enter) {
    String blockLabel = Blocks.label(owner, method, ":sync@" + hooks.line);
    int lockLocal = lockLocal(enter);
    boolean isBlock =
        lockLocal >= 0 && context.blocks().isAtomic(blockLabel, enter, context::waits);
    depthByLock.remove(lockLocal);
    method.instructions.insertBefore(enter, new InsnNode(DUP));
    InsnList after = new InsnList();
    LabelNode start = new LabelNode();
    after.add(start);
    hooks.pushMeAndSite(after, hooks.site("acq", "", null));
    if (isBlock) {
      int before = hooks.locals.addInt();
      depthByLock.put(lockLocal, before);
      HookWriter.push(after, hooks.block(blockLabel));
      HookWriter.hook(after, "acquire", "(Ljava/lang/Object;L" + Shadows.ME + ";II)I");
      after.add(new VarInsnNode(ISTORE, before));
    } else {
      HookWriter.hook(after, "acquire", "(Ljava/lang/Object;L" + Shadows.ME + ";I)V");
    }
    guardFrom(method, enter, start);
    method.instructions.insert(enter, after);
  }

  /**
   * Compilers keep the object in a local variable between enter and exit; -1 if this one did not.
   */
  private static int lockLocal(AbstractInsnNode monitor) {
    AbstractInsnNode before = monitor.getPrevious();
    while (before != null && before.getOpcode() < 0) {
      before = before.getPrevious();
    }
    boolean isLocal =
        before != null && (before.getOpcode() == ASTORE || before.getOpcode() == ALOAD);
    return isLocal ? ((VarInsnNode) before).var : -1;
  }

  /**
   * Lets the handlers that release the monitor begin before our call: a JIT compiles no method in
   * which an exception could leave a monitor held.
   */
  static void guardFrom(MethodNode method, AbstractInsnNode enter, LabelNode start) {
    AbstractInsnNode next = enter.getNext();
    while (next != null && next.getOpcode() < 0) {
      for (TryCatchBlockNode guarded : method.tryCatchBlocks) {
        if (guarded.start == next && guarded.type == null) {
          guarded.start = start;
        }
      }
      next = next.getNext();
    }
  }

  void exit(AbstractInsnNode exit) {
    InsnList before = new InsnList();
    before.add(new InsnNode(DUP));
    hooks.pushMeAndSite(before, hooks.site("rel", "", null));
    HookWriter.hook(before, "release", "(Ljava/lang/Object;L" + Shadows.ME + ";I)V");
    Integer blocksBefore = depthByLock.get(lockLocal(exit));
    if (blocksBefore != null) {
      before.add(new VarInsnNode(ALOAD, hooks.me));
      before.add(new VarInsnNode(ILOAD, blocksBefore));
      before.add(new MethodInsnNode(INVOKEVIRTUAL, Shadows.ME, "endTo", "(I)V", false));
    }
    AbstractInsnNode rethrow = Blocks.rethrow(exit);
    FrameNode frame = frameBefore(exit);
    if (rethrow != null && lockLocal(exit) >= 0 && (frame != null || !hooks.frames)) {
      leaveWithoutHook(before, lockLocal(exit), frame, rethrow);
    }
    method.instructions.insertBefore(exit, before);
  }

  /**
   * Compilers let the handler that leaves the monitor guard itself. So if our call there had no
   * stack left to run on, the handler would try again for ever. This one leaves without the call.
   */
  private void leaveWithoutHook(
      InsnList hook, int lockLocal, @Nullable FrameNode frame, AbstractInsnNode rethrow) {
    LabelNode hookStart = new LabelNode();
    LabelNode hookEnd = new LabelNode();
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    hook.insert(hookStart);
    hook.add(hookEnd);
    InsnList handler = new InsnList();
    handler.add(start);
    if (frame != null) {
      handler.add(HookWriter.handlerFrame(frame.local));
    }
    handler.add(new VarInsnNode(ALOAD, lockLocal));
    handler.add(new InsnNode(MONITOREXIT));
    handler.add(end);
    handler.add(new InsnNode(ATHROW));
    method.instructions.insert(rethrow, handler);
    method.tryCatchBlocks.add(0, new TryCatchBlockNode(start, end, start, null));
    method.tryCatchBlocks.add(0, new TryCatchBlockNode(hookStart, hookEnd, start, null));
  }

  /** The frame of the handler that an instruction is in: its start, so nothing is missing there. */
  private static @Nullable FrameNode frameBefore(AbstractInsnNode instruction) {
    AbstractInsnNode before = instruction;
    while (before != null && !(before instanceof FrameNode)) {
      before = before.getPrevious();
    }
    return (FrameNode) before;
  }
}

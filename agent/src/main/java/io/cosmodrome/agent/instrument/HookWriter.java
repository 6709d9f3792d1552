package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Site;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Writes calls of hooks into one method.
 *
 * <p>A hook takes the thread, which is kept in a local variable, and a site, which says what
 * happens at the current line.
 */
final class HookWriter {
  final ClassNode owner;
  final MethodNode method;
  final String label;
  final boolean frames; // whether the class has them
  final NewLocals locals;
  final int me; // local variable: the thread
  int line; // where we are

  private final ClassContext context;
  private final SourceLines lines;
  private boolean needsMe;

  HookWriter(ClassContext context, ClassNode owner, MethodNode method) {
    this.context = context;
    this.owner = owner;
    this.method = method;
    this.label = Blocks.label(owner, method, "");
    this.frames = (owner.version & 0xffff) >= V1_6;
    this.locals = new NewLocals(owner, method);
    this.me = locals.me;
    this.lines = new SourceLines(owner.sourceDebug);
  }

  /** Hooks are at this line from now on. */
  void moveTo(LineNumberNode number) {
    line = lines.of(number.line);
  }

  /** The local variable for the thread is used. */
  void needsMe() {
    needsMe = true;
  }

  /** Adds the local variables that were asked for. */
  void finish() {
    if (needsMe) {
      locals.add();
      context.inlining().limit(method, frames);
    }
  }

  int site(String op, String name, @Nullable String staticOwner) {
    return access(op, name, staticOwner, false);
  }

  /**
   * The site of an access; one that takes two steps is noted before it is done.
   *
   * @param op what happens there, or two things with a comma between
   */
  int access(String op, String name, @Nullable String staticOwner, boolean isTwoSteps) {
    String file = owner.sourceFile == null ? "" : owner.sourceFile;
    int comma = op.indexOf(',');
    String first = comma < 0 ? op : op.substring(0, comma);
    Site site = new Site(first, name, staticOwner, label, file, line, isTwoSteps);
    return comma < 0
        ? context.sites().add(site)
        : context.sites().add(site, op.substring(comma + 1));
  }

  void pushMeAndSite(InsnList code, int site) {
    needsMe();
    count(code, "countsCall");
    code.add(new VarInsnNode(ALOAD, me));
    push(code, site);
  }

  void count(InsnList code, String counter) {
    if (context.group() >= 0) {
      code.add(new VarInsnNode(ALOAD, me));
      push(code, context.group());
      code.add(new MethodInsnNode(INVOKEVIRTUAL, Shadows.ME, counter, "(I)V", false));
    }
  }

  int block(String blockLabel) {
    String file = owner.sourceFile == null ? "" : owner.sourceFile;
    return context.sites().addBlock(new Site("begin", "", null, blockLabel, file, line));
  }

  static void push(InsnList code, int value) {
    code.add(constant(value));
  }

  /** Pushes a constant in as few bytes as possible. */
  static AbstractInsnNode constant(int value) {
    if (value >= -1 && value <= 5) {
      return new InsnNode(ICONST_0 + value);
    }
    if (value == (byte) value) {
      return new IntInsnNode(BIPUSH, value);
    }
    return value == (short) value ? new IntInsnNode(SIPUSH, value) : new LdcInsnNode(value);
  }

  static void hook(InsnList code, String name, String descriptor) {
    code.add(new MethodInsnNode(INVOKESTATIC, Shadows.HOOKS, name, descriptor, false));
  }

  /** The frame where an exception has been caught. */
  static FrameNode handlerFrame(List<Object> locals) {
    return new FrameNode(
        F_NEW, locals.size(), locals.toArray(), 1, new Object[] {"java/lang/Throwable"});
  }
}

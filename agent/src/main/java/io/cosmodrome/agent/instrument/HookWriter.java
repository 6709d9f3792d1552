package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Site;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
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
  private boolean needsMe;

  HookWriter(ClassContext context, ClassNode owner, MethodNode method) {
    this.context = context;
    this.owner = owner;
    this.method = method;
    this.label = Blocks.label(owner, method, "");
    this.frames = (owner.version & 0xffff) >= V1_6;
    this.locals = new NewLocals(owner, method);
    this.me = locals.me;
  }

  /** The local variable for the thread is used. */
  void needsMe() {
    needsMe = true;
  }

  /** Adds the local variables that were asked for. */
  void finish() {
    if (needsMe) {
      locals.add();
    }
  }

  int site(String op, String name, @Nullable String staticOwner) {
    return access(op, name, staticOwner, false);
  }

  /** The site of an access; one that takes two steps is noted before it is done. */
  int access(String op, String name, @Nullable String staticOwner, boolean isTwoSteps) {
    String file = owner.sourceFile == null ? "" : owner.sourceFile;
    return context.sites().add(new Site(op, name, staticOwner, label, file, line, isTwoSteps));
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

  /** Lets the method keep its hooks for ever. */
  void keep() {
    context.needed().add(method.name + method.desc);
  }

  static void push(InsnList code, int value) {
    MethodNode constant = new MethodNode();
    Shadows.push(constant, value);
    code.add(constant.instructions);
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

package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.List;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Keeps C2 from inlining methods that have hooks once a program has turned out to be large.
 *
 * <p>C2 compiles what it inlines anew in each place, and a method with hooks is several methods'
 * worth of work to it. In a small program that pays. In a large one C2 works for longer than the
 * program does without the agent, while the program waits for it in slower code. So from a number
 * of classes on, methods that are not tiny are made too long for C2 to inline them, by instructions
 * that nothing leads to. It compiles each once, and calls it.
 */
public final class Inlining {
  private static final int LARGE = 40; // classes
  private static final int TINY = 60; // bytes; accessors, mostly
  private static final int MOST_INLINED = 325; // bytes, of what is hot; the JVM's FreqInlineSize

  private int classes; // guarded by this
  private volatile boolean isLimited;

  /** Another class has hooks. */
  synchronized void instrumented() {
    classes++;
    if (classes == LARGE) {
      isLimited = true;
      notifyAll();
    }
  }

  /** Waits until the program is large. */
  public synchronized void awaitLimit() throws InterruptedException {
    while (!isLimited) {
      wait();
    }
  }

  /** Makes a method with hooks longer, if the program is large by now. */
  void limit(MethodNode method, boolean frames) {
    if (!isLimited) {
      return;
    }
    CodeSizeEvaluator size = new CodeSizeEvaluator(null);
    method.accept(size);
    int bytes = size.getMinSize();
    if (bytes <= TINY || bytes > MOST_INLINED) {
      return;
    }
    if (frames) {
      method.instructions.add(HookWriter.handlerFrame(List.of()));
    }
    for (int i = bytes; i < MOST_INLINED; i++) {
      method.instructions.add(new InsnNode(NOP));
    }
    method.instructions.add(new InsnNode(ATHROW));
  }
}

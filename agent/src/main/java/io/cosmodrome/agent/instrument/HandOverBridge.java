package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.instrument.ConcurrencyRules.Rule;
import io.cosmodrome.agent.runtime.Concurrency;
import io.cosmodrome.agent.runtime.Drains;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Around calls by which a thread hands something over: elements, tasks, a thread itself. */
final class HandOverBridge extends BridgeCode {
  private static final String CONCURRENCY = Type.getInternalName(Concurrency.class);
  private static final String DRAINS = Type.getInternalName(Drains.class);
  private static final String COLLECTION = "Ljava/util/Collection;";

  HandOverBridge(ClassNode owner, MethodInsnNode call, Rule rule, int number) {
    super(owner, call, rule, number);
  }

  @Override
  void write() {
    switch (rule.effect()) {
      case PUT -> put();
      case TAKE -> take();
      case SWAP -> swap();
      case PEEK -> peek();
      case DRAIN -> drain();
      case CALL -> place();
      case START -> start();
      default -> throw new IllegalStateException(rule + " belongs to another bridge");
    }
  }

  private void give() {
    receiver();
    argument(0);
    meAndSite();
    hook(CONCURRENCY, "puts", "(" + OBJECT + OBJECT + ME + "I)V");
    callOr(
        null,
        () -> {
          receiver();
          argument(0);
          me();
          hook(CONCURRENCY, "notPut", "(" + OBJECT + OBJECT + ME + ")V");
        });
  }

  private void got(String name) {
    receiver();
    loadResult();
    meAndSite();
    hook(CONCURRENCY, name, "(" + OBJECT + OBJECT + ME + "I)V");
    loadResult();
  }

  private void put() {
    give();
    if (result.equals(Type.BOOLEAN_TYPE)) {
      receiver();
      argument(0);
      loadResult();
      me();
      hook(CONCURRENCY, "put", "(" + OBJECT + OBJECT + "Z" + ME + ")V");
    }
    loadResult();
  }

  private void take() {
    call();
    storeResult();
    got("took");
  }

  /** Gives an element and gets another. */
  private void swap() {
    give();
    got("took");
  }

  private void peek() {
    call();
    storeResult();
    got("saw");
  }

  /** The queue is given a collection that knows what it was given. */
  private void drain() {
    receiver();
    argument(0);
    hook(DRAINS, "watched", "(" + OBJECT + COLLECTION + ")" + COLLECTION);
    m.visitVarInsn(ASTORE, argumentAt[0]);
    Runnable drained =
        () -> {
          receiver();
          argument(0);
          meAndSite();
          hook(DRAINS, "drained", "(" + OBJECT + COLLECTION + ME + "I)V");
        };
    callOr(null, drained);
    drained.run();
    loadResult();
  }

  private void place() {
    meAndSite();
    hook(CONCURRENCY, "calls", "(" + ME + "I)V");
    call();
    me();
    hook(CONCURRENCY, "called", "(" + ME + ")V");
  }

  /** {@code thread = builder.unstarted(task); thread.start(); return thread}. */
  private void start() {
    String builder = "java/lang/Thread$Builder";
    if (hasReceiver) {
      receiver();
    } else {
      builder += "$OfVirtual";
      m.visitMethodInsn(
          INVOKESTATIC, "java/lang/Thread", "ofVirtual", "()L" + builder + ";", false);
    }
    argument(0);
    m.visitMethodInsn(
        INVOKEINTERFACE, builder, "unstarted", "(Ljava/lang/Runnable;)Ljava/lang/Thread;", true);
    m.visitInsn(DUP);
    meAndSite();
    hook(Shadows.HOOKS, "start", "(" + OBJECT + ME + "I)V");
    m.visitInsn(DUP);
    m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Thread", "start", "()V", false);
  }
}

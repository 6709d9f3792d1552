package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.instrument.ConcurrencyRules.Rule;
import io.cosmodrome.agent.runtime.Hooks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** One method of {@link Bridges}: what all have in common, and the parts they are made of. */
abstract class BridgeCode {
  static final String ME = "L" + Shadows.ME + ";";
  static final String OBJECT = "Ljava/lang/Object;";

  final MethodInsnNode call;
  final Rule rule;
  final MethodNode m;
  final boolean hasReceiver;
  final Type[] arguments;
  final int[] argumentAt; // local variables
  final Type result;
  final int site; // local variable
  final int extra; // local variable: what a hook gave for the hook after the call

  private final ClassNode owner;
  private final boolean isCast; // whether the receiver comes as any object
  private final int me; // local variable
  private final int resultAt; // local variable
  private final List<Object> locals = new ArrayList<>(); // up to the site, as in frames

  BridgeCode(ClassNode owner, MethodInsnNode call, Rule rule, int number) {
    this.owner = owner;
    this.call = call;
    this.rule = rule;
    boolean isSuper = call.getOpcode() == INVOKESPECIAL;
    this.hasReceiver = call.getOpcode() != INVOKESTATIC;
    this.arguments = Type.getArgumentTypes(call.desc);
    this.argumentAt = new int[arguments.length];
    this.result = Type.getReturnType(call.desc);
    // who lists the methods of a class needs the types in them, and these may lack a library
    this.isCast = hasReceiver && !isSuper && !call.owner.startsWith("java/");
    int at = 0;
    StringBuilder descriptor = new StringBuilder("(");
    if (hasReceiver) {
      String receiver = isCast ? "java/lang/Object" : call.owner;
      locals.add(isSuper ? owner.name : receiver);
      descriptor.append(isSuper ? "" : Type.getObjectType(receiver).getDescriptor());
      at++;
    }
    for (int i = 0; i < arguments.length; i++) {
      argumentAt[i] = at;
      locals.add(inFrame(arguments[i]));
      descriptor.append(arguments[i].getDescriptor());
      at += arguments[i].getSize();
    }
    locals.add(Shadows.ME);
    locals.add(INTEGER);
    this.me = at;
    this.site = at + 1;
    this.extra = at + 2;
    this.resultAt = at + 3;
    this.m =
        new MethodNode(
            ACC_PRIVATE | ACC_SYNTHETIC | (isSuper ? 0 : ACC_STATIC),
            Hooks.PREFIX + "call$" + number + "$" + call.name,
            descriptor.append(ME).append("I)").append(result.getDescriptor()).toString(),
            null,
            null);
  }

  private static Object inFrame(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> LONG;
      case Type.FLOAT -> FLOAT;
      case Type.DOUBLE -> DOUBLE;
      case Type.OBJECT, Type.ARRAY -> type.getInternalName();
      default -> INTEGER;
    };
  }

  /** The method, whole. */
  final MethodNode build() {
    write();
    m.visitInsn(result.getOpcode(IRETURN));
    m.visitMaxs(0, 0);
    return m;
  }

  /** Everything but the return; leaves the result on the stack. */
  abstract void write();

  final void receiver() {
    m.visitVarInsn(ALOAD, 0);
  }

  /** What is called: the receiver, or what is known to be the same. */
  void called() {
    receiver();
  }

  final void argument(int index) {
    m.visitVarInsn(arguments[index].getOpcode(ILOAD), argumentAt[index]);
  }

  final void me() {
    m.visitVarInsn(ALOAD, me);
  }

  final void meAndSite() {
    me();
    m.visitVarInsn(ILOAD, site);
  }

  final void hook(String type, String name, String descriptor) {
    m.visitMethodInsn(INVOKESTATIC, type, name, descriptor, false);
  }

  final void call() {
    if (hasReceiver) {
      called();
    }
    if (isCast) {
      m.visitTypeInsn(CHECKCAST, call.owner);
    }
    for (int i = 0; i < arguments.length; i++) {
      argument(i);
    }
    m.visitMethodInsn(call.getOpcode(), call.owner, call.name, call.desc, call.itf);
  }

  final void storeResult() {
    if (result.getSize() > 0) {
      m.visitVarInsn(result.getOpcode(ISTORE), resultAt);
    }
  }

  final void loadResult() {
    if (result.getSize() > 0) {
      m.visitVarInsn(result.getOpcode(ILOAD), resultAt);
    }
  }

  /** {@code try { call } catch (Throwable e) { onThrow; throw e; }}; the result is stored. */
  final void callOr(@Nullable String extraType, Runnable onThrow) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label after = new Label();
    m.visitTryCatchBlock(start, end, handler, null);
    m.visitLabel(start);
    call();
    m.visitLabel(end);
    storeResult();
    m.visitJumpInsn(GOTO, after);
    m.visitLabel(handler);
    frame(extraType, "java/lang/Throwable");
    onThrow.run();
    m.visitInsn(ATHROW);
    m.visitLabel(after);
    frameWithResult(extraType);
  }

  /** A frame after the call, whose result is stored. */
  final void frameWithResult(@Nullable String extraType) {
    List<Object> known = framed(extraType);
    if (result.getSize() > 0) {
      if (extraType == null) {
        known.add(TOP);
      }
      known.add(inFrame(result));
    }
    visitFrame(known);
  }

  private List<Object> framed(@Nullable String extraType) {
    List<Object> known = new ArrayList<>(locals);
    if (extraType != null) {
      known.add(extraType);
    }
    return known;
  }

  private void frame(@Nullable String extraType, Object... stack) {
    visitFrame(framed(extraType), stack);
  }

  private void visitFrame(List<Object> known, Object... stack) {
    if ((owner.version & 0xffff) >= V1_6) {
      m.visitFrame(F_NEW, known.size(), known.toArray(), stack.length, stack);
    }
  }
}

package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Hooks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Turns method references such as {@code latch::countDown} into methods that make the call, as
 * compilers do for lambda expressions: then the call stands in code of the class, and is
 * instrumented as any other. Left alone: references that are serializable, because they name the
 * method they mean.
 */
final class MethodReferences {
  private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

  private static final String PREFIX = Hooks.PREFIX + "ref$";

  private final ClassNode owner;
  private final List<MethodNode> methods = new ArrayList<>();

  private MethodReferences(ClassNode owner) {
    this.owner = owner;
  }

  /** The name of a method as users should see it: {@code Latch::countDown} for one of ours. */
  static String readable(String method) {
    return method.startsWith(PREFIX)
        ? method.substring(method.indexOf('$', PREFIX.length()) + 1)
        : method;
  }

  /**
   * @param meansSomething whether a call is one that we watch
   */
  static void expand(ClassNode owner, Predicate<MethodInsnNode> meansSomething) {
    MethodReferences references = new MethodReferences(owner);
    for (MethodNode method : owner.methods) {
      int line = 0;
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof LineNumberNode number) {
          line = number.line;
        } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
          references.expand(dynamic, line, meansSomething);
        }
      }
    }
    owner.methods.addAll(references.methods);
  }

  private void expand(
      InvokeDynamicInsnNode dynamic, int line, Predicate<MethodInsnNode> meansSomething) {
    boolean isLambda =
        dynamic.bsm.getOwner().equals(METAFACTORY) && dynamic.bsm.getName().equals("metafactory");
    if (!isLambda || !(dynamic.bsmArgs[1] instanceof Handle handle)) {
      return;
    }
    int opcode =
        switch (handle.getTag()) {
          case H_INVOKEVIRTUAL -> INVOKEVIRTUAL;
          case H_INVOKEINTERFACE -> INVOKEINTERFACE;
          case H_INVOKESTATIC -> INVOKESTATIC;
          default -> -1;
        };
    if (opcode < 0 || handle.getOwner().startsWith("[") || handle.getOwner().equals(owner.name)) {
      return;
    }
    MethodInsnNode call =
        new MethodInsnNode(
            opcode, handle.getOwner(), handle.getName(), handle.getDesc(), handle.isInterface());
    if (meansSomething.test(call)) {
      dynamic.bsmArgs[1] = replacement(call, line);
    }
  }

  private Handle replacement(MethodInsnNode call, int line) {
    Type result = Type.getReturnType(call.desc);
    List<Type> parameters = new ArrayList<>(List.of(Type.getArgumentTypes(call.desc)));
    if (call.getOpcode() != INVOKESTATIC) {
      parameters.add(0, Type.getObjectType(call.owner));
    }
    String simple = call.owner.substring(call.owner.lastIndexOf('/') + 1);
    MethodNode method =
        new MethodNode(
            ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC,
            PREFIX + methods.size() + "$" + simple + "::" + call.name,
            Type.getMethodDescriptor(result, parameters.toArray(Type[]::new)),
            null,
            null);
    Label start = new Label();
    method.visitLabel(start);
    method.visitLineNumber(line, start);
    int at = 0;
    for (Type parameter : parameters) {
      method.visitVarInsn(parameter.getOpcode(ILOAD), at);
      at += parameter.getSize();
    }
    method.instructions.add(call);
    method.visitInsn(result.getOpcode(IRETURN));
    method.visitMaxs(at + 2, at);
    methods.add(method);
    boolean isInterface = (owner.access & ACC_INTERFACE) != 0;
    return new Handle(H_INVOKESTATIC, owner.name, method.name, method.desc, isInterface);
  }
}

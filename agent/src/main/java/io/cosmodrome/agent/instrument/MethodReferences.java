package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Hooks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
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

  private final ClassNode owner;
  private final Map<Handle, Handle> replaced = new LinkedHashMap<>();
  private final List<MethodNode> methods = new ArrayList<>();

  private MethodReferences(ClassNode owner) {
    this.owner = owner;
  }

  /**
   * @param meansSomething whether a call is one that we watch
   */
  static void expand(ClassNode owner, Predicate<MethodInsnNode> meansSomething) {
    MethodReferences references = new MethodReferences(owner);
    for (MethodNode method : owner.methods) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof InvokeDynamicInsnNode dynamic) {
          references.expand(dynamic, meansSomething);
        }
      }
    }
    owner.methods.addAll(references.methods);
  }

  private void expand(InvokeDynamicInsnNode dynamic, Predicate<MethodInsnNode> meansSomething) {
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
      dynamic.bsmArgs[1] = replaced.computeIfAbsent(handle, h -> replacement(call));
    }
  }

  private Handle replacement(MethodInsnNode call) {
    Type result = Type.getReturnType(call.desc);
    List<Type> parameters = new ArrayList<>(List.of(Type.getArgumentTypes(call.desc)));
    if (call.getOpcode() != INVOKESTATIC) {
      parameters.add(0, Type.getObjectType(call.owner));
    }
    String simple = call.owner.substring(call.owner.lastIndexOf('/') + 1);
    MethodNode method =
        new MethodNode(
            ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC,
            Hooks.PREFIX + "ref$" + methods.size() + "$" + simple + "$" + call.name,
            Type.getMethodDescriptor(result, parameters.toArray(Type[]::new)),
            null,
            null);
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

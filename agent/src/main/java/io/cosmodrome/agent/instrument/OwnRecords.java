package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.List;
import java.util.Objects;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.Method;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.RecordComponentNode;

/**
 * Gives a record of ours an {@code equals} and a {@code hashCode} of instructions, where the
 * compiler leaves it to the JDK to make them when they are first called: that took up to 20 ms of a
 * start.
 */
final class OwnRecords {
  private static final String BOOTSTRAP = "java/lang/runtime/ObjectMethods";
  private static final Type OBJECTS = Type.getType(Objects.class);
  private static final Method HASH_CODE = Method.getMethod("int hashCode()");
  private static final Method EQUALS = Method.getMethod("boolean equals(Object)");

  private final Type type;
  private final List<RecordComponentNode> components;

  private OwnRecords(ClassNode node) {
    this.type = Type.getObjectType(node.name);
    this.components = node.recordComponents;
  }

  /** Changes a class, if it is a record; whether it did. */
  static boolean replaceIn(ClassNode node) {
    if (node.recordComponents == null) {
      return false;
    }
    OwnRecords own = new OwnRecords(node);
    boolean changed = false;
    for (MethodNode method : node.methods) {
      boolean hashes = is(HASH_CODE, method);
      if ((hashes || is(EQUALS, method)) && isLeftToTheJdk(method)) {
        own.write(method, hashes);
        changed = true;
      }
    }
    return changed;
  }

  private static boolean is(Method wanted, MethodNode method) {
    return method.name.equals(wanted.getName()) && method.desc.equals(wanted.getDescriptor());
  }

  private static boolean isLeftToTheJdk(MethodNode method) {
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof InvokeDynamicInsnNode call
          && call.bsm.getOwner().equals(BOOTSTRAP)) {
        return true;
      }
    }
    return false;
  }

  private void write(MethodNode method, boolean hashes) {
    method.instructions.clear();
    method.localVariables = null;
    GeneratorAdapter m = new GeneratorAdapter(method, method.access, method.name, method.desc);
    if (hashes) {
      writeHashCode(m);
    } else {
      writeEquals(m, method);
    }
    m.visitMaxs(5, 2); // two doubles, and a hash code below them
  }

  private void writeHashCode(GeneratorAdapter m) {
    m.push(0);
    for (RecordComponentNode component : components) {
      Type value = Type.getType(component.descriptor);
      m.push(31);
      m.math(GeneratorAdapter.MUL, Type.INT_TYPE);
      m.loadThis();
      m.getField(type, component.name, value);
      if (isObject(value)) {
        m.invokeStatic(OBJECTS, Method.getMethod("int hashCode(Object)"));
      } else {
        m.invokeStatic(wrapper(value), new Method("hashCode", Type.INT_TYPE, new Type[] {value}));
      }
      m.math(GeneratorAdapter.ADD, Type.INT_TYPE);
    }
    m.returnValue();
  }

  private void writeEquals(GeneratorAdapter m, MethodNode method) {
    Label differs = new Label();
    m.loadArg(0);
    m.instanceOf(type);
    m.visitJumpInsn(IFEQ, differs);
    for (RecordComponentNode component : components) {
      Type value = Type.getType(component.descriptor);
      m.loadThis();
      m.getField(type, component.name, value);
      m.loadArg(0);
      m.checkCast(type);
      m.getField(type, component.name, value);
      if (isObject(value)) {
        m.invokeStatic(OBJECTS, Method.getMethod("boolean equals(Object,Object)"));
        m.visitJumpInsn(IFEQ, differs);
      } else {
        m.invokeStatic(
            wrapper(value), new Method("compare", Type.INT_TYPE, new Type[] {value, value}));
        m.visitJumpInsn(IFNE, differs);
      }
    }
    m.push(true);
    m.returnValue();
    m.visitLabel(differs);
    method.visitFrame(F_SAME, 0, null, 0, null);
    m.push(false);
    m.returnValue();
  }

  private static boolean isObject(Type type) {
    return type.getSort() >= Type.ARRAY;
  }

  private static Type wrapper(Type primitive) {
    return switch (primitive.getSort()) {
      case Type.BOOLEAN -> Type.getType(Boolean.class);
      case Type.CHAR -> Type.getType(Character.class);
      case Type.BYTE -> Type.getType(Byte.class);
      case Type.SHORT -> Type.getType(Short.class);
      case Type.INT -> Type.getType(Integer.class);
      case Type.LONG -> Type.getType(Long.class);
      case Type.FLOAT -> Type.getType(Float.class);
      default -> Type.getType(Double.class);
    };
  }
}

package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Pins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * A step of the build: pins virtual threads to their carriers while they hold a monitor of our
 * runtime's, or wait for one ({@link Pins} says why). Inserts a call before each {@code
 * monitorenter} and one after each {@code monitorexit}, outside of what the compiler's handlers
 * protect, since these would leave the monitor twice. A method that is synchronized becomes one
 * that calls it. Classes that were changed before stay as they are.
 */
public final class OwnMonitors {
  private static final String PINS = Type.getInternalName(Pins.class);
  private static final String PIN = "pin";
  private static final String UNPIN = "unpin";
  private static final String HELD = "$held"; // at the end of a synchronized method's name

  private OwnMonitors() {}

  /** Changes all classes of the runtime in a directory with classes. */
  public static void main(String[] args) throws IOException {
    Path runtime = Path.of(args[0]).resolve(PINS).getParent();
    try (Stream<Path> files = Files.list(runtime)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        byte[] pinned = pinned(bytes);
        if (!Arrays.equals(bytes, pinned)) {
          Files.write(file, pinned);
        }
      }
    }
  }

  static byte[] pinned(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Pinned(writer), 0);
    return writer.toByteArray();
  }

  private static void pin(MethodVisitor m) {
    m.visitMethodInsn(INVOKESTATIC, PINS, PIN, "()V", false);
  }

  private static void unpin(MethodVisitor m) {
    m.visitMethodInsn(INVOKESTATIC, PINS, UNPIN, "()V", false);
  }

  private static final class Pinned extends ClassVisitor {
    private String type = "";

    Pinned(ClassVisitor next) {
      super(ASM9, next);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      type = name;
      super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      if ((access & ACC_SYNCHRONIZED) == 0 || name.endsWith(HELD)) {
        return new Blocks(super.visitMethod(access, name, descriptor, signature, exceptions));
      }
      int outside = access & ~ACC_SYNCHRONIZED;
      addCaller(
          super.visitMethod(outside, name, descriptor, signature, exceptions),
          access,
          name,
          descriptor);
      int inside = ACC_PRIVATE | ACC_SYNTHETIC | (access & (ACC_STATIC | ACC_SYNCHRONIZED));
      return new Blocks(super.visitMethod(inside, name + HELD, descriptor, null, exceptions));
    }

    private void addCaller(MethodVisitor m, int access, String name, String descriptor) {
      boolean isStatic = (access & ACC_STATIC) != 0;
      Label start = new Label();
      Label end = new Label();
      Label handler = new Label();
      m.visitCode();
      m.visitTryCatchBlock(start, end, handler, null);
      pin(m);
      m.visitLabel(start);
      int local = 0;
      if (!isStatic) {
        m.visitVarInsn(ALOAD, local++);
      }
      for (Type argument : Type.getArgumentTypes(descriptor)) {
        m.visitVarInsn(argument.getOpcode(ILOAD), local);
        local += argument.getSize();
      }
      m.visitMethodInsn(
          isStatic ? INVOKESTATIC : INVOKESPECIAL, type, name + HELD, descriptor, false);
      m.visitLabel(end);
      unpin(m);
      m.visitInsn(Type.getReturnType(descriptor).getOpcode(IRETURN));
      m.visitLabel(handler);
      m.visitFrame(F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
      unpin(m);
      m.visitInsn(ATHROW);
      m.visitMaxs(0, 0);
      m.visitEnd();
    }
  }

  /** Pins around the blocks of a method that are synchronized. */
  private static final class Blocks extends MethodVisitor {
    private boolean isPinned; // the instruction before has done so
    private boolean isLeaving; // the instruction before left a monitor

    Blocks(MethodVisitor next) {
      super(ASM9, next);
    }

    private void leave() {
      if (isLeaving) {
        unpin(mv);
      }
      isLeaving = false;
      isPinned = false;
    }

    @Override
    public void visitInsn(int opcode) {
      boolean wasPinned = isPinned;
      leave();
      if (opcode == MONITORENTER && !wasPinned) {
        pin(mv);
      }
      super.visitInsn(opcode);
      isLeaving = opcode == MONITOREXIT;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean isOurs = owner.equals(PINS);
      isPinned = isOurs && name.equals(PIN);
      isLeaving &= !(isOurs && name.equals(UNPIN));
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
      leave();
      super.visitVarInsn(opcode, local);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      leave();
      super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      if (isLeaving) {
        throw new IllegalStateException("a monitor is left in a way that is not known");
      }
      super.visitMaxs(stack, locals);
    }
  }
}

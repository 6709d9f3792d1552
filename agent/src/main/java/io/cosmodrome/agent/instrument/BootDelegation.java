package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Hooks;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Lets classes of every class loader find the hooks. The runtime is on the boot path, but loaders
 * of OSGi frameworks and of some servers ask nobody but themselves for anything that is not {@code
 * java.*}. So every {@code loadClass} of the program begins by asking the boot path for what is of
 * our runtime. Nothing else goes that way, and loaders that ask their parents are not changed by
 * it.
 *
 * <p>Which classes are loaders is not looked up: a method {@code loadClass} of a class that is none
 * is never asked for a class of ours.
 */
public final class BootDelegation extends ClassChange {
  private static final String PACKAGE = Hooks.class.getPackageName() + ".";
  private static final String LOAD = "(Ljava/lang/String;)Ljava/lang/Class;";
  private static final String LOAD_AND_LINK = "(Ljava/lang/String;Z)Ljava/lang/Class;";

  public BootDelegation(Coverage coverage) {
    super(coverage);
  }

  @Override
  protected byte @Nullable [] change(
      ClassLoader loader, String name, boolean isLoaded, byte[] bytes) {
    if (!Constants.has(bytes, "loadClass")) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    return loadsClasses(reader) ? delegating(reader) : null;
  }

  private static boolean isLoadClass(int access, String name, String descriptor) {
    return name.equals("loadClass")
        && (access & (ACC_STATIC | ACC_ABSTRACT | ACC_NATIVE)) == 0
        && (descriptor.equals(LOAD) || descriptor.equals(LOAD_AND_LINK));
  }

  private static boolean loadsClasses(ClassReader reader) {
    if ("java/lang/Object".equals(reader.getSuperName())) {
      return false;
    }
    boolean[] found = new boolean[1];
    reader.accept(
        new ClassVisitor(ASM9) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            found[0] |= isLoadClass(access, name, descriptor);
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found[0];
  }

  private static byte[] delegating(ClassReader reader) {
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    boolean frames = (reader.readUnsignedShort(6) & 0xffff) >= V1_6;
    reader.accept(
        new ClassVisitor(ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            MethodVisitor method =
                super.visitMethod(access, name, descriptor, signature, exceptions);
            return isLoadClass(access, name, descriptor) ? asking(method, frames) : method;
          }
        },
        0);
    return writer.toByteArray();
  }

  private static MethodVisitor asking(MethodVisitor method, boolean frames) {
    return new MethodVisitor(ASM9, method) {
      @Override
      public void visitCode() {
        super.visitCode();
        Label other = new Label();
        visitVarInsn(ALOAD, 1);
        visitJumpInsn(IFNULL, other);
        visitVarInsn(ALOAD, 1);
        visitLdcInsn(PACKAGE);
        visitMethodInsn(
            INVOKEVIRTUAL, "java/lang/String", "startsWith", "(Ljava/lang/String;)Z", false);
        visitJumpInsn(IFEQ, other);
        visitVarInsn(ALOAD, 1);
        visitInsn(ICONST_0);
        visitInsn(ACONST_NULL);
        visitMethodInsn(
            INVOKESTATIC,
            "java/lang/Class",
            "forName",
            "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
            false);
        visitInsn(ARETURN);
        visitLabel(other);
        if (frames) {
          visitFrame(F_SAME, 0, null, 0, null);
          visitInsn(NOP); // the method's own code may begin with a frame
        }
      }
    };
  }
}

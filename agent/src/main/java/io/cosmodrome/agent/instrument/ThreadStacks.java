package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.StackSizes;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Gives threads that are made from now on the stack that {@link StackSizes} says: the constructor
 * of {@link Thread} that all others lead to begins by asking for it. So virtual threads have it,
 * too, while they are carried; they are made by another constructor, which knows of no size.
 *
 * <p>The thread that runs {@code main} is older than all agents, so nothing is done for it. Nor is
 * anything where that constructor is not found, as in a JVM that is not HotSpot.
 */
public final class ThreadStacks extends ClassChange {
  private static final String THREAD = "java/lang/Thread";
  private static final String SIZES = Type.getInternalName(StackSizes.class);

  private ThreadStacks() {
    super(null); // nothing is missed without it
  }

  public static void install(Instrumentation instrumentation) {
    if ("32".equals(System.getProperty("sun.arch.data.model"))) {
      return; // addresses are scarce there, and stacks take them
    }
    if (!JdkInternals.hasArgument(instrumentation, "-Xss", "-XX:ThreadStackSize")) {
      StackSizes.letUsualGrow();
    }
    instrumentation.addTransformer(new ThreadStacks(), true);
    try {
      instrumentation.retransformClasses(Thread.class);
    } catch (UnmodifiableClassException | LinkageError e) {
      // threads have what they ask for
    }
  }

  @Override
  protected byte @Nullable [] changeBoot(String name, byte[] bytes) {
    if (!name.equals(THREAD)) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Asker asker = new Asker(writer);
    reader.accept(asker, 0);
    return asker.hasFound ? writer.toByteArray() : null;
  }

  /** Lets the constructor ask. Others that have a size call it, and those are public. */
  private static final class Asker extends ClassVisitor {
    private boolean hasFound;

    Asker(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      int size = size(descriptor);
      if (!name.equals("<init>") || (access & ACC_PUBLIC) != 0 || size < 0) {
        return next;
      }
      hasFound = true;
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitCode() {
          super.visitCode();
          super.visitVarInsn(LLOAD, size);
          super.visitMethodInsn(INVOKESTATIC, SIZES, "of", "(J)J", false);
          super.visitVarInsn(LSTORE, size);
        }
      };
    }
  }

  /** The local variable that is a size: the only parameter that is so wide; -1 if there is none. */
  private static int size(String descriptor) {
    int local = 1;
    for (Type type : Type.getArgumentTypes(descriptor)) {
      if (type.getSort() == Type.LONG) {
        return local;
      }
      local += type.getSize();
    }
    return -1;
  }
}

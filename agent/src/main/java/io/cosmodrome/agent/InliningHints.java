package io.cosmodrome.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tells the JIT which of our own methods to inline and which not, with the JDK's annotations for
 * that. HotSpot heeds them in classes of the boot loader, as ours are. They cannot be written in
 * the source, because the JDK does not export them, so they are added as our classes are loaded.
 *
 * <p>Without them C2 inlines slow paths into fast ones, finds the result too large, and calls it:
 * 10.6 s of processor time instead of 4.9 for a SOR with two threads.
 */
final class InliningHints implements ClassFileTransformer {
  private static final String RUNTIME = "io/cosmodrome/agent/runtime/";
  private static final String INLINE = "Ljdk/internal/vm/annotation/ForceInline;";
  private static final String CALL = "Ljdk/internal/vm/annotation/DontInline;";

  // The rest is small enough for the JIT to inline it where that pays.
  private static final Map<String, Set<String>> FAST =
      Map.of(
          RUNTIME + "ArrayView",
          Set.of("readFast", "readFirst", "writeFast", "share"),
          RUNTIME + "MonitoredThread",
          Set.of("readAgain", "enter", "isOver"),
          RUNTIME + "Readers",
          Set.of("again", "page", "cell"),
          "io/cosmodrome/check/FrontierThread",
          Set.of("beginNext", "open"),
          "io/cosmodrome/check/Frontier",
          Set.of("isSurelyGarbage"));

  private static final Map<String, Set<String>> SLOW =
      Map.of(
          RUNTIME + "MonitoredThread",
          Set.of("read", "write", "edge", "acquired", "lockOfSlow", "viewOfSlow"),
          RUNTIME + "Threads",
          Set.of("find"),
          RUNTIME + "InlineRuntime",
          Set.of("failed"),
          RUNTIME + "ArrayView",
          Set.of("readSlow", "writeSlow"),
          "io/cosmodrome/check/FrontierThread",
          Set.of("growBlocks"));

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (loader != null || name == null || !(FAST.containsKey(name) || SLOW.containsKey(name))) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer =
        new ClassWriter(0); // not with the reader: it would copy methods as they are
    Set<String> fast = FAST.getOrDefault(name, Set.of());
    Set<String> slow = SLOW.getOrDefault(name, Set.of());
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String method,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            MethodVisitor visitor =
                super.visitMethod(access, method, descriptor, signature, exceptions);
            if (fast.contains(method) || slow.contains(method)) {
              visitor.visitAnnotation(fast.contains(method) ? INLINE : CALL, true).visitEnd();
            }
            return visitor;
          }
        },
        0);
    return writer.toByteArray();
  }
}

package io.cosmodrome.agent.instrument;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/**
 * One way in which classes are changed as they are loaded, be they the JDK's or the program's.
 * Whatever goes wrong, the class is left as it is, and the report says so.
 */
public abstract class ClassChange implements ClassFileTransformer {
  private final @Nullable Coverage coverage;

  /**
   * @param coverage is told what failed; null if the report need not say that
   */
  protected ClassChange(@Nullable Coverage coverage) {
    this.coverage = coverage;
  }

  /** What a class of the boot loader is changed to; null for no change. */
  protected byte @Nullable [] changeBoot(String name, byte[] bytes) {
    return null;
  }

  /**
   * What a class of the program is changed to; null for no change.
   *
   * @param isLoaded whether it was loaded before, and is about to be redefined
   */
  protected byte @Nullable [] change(
      ClassLoader loader, String name, boolean isLoaded, byte[] bytes) {
    return null;
  }

  @Override
  public final byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (name == null || (loader != null && loader == ClassLoader.getPlatformClassLoader())) {
      return null;
    }
    try {
      return loader == null
          ? changeBoot(name, bytes)
          : change(loader, name, redefined != null, bytes);
    } catch (Throwable failure) {
      if (coverage != null) {
        coverage.skipped(name.replace('/', '.'), failure.toString());
      }
      return null;
    }
  }

  /** A class after a change of its tree, or null if the change says that there was none. */
  static byte @Nullable [] changeTree(byte[] bytes, Predicate<ClassNode> change) {
    ClassReader reader = new ClassReader(bytes);
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    if (!change.test(node)) {
      return null;
    }
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }
}

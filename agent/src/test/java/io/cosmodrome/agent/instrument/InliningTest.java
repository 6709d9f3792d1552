package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.MethodNode;

/** Which methods are made too long for C2 to inline them, and that they do what they did. */
final class InliningTest {
  private static final int FREQUENT = 325; // the JVM's FreqInlineSize

  private final Inlining inlining = new Inlining();

  @Test
  void method_inSmallProgram_staysAsItIs() {
    instrumented(39);

    assertThat(bytesOfSum(100)).isEqualTo(2 * 100);
  }

  @Test
  void method_inLargeProgram_isTooLongToBeInlined() {
    instrumented(40);

    assertThat(bytesOfSum(31)).isEqualTo(FREQUENT + 1);
    assertThat(bytesOfSum(100)).isEqualTo(FREQUENT + 1);
  }

  @Test
  void method_thatIsTinyOrTooLongAnyway_staysAsItIs() {
    instrumented(40);

    assertThat(bytesOfSum(30)).isEqualTo(2 * 30);
    assertThat(bytesOfSum(163)).isEqualTo(2 * 163);
  }

  @Test
  void longerMethod_isVerifiedAndRuns() throws Exception {
    instrumented(40);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Longer", null, "java/lang/Object", null);
    MethodNode sum = sum(100);
    inlining.limit(sum, true);
    sum.accept(writer);
    writer.visitEnd();
    byte[] bytes = writer.toByteArray();
    Class<?> type =
        new ClassLoader(getClass().getClassLoader()) {
          Class<?> define() {
            return defineClass("Longer", bytes, 0, bytes.length);
          }
        }.define();

    assertThat(type.getMethod("sum", int.class).invoke(null, 1)).isEqualTo(99);
    assertThat(new ClassReader(bytes).getClassName()).isEqualTo("Longer");
  }

  @Test
  void waiting_endsOnceTheProgramIsLarge() throws InterruptedException {
    List<String> done = new ArrayList<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                inlining.awaitLimit();
                done.add("large");
              } catch (InterruptedException e) {
                done.add("interrupted");
              }
            });
    waiting.start();

    instrumented(40);
    waiting.join();

    assertThat(done).containsExactly("large");
  }

  private void instrumented(int classes) {
    for (int i = 0; i < classes; i++) {
      inlining.instrumented();
    }
  }

  private int bytesOfSum(int terms) {
    MethodNode method = sum(terms);
    inlining.limit(method, true);
    CodeSizeEvaluator size = new CodeSizeEvaluator(null);
    method.accept(size);
    return size.getMaxSize();
  }

  /** A method of twice as many bytes that adds its argument to itself, so many terms less one. */
  private static MethodNode sum(int terms) {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodNode method = new MethodNode(access, "sum", "(I)I", null, null);
    method.visitInsn(Opcodes.ICONST_0);
    for (int i = 0; i < terms - 1; i++) {
      method.visitVarInsn(Opcodes.ILOAD, 0);
      method.visitInsn(Opcodes.IADD);
    }
    method.visitInsn(Opcodes.IRETURN);
    method.visitMaxs(2, 1);
    return method;
  }
}

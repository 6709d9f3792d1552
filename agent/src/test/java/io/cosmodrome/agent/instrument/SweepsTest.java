package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** Which accesses of a loop can be told at once when it is left. */
final class SweepsTest {
  /** Methods with one loop each; they are never called. */
  @SuppressWarnings({"unused", "ManualArrayCopy"})
  private static final class Samples {
    static void all(int[] a, int n) {
      for (int i = 0; i < n; i++) {
        a[i] = 1;
      }
    }

    static void itsLength(int[] a) {
      for (int i = 0; i < a.length; i++) {
        a[i] = 1;
      }
    }

    static void everyThird(int[] a, int[] b, int n) {
      for (int i = 0; i < n - 1; i++) {
        a[3 * i + 1] = b[2 * (i - 1)];
      }
    }

    static void downwards(int[] a, int n) {
      for (int i = n - 1; i >= 0; i--) {
        a[i] = 1;
      }
    }

    static void sideBySide(int[] a, int[] b, int n) {
      int j = 1;
      for (int i = 0; i < n; i++, j += 2) {
        a[i] = b[j];
      }
    }

    static void sameEachTime(int[] a, int[] b, int k) {
      for (int i = 0; i < 10; i++) {
        a[k] += b[i];
      }
    }

    static void sometimes(int[] a, int[] b, int n) {
      for (int i = 0; i < n; i++) {
        if (b[i] > 0) {
          a[i] = 1;
        }
      }
    }

    static void jumping(int[] a, int[] b, int n) {
      int k = 1;
      for (int i = 0; i < n; i++) {
        a[k] = b[i];
        k = k * 2;
      }
    }

    static void indirectly(int[] a, int[] b, int n) {
      for (int i = 0; i < n; i++) {
        a[b[i]] = 1;
      }
    }

    static void afterTheStep(int[] a, int n) {
      int i = 0;
      while (i < n) {
        a[i++] = 1;
      }
    }

    static void upToWhatChanges(int[] a, int n) {
      int end = n;
      for (int i = 0; i < end; i++) {
        end = end - a[i];
      }
    }

    static void byCases(int[] a, int n) {
      for (int i = 0; i < n; i++) {
        switch (a[i]) {
          case 1 -> a[i] = 2;
          case 2 -> a[i] = 3;
          default -> a[i] = 1;
        }
      }
    }

    static int until(int[] a, int[] b, int n) {
      for (int i = 0; i < n; i++) {
        if (a[i] == n) {
          return i;
        }
        b[i] = 1;
      }
      return -1;
    }
  }

  private static MethodNode method(String name) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(Samples.class.getName()).accept(node, ClassReader.EXPAND_FRAMES);
    return node.methods.stream().filter(m -> m.name.equals(name)).findFirst().orElseThrow();
  }

  private static OwnLoops.Loop loop(MethodNode method) {
    List<OwnLoops.Loop> loops = OwnLoops.of(method, instruction -> false);
    assertThat(loops).hasSize(1);
    return loops.get(0);
  }

  private static List<AbstractInsnNode> accesses(OwnLoops.Loop loop) {
    return loop.body().stream()
        .filter(i -> ArrayAccesses.isLoad(i) || ArrayAccesses.isStore(i))
        .toList();
  }

  private static Sweeps sweeps(OwnLoops.Loop loop) {
    return Sweeps.of(loop, accesses(loop), true, field -> false);
  }

  private static String name(MethodNode method, int local) {
    for (LocalVariableNode variable : method.localVariables) {
      if (variable.index == local) {
        return variable.name;
      }
    }
    return "?";
  }

  @ParameterizedTest
  @CsvSource({
    "all, 1i+0",
    "itsLength, 1i+0",
    "everyThird, 2i-2 3i+1",
    "downwards, 1i+0",
    "sideBySide, 1j+0 1i+0",
    "sometimes, 1i+0",
    "jumping, 1i+0",
    "indirectly, 1i+0",
    "afterTheStep, ''",
    "upToWhatChanges, 1i+0",
    "byCases, ''",
    "until, 1i+0 1i+0"
  })
  void accessesThatEveryTurnMakes_haveTheirIndices(String name, String expected)
      throws IOException {
    MethodNode method = method(name);
    String found =
        sweeps(loop(method)).indices().values().stream()
            .map(
                index ->
                    index.factor()
                        + name(method, index.local())
                        + (index.offset() < 0 ? "" : "+")
                        + index.offset())
            .collect(Collectors.joining(" "));
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void elementThatStaysTheSame_hasAnIndexWithoutStep() throws IOException {
    MethodNode method = method("sameEachTime");
    Sweeps sweeps = sweeps(loop(method));

    assertThat(sweeps.indices().values())
        .extracting(index -> name(method, index.local()) + " " + sweeps.step(index.local()))
        .contains("i 1")
        .isSubsetOf("i 1", "k 0");
  }

  @ParameterizedTest
  @CsvSource({
    "all, i 1, 1",
    "itsLength, i 1, 2",
    "everyThird, i 1, 3",
    "downwards, i -1, 0",
    "upToWhatChanges, i 1, 0"
  })
  void counter_staysBelowItsLimit_ifThatIsKnown(String name, String counter, int instructions)
      throws IOException {
    MethodNode method = method(name);
    Sweeps sweeps = sweeps(loop(method));

    assertThat(name(method, sweeps.counter()) + " " + sweeps.step(sweeps.counter()))
        .isEqualTo(counter);
    assertThat(sweeps.limit()).hasSize(instructions);
  }

  @Test
  void turnThatReturns_hasMadeWhatComesBeforeIt() throws IOException {
    OwnLoops.Loop loop = loop(method("until"));
    List<AbstractInsnNode> accesses = accesses(loop);
    Sweeps sweeps = sweeps(loop);
    AbstractInsnNode exit =
        loop.body().stream()
            .filter(i -> i.getOpcode() == Opcodes.IRETURN)
            .findFirst()
            .orElseThrow();

    assertThat(sweeps.isMadeBefore(accesses.get(0), exit)).isTrue();
    assertThat(sweeps.isMadeBefore(accesses.get(1), exit)).isFalse();
    assertThat(sweeps.areTogether(accesses.get(0), accesses.get(1))).isFalse();
  }

  @Test
  void accessesWithoutAJumpBetweenThem_areMadeTogether() throws IOException {
    OwnLoops.Loop loop = loop(method("everyThird"));
    List<AbstractInsnNode> accesses = accesses(loop);

    assertThat(sweeps(loop).areTogether(accesses.get(0), accesses.get(1))).isTrue();
  }
}

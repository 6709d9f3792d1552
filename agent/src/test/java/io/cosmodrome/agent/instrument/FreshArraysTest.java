package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which accesses to arrays nobody else can see. */
final class FreshArraysTest {
  private static final List<Object> SHOWN = new ArrayList<>();

  /** Methods to look into; they are never called. */
  @SuppressWarnings({"unused", "AssignmentExpression"})
  private static final class Samples {
    int[] field = {0};

    Object list(int number) {
      return new Object[] {number, new int[] {1, 2}, "a" + number};
    }

    Object listWithChoice(int number) {
      return new int[] {1, number > 0 ? 2 : 3, 4};
    }

    int[] fill(int length) {
      int[] numbers = new int[length];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = i;
        numbers[i] += numbers[i / 2];
      }
      return numbers;
    }

    int[] fillAfterShowing(int length) {
      int[] numbers = new int[length];
      numbers[0] = 1;
      SHOWN.add(numbers);
      numbers[1] = 2;
      return numbers;
    }

    void showInLoop(int length) {
      int[] numbers = new int[length];
      for (int i = 0; i < length; i++) {
        numbers[i] = 1;
        SHOWN.add(numbers);
      }
    }

    void makeInLoop(int length) {
      for (int i = 0; i < length; i++) {
        int[] numbers = new int[length];
        numbers[i] = 1;
        SHOWN.add(numbers);
      }
    }

    void showWhileMaking(int length) {
      int[] numbers = field = new int[length];
      numbers[0] = 1;
    }

    int[] showElsewhere(int length) {
      int[] numbers = new int[length];
      if (length > 5) {
        int[] others = numbers;
        SHOWN.add(others);
      }
      numbers[0] = 1;
      return numbers;
    }

    int choose(int length, int[] given) {
      int[] numbers = length > 0 ? given : new int[1];
      numbers[0] = 1;
      return numbers[0];
    }

    int getAnother(int[] given) {
      int[] numbers = new int[1];
      numbers[0] = 1;
      numbers = given;
      numbers[0] = 2;
      return numbers[0];
    }

    int[] cloneAndChange() {
      int[] numbers = field.clone();
      numbers[0] = 1;
      return numbers;
    }

    int[] copyAndChange() {
      int[] numbers = Arrays.copyOf(field, 3);
      numbers[0] = 1;
      return numbers;
    }

    int[] copyInto() {
      int[] numbers = new int[9];
      System.arraycopy(field, 0, numbers, 0, 1);
      numbers[1] = 1;
      return numbers;
    }

    void copyIntoField() {
      System.arraycopy(new int[1], 0, field, 0, 1);
    }

    int catchAndChange(int length) {
      int[] numbers = new int[length];
      try {
        numbers[1] = 1;
      } catch (IndexOutOfBoundsException e) {
        numbers[0] = 1;
      }
      return numbers[0];
    }

    int[] useGiven(int[] numbers) {
      numbers[0] = 1;
      return numbers;
    }

    Runnable capture() {
      int[] numbers = new int[1];
      numbers[0] = 1;
      Runnable result = () -> SHOWN.add(numbers);
      numbers[0] = 2;
      return result;
    }

    void putIntoArray(Object[] given) {
      int[] numbers = new int[1];
      given[0] = numbers;
      numbers[0] = 2;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "list, 5, 0",
    "listWithChoice, 1, 2",
    "fill, 4, 0",
    "fillAfterShowing, 1, 1",
    "showInLoop, 0, 1",
    "makeInLoop, 1, 0",
    "showWhileMaking, 0, 1",
    "showElsewhere, 0, 1",
    "choose, 0, 2",
    "getAnother, 1, 2",
    "cloneAndChange, 1, 0",
    "copyAndChange, 1, 0",
    "copyInto, 2, 0",
    "copyIntoField, 0, 1",
    "catchAndChange, 3, 0",
    "useGiven, 0, 1",
    "capture, 1, 1",
    "putIntoArray, 0, 2",
  })
  void accesses_areUntoldUntilSomebodyElseMayHaveTheArray(String method, int untold, int told)
      throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(Samples.class.getName()).accept(node, ClassReader.EXPAND_FRAMES);
    MethodNode sample =
        node.methods.stream().filter(m -> m.name.equals(method)).findFirst().orElseThrow();
    Set<AbstractInsnNode> fresh = FreshArrays.accesses(sample, true);
    int all = 0;
    for (AbstractInsnNode instruction : sample.instructions) {
      boolean isCopy = instruction instanceof MethodInsnNode call && call.name.equals("arraycopy");
      if (isCopy || ArrayAccesses.isLoad(instruction) || ArrayAccesses.isStore(instruction)) {
        all++;
      }
    }

    assertThat(fresh).hasSize(untold);
    assertThat(all - fresh.size()).isEqualTo(told);
  }
}

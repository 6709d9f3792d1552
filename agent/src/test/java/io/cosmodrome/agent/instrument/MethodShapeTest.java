package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.stress.BlockSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which methods of {@link BlockSamples} become blocks. */
final class MethodShapeTest {
  private static final ClassNode SAMPLES = Instrumenters.instrumented(BlockSamples.class);

  private static boolean isBlock(String name) {
    return isBlock(SAMPLES, name);
  }

  private static boolean isBlock(ClassNode type, String name) {
    for (MethodNode method : type.methods) {
      if (method.name.equals(name)) {
        for (var instruction : method.instructions) {
          if (instruction instanceof MethodInsnNode call && call.name.equals("enter")) {
            return true;
          }
        }
        return false;
      }
    }
    throw new AssertionError(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "ownStatic", "loopWithoutEvent", "makesOwn"})
  void method_withOneEventAtTheMost_isNoBlock(String name) {
    assertThat(isBlock(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"change", "two", "addToOwnStatic", "loopWithEvent", "elementInLoop"})
  void method_withTwoEvents_isBlock(String name) {
    assertThat(isBlock(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"callsBlock", "callsLocked"})
  void method_thatOnlyCallsABlock_isNone(String name) {
    assertThat(isBlock(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"callsBlockInLoop", "callsTwoBlocks", "callsBlockAndReads", "callsNoBlock"})
  void method_thatDoesMore_isBlock(String name) {
    assertThat(isBlock(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"oneOrTheOther", "afterAFailure"})
  void method_withOneEventOnEachWay_isNoBlock(String name) {
    assertThat(isBlock(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"eitherAndThenOne", "inAFailure"})
  void method_withTwoEventsOnSomeWay_isBlock(String name) {
    assertThat(isBlock(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"atomic", "compares", "byHandle", "makesFunction"})
  void method_thatCallsTheJdkForOneAccess_isNoBlock(String name) {
    assertThat(isBlock(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"atomicTwice", "updates", "overridable"})
  void method_thatCallsItForMore_isBlock(String name) {
    assertThat(isBlock(name)).isTrue();
  }

  @Test
  void constructor_isNoBlock_ifThatOfTheSuperclassHasNoEvent() {
    assertThat(isBlock(Instrumenters.instrumented(BlockSamples.Derived.class), "<init>")).isFalse();
    assertThat(isBlock(Instrumenters.instrumented(BlockSamples.Loud.class), "<init>")).isTrue();
  }

  /** What an initializer does that we see is no part of the block that needs the class. */
  @ParameterizedTest
  @ValueSource(strings = {"staticOfOther", "makesOther"})
  void method_thatMayInitializeAnotherClass_isNoBlockForThat(String name) {
    assertThat(isBlock(name)).isFalse();
  }

  @Test
  void method_thatMayInitializeAClassThatIsNotLookedAt_isBlock() {
    assertThat(isBlock("staticOfJdk")).isTrue();
  }
}

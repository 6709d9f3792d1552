package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** What is found out about {@link NestSamples} from their class files. */
final class NestTest {
  private static final String SAMPLES = Type.getInternalName(NestSamples.class) + "$";

  private static Nest nest(String name) {
    return new Nests(Sample.ALL).of(NestTest.class.getClassLoader(), name);
  }

  private static boolean isFixed(String sample, String field) {
    return nest(SAMPLES + sample).isFixed(SAMPLES + sample, field, "I");
  }

  private static boolean isSilent(String sample, String method, String descriptor) {
    String name = SAMPLES + sample;
    return nest(name)
        .isSilent(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, name, method, descriptor, false));
  }

  @Test
  void field_writtenByConstructorOnly_isFixed() {
    assertThat(isFixed("Point", "x")).isTrue();
    assertThat(isFixed("Point", "y")).isTrue();
  }

  @Test
  void field_writtenByMethod_isNotFixed() {
    assertThat(isFixed("Point", "moves")).isFalse();
  }

  @Test
  void field_volatile_isNotFixed() {
    assertThat(isFixed("Point", "shared")).isFalse();
  }

  @Test
  void field_whoseNameIsConstant_isNotFixed() {
    assertThat(isFixed("Named", "reflected")).isFalse();
    assertThat(isFixed("Named", "unnamed")).isTrue();
  }

  @Test
  void field_thatOthersCanReach_isNotFixed() {
    assertThat(isFixed("Visible", "open")).isFalse();
    assertThat(isFixed("Visible", "closed")).isTrue();
    assertThat(isFixed("Base", "open")).isFalse();
    assertThat(isFixed("Base", "closed")).isTrue();
  }

  @Test
  void field_ofClassWithSuperclass_isNotFixed() {
    assertThat(isFixed("Extended", "own")).isFalse();
  }

  @Test
  void method_withFixedFieldsAndSilentCalls_isSilent() {
    String vector = "L" + SAMPLES + "Vector;";
    assertThat(isSilent("Point", "length", "()I")).isTrue();
    assertThat(isSilent("Vector", "plus", "(" + vector + ")" + vector)).isTrue();
    assertThat(isSilent("Vector", "sum", "(" + vector + ")I")).isTrue();
  }

  @Test
  void method_withEvents_isNotSilent() {
    String point = "L" + SAMPLES + "Point;";
    assertThat(isSilent("Point", "next", "()I")).isFalse();
    assertThat(isSilent("Point", "nextLength", "()I")).isFalse();
    assertThat(isSilent("Point", "plus", "(" + point + ")" + point)).isFalse();
  }

  @Test
  void nest_withMissingClass_isUnknown() {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();

    assertThat(new Nests(Sample.ALL).of(platform, SAMPLES + "Point")).isSameAs(Nest.UNKNOWN);
  }
}

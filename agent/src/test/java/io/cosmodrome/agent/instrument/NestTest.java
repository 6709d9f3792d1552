package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** What is found out about {@link NestSamples} from their class files. */
final class NestTest {
  private static final String SAMPLES = Type.getInternalName(NestSamples.class) + "$";

  private static Nest nest(String name) {
    return new Nests(new ClassBytes(), Sample.ALL).of(NestTest.class.getClassLoader(), name);
  }

  private static boolean isFixed(String sample, String field) {
    return nest(SAMPLES + sample).isFixed(SAMPLES + sample, field, "I");
  }

  private static boolean isSilent(String sample, String method, String descriptor) {
    return isSilent(Opcodes.INVOKEVIRTUAL, sample, method, descriptor, "Other");
  }

  /** Whether a call in the code of a class is silent. */
  private static boolean isSilent(
      int opcode, String sample, String method, String descriptor, String from) {
    String name = SAMPLES + sample;
    ClassNode caller = new ClassNode();
    caller.name = SAMPLES + from;
    return nest(name).isSilent(new MethodInsnNode(opcode, name, method, descriptor, false), caller);
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
  void method_ofClassWithInitializer_isSilentOnceThatHasRun() {
    int opcode = Opcodes.INVOKESTATIC;
    assertThat(isSilent("Initialized", "limit", "()I")).isTrue();
    assertThat(isSilent(opcode, "Initialized", "twice", "(I)I", "Initialized")).isTrue();
    assertThat(isSilent(opcode, "Initialized", "twice", "(I)I", "Other")).isFalse();
    assertThat(isSilent("Initialized", "count", "()I")).isFalse();
    assertThat(isSilent("Initialized", "ofOther", "()I")).isFalse();
  }

  @Test
  void method_withHarmlessCalls_isSilent() {
    assertThat(isSilent("Calls", "check", "(I)I")).isTrue();
    assertThat(isSilent("Calls", "code", "(Ljava/lang/String;)I")).isTrue();
  }

  @Test
  void method_thatMayCallTheProgramBack_isNotSilent() {
    assertThat(isSilent("Calls", "text", "(Ljava/lang/Object;)Ljava/lang/String;")).isFalse();
    assertThat(isSilent("Calls", "parsed", "(Ljava/lang/CharSequence;)I")).isFalse();
    assertThat(isSilent("Calls", "property", "()Z")).isFalse();
    assertThat(isSilent("Calls", "required", "(Ljava/lang/Object;)Ljava/lang/Object;")).isFalse();
    assertThat(isSilent(Opcodes.INVOKESPECIAL, "Failure", "<init>", "()V", "Other")).isFalse();
  }

  @Test
  void concatenation_isHarmlessIfNothingIsAskedForItsText() {
    assertThat(HarmlessCalls.include(concatenation("(Ljava/lang/String;IZ)"))).isTrue();
    assertThat(HarmlessCalls.include(concatenation("(Ljava/lang/String;Ljava/lang/Object;)")))
        .isFalse();
  }

  private static InvokeDynamicInsnNode concatenation(String operands) {
    String factory = "java/lang/invoke/StringConcatFactory";
    Handle bootstrap = new Handle(Opcodes.H_INVOKESTATIC, factory, "any", "()V", false);
    return new InvokeDynamicInsnNode("concat", operands + "Ljava/lang/String;", bootstrap);
  }

  @Test
  void nest_withMissingClass_isUnknown() {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();

    assertThat(new Nests(new ClassBytes(), Sample.ALL).of(platform, SAMPLES + "Point"))
        .isSameAs(Nest.UNKNOWN);
  }
}

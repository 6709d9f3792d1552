package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which writes of a constructor nobody else can see. */
final class ConstructionTest {
  private static final List<Object> SHOWN = new ArrayList<>();

  static class Plain {
    int first;
    long second;

    Plain(int number) {
      first = number;
      second = (long) first + Long.bitCount(number);
    }
  }

  static class Shows {
    int before;
    int after;

    Shows() {
      before = 1;
      SHOWN.add(this);
      after = 2;
    }
  }

  static class ShowsInLoop {
    int count;

    ShowsInLoop(int times) {
      for (int i = 0; i < times; i++) {
        count = i;
        SHOWN.add(this);
      }
    }
  }

  static class CallsOther extends Plain {
    int third;

    CallsOther() {
      this(1);
      third = 3;
    }

    CallsOther(int number) {
      super(number);
    }
  }

  static class WritesOthers {
    int mine;

    WritesOthers(Plain other) {
      other.first = 1;
      mine = 2;
    }
  }

  /** Names of the fields that are written first by the constructor that has this descriptor. */
  private static List<String> firstWrites(Class<?> type, String descriptor) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(type.getName()).accept(node, ClassReader.EXPAND_FRAMES);
    for (MethodNode method : node.methods) {
      if (method.name.equals("<init>") && method.desc.equals(descriptor)) {
        return new Construction(node, method)
            .firstWrites().stream().map(write -> ((FieldInsnNode) write).name).sorted().toList();
      }
    }
    throw new AssertionError(descriptor);
  }

  @Test
  void allWrites_areFirst_ifTheObjectIsNotShown() throws IOException {
    assertThat(firstWrites(Plain.class, "(I)V")).containsExactly("first", "second");
  }

  @Test
  void write_afterTheObjectWasShown_isNot() throws IOException {
    assertThat(firstWrites(Shows.class, "()V")).containsExactly("before");
    assertThat(firstWrites(ShowsInLoop.class, "(I)V")).isEmpty();
  }

  @Test
  void write_afterAnotherConstructor_isNot() throws IOException {
    assertThat(firstWrites(CallsOther.class, "()V")).isEmpty();
  }

  @Test
  void write_toAnotherObject_isNot() throws IOException {
    String descriptor = "(L" + Plain.class.getName().replace('.', '/') + ";)V";
    assertThat(firstWrites(WritesOthers.class, descriptor)).containsExactly("mine");
  }
}

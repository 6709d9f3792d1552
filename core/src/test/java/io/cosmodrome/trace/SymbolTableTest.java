package io.cosmodrome.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SymbolTableTest {
  @Test
  void names_areNumberedInTheOrderSeen() {
    SymbolTable table = new SymbolTable();

    assertThat(table.intern("b")).isEqualTo(0);
    assertThat(table.intern("a")).isEqualTo(1);
    assertThat(table.intern("b")).isEqualTo(0);
    assertThat(table.intern("")).isEqualTo(2);
    assertThat(table.count()).isEqualTo(3);
    assertThat(table.name(1)).isEqualTo("a");
    assertThat(table.name(2)).isEmpty();
  }

  @Test
  void numberWithoutName_isTheCallersError() {
    SymbolTable table = new SymbolTable();
    table.intern("a");

    assertThatThrownBy(() -> table.name(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no symbol 1; there are 1");
    assertThatThrownBy(() -> table.name(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void forgottenNames_keepTheirNumbers() {
    SymbolTable table = new SymbolTable();
    for (int i = 0; i < 100; i++) {
      table.intern("name " + i);
    }

    table.forget(60);
    table.forget(40); // were forgotten before

    assertThat(table.count()).isEqualTo(100);
    assertThatThrownBy(() -> table.name(59)).isInstanceOf(IllegalArgumentException.class);
    assertThat(table.name(60)).isEqualTo("name 60");
    assertThat(table.intern("name 99")).isEqualTo(99);
    assertThat(table.intern("name 7")).isEqualTo(100);
    table.forget(101);
    assertThat(table.intern("next")).isEqualTo(101);
    assertThat(table.name(101)).isEqualTo("next");
  }

  @Test
  void manyNames_keepTheirNumbers() {
    SymbolTable table = new SymbolTable();
    Map<String, Integer> expected = new LinkedHashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 200_000; i++) {
      String name = name(random);
      assertThat(table.intern(name))
          .isEqualTo(expected.computeIfAbsent(name, n -> expected.size()));
    }

    assertThat(table.count()).isEqualTo(expected.size());
    expected.forEach((name, id) -> assertThat(table.name(id)).isEqualTo(name));
  }

  @Test
  void addedNames_areFoundLikeOthers() {
    SymbolTable table = new SymbolTable();
    for (int i = 0; i < 100; i++) {
      byte[] name = ("x" + i).getBytes(UTF_8);
      assertThat(i % 3 == 0 ? table.intern(name, 0, name.length) : table.add(name, 0, name.length))
          .isEqualTo(i);
    }

    assertThat(table.count()).isEqualTo(100);
    for (int i = 0; i < 100; i++) {
      assertThat(table.name(i)).isEqualTo("x" + i);
      assertThat(table.intern("x" + i)).isEqualTo(i);
    }
  }

  @Test
  void namesThatDifferInOneByte_areDifferent() {
    SymbolTable table = new SymbolTable();
    List<byte[]> names = new ArrayList<>();
    for (int length = 1; length < 40; length++) {
      for (int at = 0; at < length; at++) {
        byte[] name = new byte[length];
        name[at] = (byte) 0x80;
        names.add(name);
      }
    }
    for (int i = 0; i < names.size(); i++) {
      assertThat(table.intern(names.get(i), 0, names.get(i).length)).isEqualTo(i);
    }
  }

  @Test
  void name_isFoundWhereverItStandsInABuffer() {
    SymbolTable table = new SymbolTable();
    for (int length = 0; length < 20; length++) {
      byte[] name = "abcdefghijklmnopqrst".substring(0, length).getBytes(UTF_8);
      int id = table.intern(name, 0, length);
      for (int offset = 0; offset < 20; offset++) {
        byte[] tight = new byte[offset + length];
        byte[] wide = new byte[offset + length + 20];
        wide[offset + length] = 'x';
        System.arraycopy(name, 0, tight, offset, length);
        System.arraycopy(name, 0, wide, offset, length);

        assertThat(table.intern(tight, offset, length)).isEqualTo(id);
        assertThat(table.intern(wide, offset, length)).isEqualTo(id);
      }
    }
  }

  private static String name(Random random) {
    StringBuilder name = new StringBuilder();
    int length = random.nextInt(24);
    for (int i = 0; i < length; i++) {
      name.append((char) ('a' + random.nextInt(3)));
    }
    return random.nextInt(10) == 0 ? name.append("größe").toString() : name.toString();
  }
}

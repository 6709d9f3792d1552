package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.check.Epoch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadCellsTest {
  private static final int[] SLOTS = {0, 7, 8, 9, 70}; // in a room, and in pages
  private static final int SITE = 5;

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 16, 17, 64, 65, 200})
  void reads_ofEachThreadAndVariable_areKeptApart(int variables) {
    ReadCells cells = new ReadCells(variables, new ReadCells.Room());
    for (int slot : SLOTS) {
      for (int variable = 0; variable < variables; variable++) {
        assertThat(cells.again(slot, variable, 1, SITE)).isFalse();
        put(cells, slot, variable, clock(slot, variable));
      }
    }

    for (int variable = 0; variable < variables; variable++) {
      List<Long> expected = new ArrayList<>();
      for (int slot : SLOTS) {
        expected.add(Epoch.of(slot, clock(slot, variable)));
      }
      assertThat(epochs(cells, variable)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 16, 17})
  void manyObjects_areKeptApart(int variables) {
    ReadCells.Room room = new ReadCells.Room();
    List<ReadCells> objects = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      objects.add(new ReadCells(variables, room));
    }
    for (int i = 0; i < objects.size(); i++) {
      put(objects.get(i), 1, variables - 1, i + 1);
    }

    for (int i = 0; i < objects.size(); i++) {
      assertThat(epochs(objects.get(i), variables - 1)).containsExactly(Epoch.of(1, i + 1));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 17, 130})
  void write_endsTheTimeOfItsVariablesReadersOnly(int variables) {
    ReadCells cells = new ReadCells(variables, new ReadCells.Room());
    for (int slot : SLOTS) {
      put(cells, slot, 0, 7);
      put(cells, slot, variables - 1, 8);
    }

    cells.clear(0);

    assertThat(epochs(cells, 0)).isEmpty();
    assertThat(epochs(cells, variables - 1)).hasSize(variables == 1 ? 0 : SLOTS.length);
    for (int slot : SLOTS) {
      assertThat(cells.again(slot, 0, 9, SITE)).isFalse();
      assertThat(cells.has(slot, 0, 7)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 20})
  void readAgain_refreshesTheThreadsOwnCell(int variables) {
    ReadCells cells = new ReadCells(variables, new ReadCells.Room());
    for (int slot : SLOTS) {
      put(cells, slot, 1, 7);

      assertThat(cells.again(slot, 1, 7, SITE)).isTrue();
      assertThat(cells.again(slot, 1, 11, SITE)).isTrue();
      assertThat(cells.has(slot, 1, 11)).isTrue();
      assertThat(cells.has(slot, 1, 7)).isFalse();
    }
    assertThat(epochs(cells, 0)).isEmpty();
    assertThat(epochs(cells, 1)).hasSize(SLOTS.length);
  }

  @Test
  void objects_inOneRoom_haveCellsOfTheirOwn() {
    ReadCells.Room room = new ReadCells.Room();
    List<ReadCells> objects = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ReadCells cells = new ReadCells(3, room);
      put(cells, i % 8, i % 3, 1 + i);
      objects.add(cells);
    }

    for (int i = 0; i < 100; i++) {
      ReadCells cells = objects.get(i);
      for (int variable = 0; variable < 3; variable++) {
        assertThat(epochs(cells, variable))
            .isEqualTo(variable == i % 3 ? List.of(Epoch.of(i % 8, 1 + i)) : List.of());
      }
    }
    objects.get(50).clear(50 % 3);
    assertThat(epochs(objects.get(50), 50 % 3)).isEmpty();
    assertThat(epochs(objects.get(49), 49 % 3)).hasSize(1);
    assertThat(epochs(objects.get(51), 51 % 3)).hasSize(1);
  }

  private static long clock(int slot, int variable) {
    return 1 + 1000L * slot + variable;
  }

  private static void put(ReadCells cells, int slot, int variable, long clock) {
    if (!cells.put(slot, variable, clock, SITE)) {
      cells.add(slot, variable);
      assertThat(cells.put(slot, variable, clock, SITE)).isTrue();
    }
  }

  private static List<Long> epochs(ReadCells cells, int variable) {
    List<Long> epochs = new ArrayList<>();
    cells.all(
        variable,
        (epoch, site) -> {
          assertThat(site).isEqualTo(SITE);
          return epochs.add(epoch);
        });
    return epochs;
  }
}

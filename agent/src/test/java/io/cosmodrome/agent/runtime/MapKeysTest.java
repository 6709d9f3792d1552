package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MapKeysTest {
  private final Object map = new Object();
  private final MapKeys keys = new MapKeys(map, null);

  @Test
  void equalValues_areOneVariable() {
    for (Object key : List.of("key", 1, 1L, (short) 1, (byte) 1, 1.0, 1.0f, 'k', true)) {
      assertThat(keys.shadow(key)).isSameAs(keys.shadow(key));
    }
    assertThat(keys.shadow("key"))
        .isSameAs(keys.shadow(String.valueOf(new char[] {'k', 'e', 'y'})));
    assertThat(keys.shadow(new UUID(1, 2))).isSameAs(keys.shadow(new UUID(1, 2)));
    assertThat(keys.shadow(1)).isNotSameAs(keys.shadow(1L));
  }

  @Test
  void valuesOfTheSameHash_areToldApart() {
    assertThat("Aa").hasSameHashCodeAs("BB");

    assertThat(keys.shadow("Aa")).isNotSameAs(keys.shadow("BB"));
    assertThat(keys.shadow("Aa")).isSameAs(keys.shadow("Aa"));
  }

  @Test
  void otherKeys_areFoundByIdentity() {
    List<String> one = new ArrayList<>(List.of("same"));
    List<String> other = new ArrayList<>(List.of("same"));

    assertThat(keys.shadow(one)).isSameAs(keys.shadow(one)).isNotSameAs(keys.shadow(other));
  }

  @Test
  void manyKeys_stayThemselves_untilThereAreTooMany() {
    int kept = 1 << 16;
    List<ObjectShadow> shadows = new ArrayList<>();
    for (int key = 0; key < kept; key++) {
      shadows.add(keys.shadow(key * 1_000_003));
    }
    for (int key = 0; key < kept; key++) {
      assertThat(keys.shadow(key * 1_000_003)).isSameAs(shadows.get(key));
    }

    keys.shadow("one more");

    assertThat(keys.shadow(0)).isNotSameAs(shadows.get(0));
  }

  @Test
  void key_isNamedAsItsMapIs() {
    keys.field = "Cache.names" + System.nanoTime();
    ObjectShadow shadow = keys.shadow("a (b)");

    assertThat(shadow.owner()).isInstanceOf(MapKeys.Key.class);
    MapKeys.Key key = (MapKeys.Key) shadow;
    assertThat(key.map()).isSameAs(map);
    assertThat(key.mapName(() -> "other")).isEqualTo(keys.field);
    assertThat(key.suffix()).isEqualTo("[a__b_]");
  }

  @Test
  void threadsThatComeToTheSameKeysAtOnce_findTheSame() throws Exception {
    int threads = 4;
    int count = 20_000;
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<List<ObjectShadow>>> found = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      found.add(
          pool.submit(
              () -> {
                start.await();
                List<ObjectShadow> mine = new ArrayList<>();
                for (int key = 0; key < count; key++) {
                  mine.add(keys.shadow(key));
                }
                return mine;
              }));
    }
    List<ObjectShadow> first = found.get(0).get();
    for (Future<List<ObjectShadow>> other : found) {
      List<ObjectShadow> others = other.get();
      for (int key = 0; key < count; key++) {
        assertThat(others.get(key)).isSameAs(first.get(key));
      }
    }
    pool.shutdown();
  }
}

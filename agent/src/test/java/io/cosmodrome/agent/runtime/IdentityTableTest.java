package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdentityTableTest {
  private final IdentityTable<Entry> table = new IdentityTable<>(Entry::new);
  private int forgotten; // told under the monitors of stripes, by one thread

  private final class Entry extends IdentityEntry {
    Entry(Object object, @Nullable ReferenceQueue<Object> queue) {
      super(object, queue);
    }

    @Override
    void forget() {
      forgotten++;
    }
  }

  @Test
  void equalObjects_haveEntriesOfTheirOwn() {
    String one = new String("same");
    String other = new String("same");

    assertThat(table.get(one)).isSameAs(table.get(one)).isNotSameAs(table.get(other));
    assertThat(table.find(one)).isSameAs(table.get(one));
    assertThat(table.find(new Object())).isNull();
  }

  @Test
  void threadsThatSearchWhileTheTableGrows_findTheSameEntries() throws Exception {
    int threads = 4;
    Object[] objects = new Object[20_000];
    Arrays.setAll(objects, i -> new Object());
    CyclicBarrier start = new CyclicBarrier(threads);
    Callable<List<Entry>> search =
        () -> {
          start.await();
          List<Entry> found = new ArrayList<>();
          for (Object object : objects) {
            found.add(table.get(object));
          }
          return found;
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Entry> first = null;
      for (Future<List<Entry>> result : pool.invokeAll(List.of(search, search, search, search))) {
        first = first == null ? result.get() : first;
        assertThat(result.get()).isEqualTo(first).doesNotHaveDuplicates();
      }
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void entryOfObjectThatIsGone_leadsToNoOther() {
    List<Entry> gone = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      gone.add(table.get(new Object()));
    }
    List<Object> kept = new ArrayList<>();
    while (forgotten < gone.size()) {
      System.gc();
      Object object = new Object(); // a new entry is what removes old ones
      kept.add(object);
      table.get(object);
    }

    assertThat(gone).allMatch(entry -> entry.next == null);
    assertThat(kept).allMatch(object -> table.find(object) != null);
  }
}

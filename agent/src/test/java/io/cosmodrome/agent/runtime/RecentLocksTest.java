package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecentLocksTest {
  private final IdentityTable<LockState> all = new IdentityTable<>(LockState::new);
  private final RecentLocks locks = new RecentLocks(all);

  @Test
  void get_findsTheMonitorOfEachObject_howeverManyThereAre() {
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      objects.add(new Object());
    }

    for (int i = 0; i < 20_000; i++) {
      Object often = objects.get(i % 10);
      Object seldom = objects.get(i % objects.size());
      assertThat(locks.get(often)).isSameAs(all.get(often));
      assertThat(locks.get(seldom)).isSameAs(all.get(seldom));
    }
  }

  @Test
  void get_afterACollection_findsTheSame() {
    Object object = new Object();
    LockState before = locks.get(object);

    System.gc();

    assertThat(locks.get(object)).isSameAs(before);
  }

  @Test
  void get_keepsNoObjectAlive() throws InterruptedException {
    WeakReference<Object> object = new WeakReference<>(new Object());
    lookUp(object);

    for (int i = 0; i < 100 && object.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
    }

    assertThat(object.get()).isNull();
  }

  private void lookUp(WeakReference<Object> reference) {
    Object object = reference.get();
    if (object != null) {
      assertThat(locks.get(object).refersTo(object)).isTrue();
    }
  }
}

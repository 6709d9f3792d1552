package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is dropped of arrays that one thread has used, and what comes of it. */
class LoneArraysTest {
  private static final int MANY = 4_000; // arrays, so that what can be dropped is

  private final InlineRuntime runtime = new InlineRuntime(false);
  private final IdleThreads threads = new IdleThreads(runtime);
  private final List<Object> kept = new ArrayList<>(); // so that nothing goes because it is dead
  private final MonitoredThread one = threads.start();
  private final MonitoredThread other = threads.start();
  private final int[] array = new int[8];

  @AfterEach
  void end() {
    threads.close();
    assertThat(runtime.result().failures()).isZero();
  }

  private int begin(MonitoredThread thread) {
    return begin(thread, "block");
  }

  private void useMany(MonitoredThread thread) {
    for (int i = 0; i < MANY; i++) {
      int[] another = {1};
      kept.add(another);
      int before = begin(thread);
      thread.recent.viewOf(another).write(0, thread, 1);
      thread.endTo(before);
    }
  }

  private boolean isRemembered(Object object) {
    return runtime.arrays.find(object) != null;
  }

  @Test
  void arrayWhoseBlockIsOver_isDropped() {
    int before = begin(one);
    ArrayView view = one.recent.viewOf(array);
    view.write(3, one, 1);
    one.endTo(before);
    useMany(one);

    assertThat(isRemembered(array)).isFalse();
    assertThat(kept.stream().filter(this::isRemembered).count()).isLessThan(MANY / 2);
    assertThat(view.writeFast(3, one, 1)).isFalse();
  }

  @Test
  void arrayOfRunningBlock_isNotDropped() {
    begin(one);
    one.recent.viewOf(array).write(3, one, 1);
    useMany(one);

    assertThat(isRemembered(array)).isTrue();
  }

  @Test
  void arrayThatRunningBlockOfAnotherThreadReaches_isNotDropped() {
    int[] link = new int[1];
    begin(other);
    other.recent.viewOf(link).write(0, other, 1);
    int before = begin(one);
    one.recent.viewOf(link).read(0, one, 1);
    one.recent.viewOf(array).write(3, one, 1);
    one.endTo(before);
    useMany(one);

    assertThat(isRemembered(array)).isTrue();
    other.recent.viewOf(array).read(3, other, 1);
    assertThat(runtime.result().findings()).isNotEmpty();
  }

  @Test
  void arrayThatAnotherThreadHasUsed_isNotDropped() {
    one.recent.viewOf(array).write(3, one, 1);
    other.recent.viewOf(array).read(3, other, 1);
    useMany(one);

    assertThat(isRemembered(array)).isTrue();
  }

  @Test
  void arrayInUse_isNotDropped() {
    ArrayView view = one.recent.viewOf(array);
    for (int i = 0; i < 40; i++) {
      int before = begin(one);
      view.write(3, one, 1);
      one.endTo(before);
      for (int j = 0; j < 100; j++) {
        int[] another = {1};
        kept.add(another);
        one.recent.viewOf(another).write(0, one, 1);
      }
    }

    assertThat(one.recent.viewOf(array)).isSameAs(view);
  }

  @Test
  void accessByViewThatWasDropped_isRemembered() {
    ArrayView view = one.recent.viewOf(array);
    useMany(one);
    assertThat(isRemembered(array)).isFalse();

    begin(one);
    view.read(3, one, 1); // as a method does that has looked it up before
    int before = begin(other);
    other.recent.viewOf(array).write(3, other, 1);
    other.endTo(before);
    view.write(3, one, 1);

    assertThat(runtime.result().findings()).isNotEmpty();
  }

  @Test
  void sweepByViewThatWasDropped_isRemembered() {
    ArrayView view = one.recent.viewOf(array);
    view.read(3, one, 1);
    long[] own = Objects.requireNonNull(view.ownReads(2, 5)); // as a loop asks for before
    useMany(one);
    assertThat(isRemembered(array)).isFalse();

    begin(one);
    view.sweep(own, false, 2, 1, 4, one, 1);
    int before = begin(other);
    other.recent.viewOf(array).write(5, other, 1);
    other.endTo(before);
    view.read(5, one, 1);

    assertThat(runtime.result().findings()).isNotEmpty();
  }

  @Test
  void viewOfAnotherThread_isMadeAnewAfterADrop() {
    one.recent.viewOf(array).write(3, one, 1);
    useMany(one);
    ArrayView late = other.recent.viewOf(array);
    late.write(3, other, 1);

    assertThat(late.ownWrites()).hasSize(8);
    assertThat(one.recent.viewOf(array).array).isSameAs(late.array);
  }

  @Test
  void droppedOrNot_blamesTheSame() {
    int found = 0;
    for (long seed = 1; seed <= 20; seed++) {
      List<String> expected = blamed(seed, 0);
      assertThat(blamed(seed, 700)).as("seed %d", seed).isEqualTo(expected);
      found += expected.size();
    }
    assertThat(found).isGreaterThan(20);
  }

  /** What two threads are blamed for that use some arrays in turns, and many others meanwhile. */
  private static List<String> blamed(long seed, int others) {
    LoneArraysTest run = new LoneArraysTest();
    Random random = new Random(seed);
    int[][] arrays = new int[4][3];
    MonitoredThread[] threads = {run.one, run.other};
    ArrayView[][] views = new ArrayView[2][4];
    int[] depths = new int[2];
    for (int step = 0; step < 150; step++) {
      int thread = random.nextInt(2);
      MonitoredThread me = threads[thread];
      int array = random.nextInt(4);
      if (views[thread][array] == null || random.nextInt(4) == 0) {
        views[thread][array] = me.recent.viewOf(arrays[array]);
      }
      switch (random.nextInt(5)) {
        case 0 -> {
          run.begin(me, "block" + step);
          depths[thread]++;
        }
        case 1 -> {
          depths[thread] = depths[thread] == 0 ? 0 : random.nextInt(depths[thread]);
          me.endTo(depths[thread]);
        }
        case 2 -> views[thread][array].write(random.nextInt(3), me, 1);
        default -> views[thread][array].read(random.nextInt(3), me, 1);
      }
      for (int i = 0; i < others && step % 10 == 0; i++) {
        int[] another = {1};
        run.kept.add(another);
        me.recent.viewOf(another).read(0, me, 1);
      }
    }
    run.end();
    return run.runtime.result().findings().stream()
        .flatMap(finding -> finding.block().stream())
        .toList();
  }

  private int begin(MonitoredThread thread, String name) {
    return thread.enter(runtime.sites().addBlock(new Site("begin", "", null, name, "", 0)));
  }
}

package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArrayViewTest {
  private static final InlineRuntime RUNTIME = new InlineRuntime(false);

  private final IdleThreads threads = new IdleThreads(RUNTIME);
  private final MonitoredThread one = threads.start();
  private final MonitoredThread other = threads.start();
  private final int[] array = new int[8]; // so short that it has words from the start
  private final int[] longer = new int[30];

  @AfterEach
  void end() {
    threads.close();
  }

  @Test
  void wordsOfArrayThatOneThreadUses_areItsOwn() {
    ArrayView view = one.recent.viewOf(array);
    view.read(3, one, 1);
    view.write(3, one, 1);

    assertThat(view.ownReads()).hasSize(8);
    assertThat(view.ownWrites()).hasSize(8);
    assertThat(one.recent.viewOf(array)).isSameAs(view);
  }

  @Test
  void write_takesTheWordsOfThatElementFromOthers() {
    ArrayView view = one.recent.viewOf(array);
    view.read(3, one, 1);
    view.write(3, one, 1);
    other.recent.viewOf(array).write(3, other, 1);

    assertThat(view.ownReads()).isNull();
    assertThat(view.ownWrites()).isNull();
    assertThat(view.readFast(3, one, 1)).isFalse();
    assertThat(view.readFast(4, one, 1)).isTrue();
  }

  @Test
  void read_marksTheWordOfTheWriter() {
    ArrayView view = one.recent.viewOf(array);
    view.read(3, one, 1);
    view.write(3, one, 1);
    other.recent.viewOf(array).read(3, other, 1);

    assertThat(view.ownReads()).isNotNull();
    assertThat(view.ownWrites()).isNull();
    assertThat(view.writeFast(3, one, 1)).isFalse();
  }

  @Test
  void wordsThatWereTakenAway_areOwnAgainOnceTheThreadHasLooked() {
    ArrayView view = one.recent.viewOf(array);
    view.write(3, one, 1);
    other.recent.viewOf(array).write(3, other, 1);
    view.write(3, one, 1);

    assertThat(view.ownWrites()).hasSize(8);
  }

  @Test
  void wordsThatAreMadeLate_makeTheThreadLook() {
    one.recent.viewOf(array).write(3, one, 1);
    ArrayView late = other.recent.viewOf(array);
    late.read(4, other, 1);

    assertThat(late.ownReads()).isNull();
    assertThat(late.readFast(3, other, 1)).isFalse();
    assertThat(late.readFast(4, other, 1)).isTrue();
  }

  @Test
  void wordsOfLargeArray_areSweptInTheirPages() {
    byte[] large = new byte[3_000_000];
    ArrayView view = one.recent.viewOf(large);
    for (int i = 100; i < 300; i++) {
      view.read(i, one, 1);
    }

    assertThat(view.ownReads(100, 299)).isNotNull();
    assertThat(view.ownReads(100, 3_000)).as("no words there").isNull();
    assertThat(view.ownReads(100, large.length)).as("out of bounds").isNull();
    assertThat(view.ownWrites(100, 299)).as("no words needed").isNotNull();
    assertThat(view.ownReads()).as("words of all elements").isNull();

    other.recent.viewOf(large);
    assertThat(view.ownWrites(100, 299)).as("no words, but needed").isNull();
  }

  @Test
  void rangeOfAnArrayThatNobodyElseUses_needsNoWords_andIsSeenByOthers() {
    byte[] array = new byte[200];
    ArrayView view = one.recent.viewOf(array);
    one.enter(RUNTIME.sites().addBlock(new Site("begin", "", null, "ranges", "", 0)));
    view.accessRange(true, 50, 100, one, 1);
    view.accessRange(false, 0, 200, one, 1);
    assertThat(view.ownReads()).as("words").isNull();
    assertThat(view.ownWrites()).as("words").isNull();

    ArrayView late = other.recent.viewOf(array);
    long before = RUNTIME.result().findings().size();
    late.read(49, other, 1);
    view.accessRange(true, 49, 1, one, 1); // makes words
    assertThat(RUNTIME.result().findings()).as("49 was only read").hasSize((int) before);

    late.read(50, other, 1);
    view.accessRange(true, 50, 100, one, 1);
    assertThat(RUNTIME.result().findings()).hasSize((int) before + 1);
    one.endTo(0);
  }

  @Test
  void fewAccessesOfArrayThatNobodyElseUses_needNoWords_andAreSeenByOthers() {
    ArrayView view = one.recent.viewOf(longer);
    one.enter(RUNTIME.sites().addBlock(new Site("begin", "", null, "few", "", 0)));
    for (int i = 0; i < 3; i++) {
      view.read(3, one, 1);
      view.read(5, one, 1);
      view.write(3, one, 1);
      view.write(20, one, 1);
    }
    assertThat(view.ownReads()).as("words").isNull();
    assertThat(view.ownWrites()).as("words").isNull();

    ArrayView late = other.recent.viewOf(longer);
    long before = RUNTIME.result().findings().size();
    late.read(5, other, 1);
    late.write(6, other, 1);
    view.read(5, one, 1);
    assertThat(RUNTIME.result().findings()).as("5 was only read").hasSize((int) before);

    late.write(5, other, 1);
    view.read(5, one, 1);
    assertThat(RUNTIME.result().findings()).hasSize((int) before + 1);
    one.endTo(0);
  }

  @Test
  void moreThanFewAccesses_haveWords() {
    ArrayView view = one.recent.viewOf(longer);
    for (int element = 0; element < 5; element++) {
      view.write(element, one, 1);
    }

    assertThat(view.ownWrites()).hasSize(longer.length);
    assertThat(view.ownReads()).isNull();
  }

  @Test
  void accessesOfFewElements_areJudgedAsIfTheyHadWords() {
    int found = 0;
    for (long seed = 1; seed <= 1000; seed++) {
      List<String> expected = blamed(seed, array.length);
      assertThat(blamed(seed, longer.length)).as("seed %d", seed).isEqualTo(expected);
      found += expected.size();
    }
    assertThat(found).isGreaterThan(200);
  }

  /** The blocks to blame when two threads use arrays of a length at random, mostly one each. */
  private static List<String> blamed(long seed, int length) {
    InlineRuntime runtime = new InlineRuntime(false);
    IdleThreads idle = new IdleThreads(runtime);
    MonitoredThread[] threads = {idle.start(), idle.start()};
    int[][] arrays = new int[2][length];
    int[] depths = new int[2];
    Random random = new Random(seed);
    for (int step = 0; step < 60; step++) {
      int thread = random.nextInt(2);
      MonitoredThread me = threads[thread];
      int array = random.nextInt(6) == 0 ? 1 - thread : thread;
      ArrayView view = me.recent.viewOf(arrays[array]);
      int element = random.nextInt(8);
      switch (random.nextInt(8)) {
        case 0 -> {
          me.enter(runtime.sites().addBlock(new Site("begin", "", null, "b" + step, "", 0)));
          depths[thread]++;
        }
        case 1 -> {
          depths[thread] = depths[thread] == 0 ? 0 : random.nextInt(depths[thread]);
          me.endTo(depths[thread]);
        }
        case 2, 3 -> view.write(element, me, 1);
        default -> view.read(element, me, 1);
      }
    }
    idle.close();
    assertThat(runtime.result().failures()).isZero();
    return runtime.result().findings().stream()
        .flatMap(finding -> finding.block().stream())
        .toList();
  }

  @Test
  void sweepOfLargeArray_isSeenByOthers() {
    byte[] large = new byte[3_000_000];
    ArrayView view = one.recent.viewOf(large);
    for (int i = 100; i < 300; i++) {
      view.write(i, one, 1);
    }
    long[] own = Objects.requireNonNull(view.ownWrites(100, 299));
    one.enter(RUNTIME.sites().addBlock(new Site("begin", "", null, "block", "", 0)));
    view.sweep(own, true, 100, 2, 100, one, 1);
    long before = RUNTIME.result().findings().size();
    other.recent.viewOf(large).write(101, other, 1); // between what was swept
    view.write(101, one, 1);
    assertThat(RUNTIME.result().findings()).hasSize((int) before);

    other.recent.viewOf(large).write(298, other, 1);
    assertThat(view.ownWrites(100, 299)).isNull();
    view.write(298, one, 1);
    assertThat(RUNTIME.result().findings()).hasSize((int) before + 1);
    one.endTo(0);
  }

  @Test
  void sweepOfPageThatWasGivenUp_makesItAgain() {
    byte[] large = new byte[3_000_000];
    ArrayView view = one.recent.viewOf(large);
    view.read(100, one, 1);
    long[] own = Objects.requireNonNull(view.ownReads(100, 100));
    one.enter(RUNTIME.sites().addBlock(new Site("begin", "", null, "block", "", 0)));
    for (int i = 1; i <= 100; i++) {
      view.read(10_000 * i, one, 1); // so many pages that those without use are given up
    }
    assertThat(view.ownReads(100, 100)).as("given up").isNull();
    view.sweep(own, false, 100, 1, 1, one, 1);
    assertThat(view.ownReads(100, 100)).isNotNull();
    one.endTo(0);
  }
}

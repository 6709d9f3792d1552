package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What loops have accessed, remembered at once or one element after the other. */
class SweptRangesTest {
  private static final int SITE = 1;
  private static final int LARGE = 3_000_000; // elements: words are in pages

  private final InlineRuntime runtime = new InlineRuntime(false);
  private final IdleThreads threads = new IdleThreads(runtime);
  private final MonitoredThread one = threads.start();
  private final MonitoredThread other = threads.start();
  private final SweptRanges ranges = new SweptRanges();
  private final long[] words = new long[200];

  SweptRangesTest() {
    Arrays.fill(words, 1);
  }

  @AfterEach
  void end() {
    threads.close();
    assertThat(runtime.result().failures()).isZero();
  }

  private int begin(MonitoredThread thread, String name) {
    return thread.enter(runtime.sites().addBlock(new Site("begin", "", null, name, "", 0)));
  }

  private boolean add(int first, int stride, int count) {
    return ranges.add(first, stride, count, ArrayView.word(one, SITE), words, one);
  }

  @Test
  void elementsOfALoop_haveItsWord_othersHaveNone() {
    begin(one, "block");
    assertThat(add(10, 3, 20)).isTrue();

    for (int element = 0; element < 200; element++) {
      boolean isSwept = element >= 10 && element <= 67 && (element - 10) % 3 == 0;
      assertThat(ranges.at(element)).isEqualTo(isSwept ? ArrayView.word(one, SITE) : 0);
    }
    assertThat(ranges.overlap(68, 199)).isFalse();
    assertThat(ranges.overlap(67, 199)).isTrue();
    assertThat(ranges.overlap(0, 9)).isFalse();
  }

  @Test
  void loopDownwards_hasTheSameElements() {
    begin(one, "block");
    assertThat(add(67, -3, 20)).isTrue();

    assertThat(ranges.at(10)).isEqualTo(ArrayView.word(one, SITE));
    assertThat(ranges.at(67)).isEqualTo(ArrayView.word(one, SITE));
    assertThat(ranges.at(68)).isZero();
  }

  @Test
  void shortLoop_isLeftToWords() {
    assertThat(add(10, 1, 3)).isFalse();
    assertThat(ranges.latest()).isZero();
  }

  @Test
  void whatALaterLoopLeavesOut_keepsItsEarlierWord() {
    begin(one, "block");
    long earlier = ArrayView.word(one, SITE);
    for (int i = 0; i < 4; i++) {
      assertThat(add(i, 1, 190)).as("place %d", i).isTrue();
    }
    begin(one, "inner");
    long later = ArrayView.word(one, SITE);
    assertThat(add(2, 1, 192)).isTrue(); // takes the place of one of them

    for (int element = 0; element < 200; element++) {
      long expected = element < 2 ? earlier : element < 194 ? later : 0;
      assertThat(Math.max(ranges.at(element), words[element] == 1 ? 0 : words[element]))
          .as("element %d", element)
          .isEqualTo(expected);
    }
  }

  @Test
  void whatOthersHaveTakenAway_staysSo() {
    begin(one, "block");
    for (int i = 0; i < 4; i++) {
      add(10 - i, 1, 100 + 2 * i);
    }
    words[7] = 0;
    words[8] |= MonitoredThread.SHARED;
    for (int i = 0; i < 8; i++) {
      begin(one, "inner");
      assertThat(add(9 + i, 1, 100)).isTrue(); // in place of one that has these
    }

    assertThat(words[7]).isZero();
    assertThat(words[8]).isNegative();
  }

  @Test
  void rangesOfOneBlock_thatHaveLittleInCommon_areNotForgotten() {
    begin(one, "block");
    for (int i = 0; i < 4; i++) {
      assertThat(add(40 * i, 1, 20)).isTrue();
    }

    assertThat(add(20, 1, 20)).as("no place").isFalse();
    assertThat(ranges.at(0)).isNotZero();
  }

  @Test
  void rangesOfALargeArray_areRememberedUnlessSomethingIsMissing() {
    begin(one, "block");
    long word = ArrayView.word(one, SITE);
    for (int i = 0; i < 4; i++) {
      assertThat(ranges.add(100 * i, 1, 50, word, null, one)).isTrue();
    }

    assertThat(ranges.add(1, 1, 50, word, null, one)).as("no word for element 0").isFalse();
    assertThat(ranges.add(0, 1, 60, word, null, one)).as("has all of one range").isTrue();
    assertThat(ranges.at(59)).isEqualTo(word);
  }

  @Test
  void rangesOfBlocksThatAreOver_makeRoom() {
    for (int i = 0; i < 10; i++) {
      int before = begin(one, "block");
      assertThat(add(20 * i, 1, 20)).isTrue();
      one.endTo(before);
    }
  }

  @Test
  void wordsTakenAwayInARangeThatWasSeen_makeTheThreadLook() {
    int[] array = new int[100];
    ArrayView view = one.recent.viewOf(array);
    for (int element = 0; element < 10; element++) {
      view.write(element, one, SITE); // so many that there are words
    }
    other.recent.viewOf(array).write(99, other, SITE); // so that the words are not own as a whole
    long[] own = Objects.requireNonNull(view.ownWrites(0, 98));
    view.sweep(own, true, 0, 1, 99, one, SITE);
    assertThat(view.ownWrites(0, 98)).isSameAs(own);

    other.recent.viewOf(array).read(50, other, SITE);

    assertThat(view.ownWrites(0, 98)).isNull();
    assertThat(view.ownWrites(51, 98)).isSameAs(own);
  }

  @ParameterizedTest
  @ValueSource(ints = {150, LARGE})
  void sweptOrNot_blamesTheSame(int length) {
    int found = 0;
    int swept = 0;
    for (long seed = 1; seed <= 60; seed++) {
      Run expected = run(seed, length, false);
      Run actual = run(seed, length, true);
      assertThat(actual.blamed).as("seed %d", seed).isEqualTo(expected.blamed);
      found += expected.blamed.size();
      swept += actual.swept;
    }
    assertThat(found).isGreaterThan(60);
    assertThat(swept).isGreaterThan(600);
  }

  private record Run(List<String> blamed, int swept) {}

  /** Two threads that use arrays in turns, mostly in loops. */
  private static Run run(long seed, int length, boolean sweeps) {
    SweptRangesTest run = new SweptRangesTest();
    Random random = new Random(seed);
    byte[][] arrays = new byte[2][length];
    MonitoredThread[] threads = {run.one, run.other};
    int[] depths = new int[2];
    int swept = 0;
    for (int step = 0; step < 150; step++) {
      int thread = random.nextInt(2);
      MonitoredThread me = threads[thread];
      ArrayView view = me.recent.viewOf(arrays[random.nextInt(2)]);
      int first = random.nextInt(4);
      int stride = 1 + random.nextInt(2) * random.nextInt(3);
      int count = random.nextInt(3) == 0 ? 1 : 16 + random.nextInt(30);
      first = random.nextInt(4) == 0 ? random.nextInt(20) : first;
      boolean isWrite = random.nextInt(3) == 0;
      switch (random.nextInt(6)) {
        case 0 -> {
          run.begin(me, "block" + step);
          depths[thread]++;
        }
        case 1 -> {
          depths[thread] = depths[thread] == 0 ? 0 : random.nextInt(depths[thread]);
          me.endTo(depths[thread]);
        }
        default -> {
          if (sweeps && stride == 1 && step % 2 == 0) {
            view.accessRange(isWrite, first, count, me, SITE);
            swept++;
            break;
          }
          int last = first + (count - 1) * stride;
          long[] own =
              !sweeps ? null : isWrite ? view.ownWrites(first, last) : view.ownReads(first, last);
          if (own != null) {
            view.sweep(own, isWrite, first, stride, count, me, SITE);
            swept++;
          }
          for (int element = first; own == null && element <= last; element += stride) {
            if (isWrite) {
              view.write(element, me, SITE);
            } else {
              view.read(element, me, SITE);
            }
          }
        }
      }
    }
    run.end();
    List<String> blamed =
        run.runtime.result().findings().stream()
            .flatMap(finding -> finding.block().stream())
            .toList();
    return new Run(blamed, swept);
  }
}

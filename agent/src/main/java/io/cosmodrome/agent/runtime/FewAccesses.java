package io.cosmodrome.agent.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The accesses of the only thread that uses an array, while they are few: most arrays live for a
 * moment and are accessed once or twice, and words are as many as elements. Side by side in an
 * array: what was accessed, and the word of the latest such access. Once the thread goes on with
 * words, what is remembered here stays: it is still true.
 *
 * <p>Who comes next makes its view known first and looks here then; the thread remembers first and
 * looks for other views then. So one of them finds the other.
 */
final class FewAccesses {
  static final long[] NONE = {};
  private static final int MOST = 4;
  private static final VarHandle KEY = MethodHandles.arrayElementVarHandle(long[].class);

  private FewAccesses() {}

  static long[] room() {
    return new long[2 * MOST];
  }

  private static long key(boolean isWrite, int element) {
    return 2L * element + (isWrite ? 2 : 1);
  }

  /** Remembers an access, if there is room for it. */
  static boolean put(long[] few, boolean isWrite, int element, long word) {
    long key = key(isWrite, element);
    for (int at = 0; at < few.length; at += 2) {
      if (few[at] == key) {
        few[at + 1] = word;
        return true;
      }
      if (few[at] == 0) {
        few[at + 1] = word;
        KEY.setRelease(few, at, key);
        VarHandle.fullFence(); // the thread is about to look for others
        return true;
      }
    }
    return false;
  }

  /** The word of an access; 0 if there is none. */
  static long word(long[] few, boolean isWrite, int element) {
    long key = key(isWrite, element);
    for (int at = 0; at < few.length; at += 2) {
      if ((long) KEY.getAcquire(few, at) == key) {
        return few[at + 1];
      }
    }
    return 0;
  }

  static boolean haveAny(long[] few, boolean areWrites) {
    for (int at = 0; at < few.length; at += 2) {
      long key = (long) KEY.getAcquire(few, at);
      if (key != 0 && (key & 1) == (areWrites ? 0 : 1)) {
        return true;
      }
    }
    return false;
  }

  /** The latest clock of an access; 0 if there is none. */
  static long latest(long[] few) {
    long latest = 0;
    for (int at = 1; at < few.length; at += 2) {
      latest = Math.max(latest, few[at] >>> Sites.BITS);
    }
    return latest;
  }
}

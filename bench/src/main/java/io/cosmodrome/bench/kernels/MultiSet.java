package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Team;

/**
 * A set with multiplicities, kept in slots that have a lock each. Size: operations per thread.
 *
 * <p>Two elements are inserted together by taking two slots first and making both valid afterwards;
 * who looks in between sees neither.
 */
public final class MultiSet {
  private static final int SLOTS = 256;

  private static final class Slot {
    private boolean taken;
    private boolean valid;
    private int element;

    synchronized boolean take(int newElement) {
      if (taken) {
        return false;
      }
      taken = true;
      element = newElement;
      return true;
    }

    synchronized void validate() {
      valid = true;
    }

    synchronized boolean holds(int wanted) {
      return valid && element == wanted;
    }

    synchronized boolean remove(int wanted) {
      if (!valid || element != wanted) {
        return false;
      }
      valid = false;
      taken = false;
      return true;
    }

    synchronized int content() {
      return valid ? element : 0;
    }
  }

  private final Slot[] slots = new Slot[SLOTS];

  private MultiSet() {
    for (int i = 0; i < SLOTS; i++) {
      slots[i] = new Slot();
    }
  }

  private Slot findSlot(int element) {
    for (int i = element; i < element + SLOTS; i++) {
      Slot slot = slots[i % SLOTS];
      if (slot.take(element)) {
        return slot;
      }
    }
    throw new IllegalStateException("no slot is left");
  }

  void insertPair(int first, int second) {
    Slot firstSlot = findSlot(first);
    Slot secondSlot = findSlot(second);
    firstSlot.validate();
    secondSlot.validate();
  }

  boolean contains(int element) {
    for (int i = element; i < element + SLOTS; i++) {
      if (slots[i % SLOTS].holds(element)) {
        return true;
      }
    }
    return false;
  }

  boolean remove(int element) {
    for (int i = element; i < element + SLOTS; i++) {
      if (slots[i % SLOTS].remove(element)) {
        return true;
      }
    }
    return false;
  }

  /** Inserts pairs of elements that are the thread's own, looks them up and removes one of each. */
  private int work(int number, int threads, int operations) {
    int found = 0;
    for (int i = 0; i < operations; i++) {
      int first = 1 + number + threads * (i % 50);
      int second = first + 50 * threads;
      insertPair(first, second);
      found += contains(first) ? 1 : 0;
      found += contains(second) ? 1 : 0;
      found += remove(first) ? 1 : 0;
      found += i >= operations - 10 || remove(second) ? 1 : 0; // the last ten stay
    }
    return found;
  }

  public static void main(String[] args) throws InterruptedException {
    int size = Team.size(args);
    int threads = Team.threads(args);
    MultiSet set = new MultiSet();
    int[] found = new int[threads];
    Team.run(threads, number -> found[number] = set.work(number, threads, size));
    long checksum = 0;
    for (Slot slot : set.slots) {
      checksum += slot.content();
    }
    long work = 0;
    for (int part : found) {
      work += part;
    }
    Team.report(checksum, work);
  }
}

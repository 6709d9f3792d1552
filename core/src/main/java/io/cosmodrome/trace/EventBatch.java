package io.cosmodrome.trace;

/**
 * A few consecutive events, as sources with many of them hand them over: a stage that takes them as
 * one call works in a short loop of its own.
 *
 * <p>Whoever fills a batch uses it again. A filter may hide events or cut the batch before it
 * passes it on; nobody keeps one.
 */
public final class EventBatch {
  /** What fits the fastest cache together with some state of a stage. */
  public static final int CAPACITY = 1024;

  private final byte[] ops = new byte[CAPACITY];
  private final int[] threads = new int[CAPACITY];
  private final int[] targets = new int[CAPACITY];
  private final int[] locations = new int[CAPACITY];
  private int size;

  public void add(int op, int thread, int target, int location) {
    int at = size;
    ops[at] = (byte) op;
    threads[at] = thread;
    targets[at] = target;
    locations[at] = location;
    size = at + 1;
  }

  /** Makes this a copy of another batch. */
  public void set(EventBatch other) {
    size = other.size;
    System.arraycopy(other.ops, 0, ops, 0, size);
    System.arraycopy(other.threads, 0, threads, 0, size);
    System.arraycopy(other.targets, 0, targets, 0, size);
    System.arraycopy(other.locations, 0, locations, 0, size);
  }

  public boolean isFull() {
    return size == CAPACITY;
  }

  public int size() {
    return size;
  }

  /** Drops the events from this index on. */
  public void cut(int newSize) {
    size = newSize;
  }

  /** Puts {@link Op#HIDDEN} in the place of an event. */
  public void hide(int i) {
    ops[i] = Op.HIDDEN;
    targets[i] = Symbols.NONE;
  }

  public int op(int i) {
    return ops[i];
  }

  public int thread(int i) {
    return threads[i];
  }

  public int target(int i) {
    return targets[i];
  }

  public int location(int i) {
    return locations[i];
  }
}

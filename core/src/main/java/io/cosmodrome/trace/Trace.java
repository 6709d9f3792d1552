package io.cosmodrome.trace;

import java.util.Arrays;

/**
 * A trace in memory: what the oracle, the generator and tests work on.
 *
 * <p>A sink and a source at once. Limited to what one array can hold; long traces stay in files.
 */
public final class Trace implements EventSink, TraceSource {
  private static final int WIDTH = 4;

  private final Symbols symbols;
  private int[] data = new int[64 * WIDTH];
  private int size;

  public Trace() {
    this(new Symbols());
  }

  /** An empty trace whose ids are those of {@code symbols}. */
  public Trace(Symbols symbols) {
    this.symbols = symbols;
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    int at = size * WIDTH;
    if (at == data.length) {
      data = Arrays.copyOf(data, Math.multiplyExact(2, at));
    }
    data[at] = op;
    data[at + 1] = thread;
    data[at + 2] = target;
    data[at + 3] = location;
    size++;
  }

  @Override
  public Symbols symbols() {
    return symbols;
  }

  @Override
  public void replay(EventSink sink) {
    EventBatch batch = new EventBatch();
    for (int i = 0; i < size && !sink.isDone(); ) {
      int end = Math.min(size, i + EventBatch.CAPACITY);
      for (; i < end; i++) {
        batch.add(op(i), thread(i), target(i), location(i));
      }
      sink.events(batch);
      batch.cut(0);
    }
    sink.finish();
  }

  public int size() {
    return size;
  }

  /** Forgets all events, but not the names. */
  public void clear() {
    size = 0;
  }

  public int op(int event) {
    return data[event * WIDTH];
  }

  public int thread(int event) {
    return data[event * WIDTH + 1];
  }

  public int target(int event) {
    return data[event * WIDTH + 2];
  }

  public int location(int event) {
    return data[event * WIDTH + 3];
  }

  /** One event in the words of the {@code std} format, without its location: {@code T0|w(x)}. */
  public String describe(int event) {
    String thread = symbols.threads().name(thread(event));
    int target = target(event);
    String name = op(event) == Op.HIDDEN ? "hidden" : Op.NAMES.get(op(event));
    return target == Symbols.NONE
        ? thread + "|" + name
        : thread + "|" + name + "(" + symbols.targets(op(event)).name(target) + ")";
  }

  /** All events, one a line, as a person or the {@code std} reader would read them. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < size; i++) {
      text.append(describe(i)).append('\n');
    }
    return text.toString();
  }
}

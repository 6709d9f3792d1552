package io.cosmodrome.agent.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What threads have done with an object that others synchronize with: by set, the latest of each
 * thread. Unlike {@link ReadCells} it takes memory only for threads that are in it.
 *
 * <p>Changed under the runtime's lock, but for one thing: a {@link Reader} that counts (its epoch
 * is not 0) belongs to its thread, which may refresh it without the lock. Tables are replaced,
 * never moved within, so a thread that looks without the lock finds its reader or nothing.
 */
final class Readers {
  private static final int KEPT = 8; // readers that stay for reuse when a write ends their time

  private @Nullable Reader[][] byVariable = new Reader[1][];

  /** The latest read of one thread. */
  static final class Reader {
    private static final VarHandle EPOCH;

    static {
      try {
        EPOCH = MethodHandles.lookup().findVarHandle(Reader.class, "epoch", long.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    final int slot;
    long epoch; // 0 if there was none since the last write
    int site;
    long taken; // the epoch from which an edge was taken last
    int taker; // the slot of the thread that did
    int message = -1; // in a trace, if it is no read but something that lets others go on

    Reader(int slot) {
      this.slot = slot;
    }

    /** Lets an epoch count no more, unless its thread has set another one meanwhile. */
    void drop(long old) {
      EPOCH.compareAndSet(this, old, 0);
    }
  }

  /** The thread's reader of a variable if it counts, or null. */
  @Nullable Reader find(int variable, int slot) {
    @Nullable Reader[][] all = byVariable;
    @Nullable Reader[] table = variable < all.length ? all[variable] : null;
    if (table == null) {
      return null;
    }
    Reader reader = table[position(table, slot)];
    return reader != null && reader.epoch != 0 ? reader : null;
  }

  /** The thread's reader of a variable, counting or not. */
  Reader get(int variable, int slot) {
    if (variable >= byVariable.length) {
      byVariable = Arrays.copyOf(byVariable, Math.max(variable + 1, 2 * byVariable.length));
    }
    @Nullable Reader[] table = byVariable[variable];
    if (table == null) {
      table = new Reader[4];
      byVariable[variable] = table;
    }
    int position = position(table, slot);
    Reader reader = table[position];
    if (reader == null) {
      reader = new Reader(slot);
      byVariable[variable] = with(table, reader);
    }
    return reader;
  }

  /** All readers of a variable, with gaps. */
  @Nullable Reader[] all(int variable) {
    @Nullable Reader[] table = variable < byVariable.length ? byVariable[variable] : null;
    return table == null ? new Reader[0] : table;
  }

  /** A write ends the time of a variable's readers. */
  void clear(int variable) {
    @Nullable Reader[] table = all(variable);
    if (table.length > KEPT) {
      byVariable[variable] = null;
      return;
    }
    for (Reader reader : table) {
      if (reader != null) {
        reader.epoch = 0;
      }
    }
  }

  /** Gives up the readers that do not count, if they are many. */
  void compact(int variable) {
    @Nullable Reader[] table = all(variable);
    int counting = 0;
    for (Reader reader : table) {
      counting += reader != null && reader.epoch != 0 ? 1 : 0;
    }
    if (table.length > KEPT && counting < table.length / 8) {
      @Nullable Reader[] smaller = new Reader[KEPT];
      for (Reader reader : table) {
        if (reader != null && reader.epoch != 0) {
          smaller = with(smaller, reader);
        }
      }
      byVariable[variable] = smaller;
    }
  }

  /** A table that is never more than half full, with one reader more. */
  private static @Nullable Reader[] with(@Nullable Reader[] table, Reader added) {
    int size = 1;
    for (Reader reader : table) {
      size += reader == null ? 0 : 1;
    }
    @Nullable Reader[] result =
        new Reader[2 * size > table.length ? 2 * table.length : table.length];
    for (Reader reader : table) {
      if (reader != null) {
        result[position(result, reader.slot)] = reader;
      }
    }
    result[position(result, added.slot)] = added;
    return result;
  }

  private static int position(@Nullable Reader[] table, int slot) {
    int mask = table.length - 1;
    int position = slot & mask;
    for (Reader reader; (reader = table[position]) != null && reader.slot != slot; ) {
      position = (position + 1) & mask;
    }
    return position;
  }
}

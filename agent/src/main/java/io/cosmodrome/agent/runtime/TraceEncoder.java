package io.cosmodrome.agent.runtime;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.SymbolTable;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the entries of {@link EventBuffer}s, in the order of the trace, into its events.
 *
 * <p>Keeps the trace well-formed even if an event was lost to a stack overflow in the program: a
 * block says how many were open before it, so ends that are missing are made up for, and events of
 * a lock that do not fit are left out and counted. Used by the recorder's thread alone.
 */
final class TraceEncoder {
  private static final int UNKNOWN = -2;
  private static final int LONGEST_NAME = 1000;
  private static final String REAPER = "(ended)"; // a thread's name

  private final Sites sites;
  private final TraceOutput output;
  private final Symbols symbols; // the output's
  private final List<String> threadNames = new ArrayList<>(); // by number, until there is an id
  private final Map<String, Integer> copies = new HashMap<>(); // of names that several want
  private int[] threadIds = new int[16]; // by number: the id in the trace plus one, or 0
  private boolean[] joined = new boolean[16]; // by id in the trace
  private int reaper = Symbols.NONE; // who joins those that nobody does
  private int[] depths = new int[16]; // by id in the trace: open blocks
  private int[] holders = new int[16]; // by lock: id of the thread plus one, or 0
  private int[] locations = new int[0]; // by site: the id, or UNKNOWN
  private int[] labels = new int[0];
  private long events;
  private long leftOut;

  TraceEncoder(TraceOutput output, Sites sites) {
    this.sites = sites;
    this.output = output;
    this.symbols = output.symbols();
  }

  /** Takes names over; those of all ids in the entries that follow must be known. */
  void addNames(RecordedNames.Pending names, List<String> threads) {
    names.addTo(symbols.variables(), symbols.locks());
    threadNames.addAll(threads);
  }

  /** The id in the trace of a thread, given by its number. */
  int threadId(int number) {
    if (number >= threadIds.length) {
      threadIds = Arrays.copyOf(threadIds, Math.max(number + 1, 2 * threadIds.length));
    }
    if (threadIds[number] == 0) {
      threadIds[number] = newThread(threadNames.set(number, "")) + 1;
    }
    return threadIds[number] - 1;
  }

  private int newThread(String name) {
    String text = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
    int id = symbols.threads().count();
    String unique = text;
    while (symbols.threads().intern(unique) < id) {
      unique = text + "#" + copies.merge(text, 2, (latest, first) -> latest + 1);
    }
    if (id == depths.length) {
      depths = Arrays.copyOf(depths, 2 * id);
      joined = Arrays.copyOf(joined, 2 * id);
    }
    return id;
  }

  /**
   * A thread is over and all of it was told. If nobody has joined it, somebody does who does
   * nothing else: so whoever reads the trace can forget the thread, and no order changes by that.
   */
  void over(int number) {
    boolean isTold = number < threadIds.length && threadIds[number] != 0;
    int thread = isTold ? threadId(number) : Symbols.NONE;
    if (isTold && !joined[thread]) {
      if (reaper == Symbols.NONE) {
        reaper = newThread(REAPER);
      }
      write(Op.JOIN, reaper, thread, Symbols.NONE);
      joined[thread] = true;
    }
  }

  /** The next events of the trace, all of one thread, up to a clock; its index, or the end. */
  int events(int thread, long[] entries, int from, int to) {
    for (int i = from; i < to; i++) {
      long entry = entries[i];
      int op = EventBuffer.op(entry);
      int site = EventBuffer.site(entry);
      int target = EventBuffer.target(entry);
      if (op <= Op.VOLATILE_WRITE) {
        write(op, thread, target, location(site));
      } else if (op == EventBuffer.CLOCK) {
        return i;
      } else {
        event(op, thread, site, target);
      }
    }
    return to;
  }

  private void event(int op, int thread, int site, int target) {
    switch (op) {
      case Op.ACQUIRE -> acquire(thread, site, target);
      case Op.RELEASE -> release(thread, site, target);
      case Op.BEGIN -> {
        endTo(thread, target);
        depths[thread]++;
        write(op, thread, label(site), location(site));
      }
      case Op.END -> endTo(thread, target);
      case Op.FORK -> write(op, thread, threadId(target), location(site));
      case Op.JOIN -> {
        int child = threadId(target);
        joined[child] = true;
        write(op, thread, child, location(site));
      }
      default -> write(op, thread, target, location(site));
    }
  }

  private void write(int op, int thread, int target, int location) {
    events++;
    output.event(op, thread, target, location);
  }

  private void acquire(int thread, int site, int lock) {
    if (lock >= holders.length) {
      holders = Arrays.copyOf(holders, Math.max(lock + 1, 2 * holders.length));
    }
    if (holders[lock] != 0) {
      leftOut++;
      return;
    }
    holders[lock] = thread + 1;
    write(Op.ACQUIRE, thread, lock, location(site));
  }

  private void release(int thread, int site, int lock) {
    if (lock >= holders.length || holders[lock] != thread + 1) {
      leftOut++;
      return;
    }
    holders[lock] = 0;
    write(Op.RELEASE, thread, lock, location(site));
  }

  private void endTo(int thread, int depth) {
    for (; depths[thread] > depth; depths[thread]--) {
      write(Op.END, thread, Symbols.NONE, Symbols.NONE);
    }
  }

  private int location(int site) {
    if (site >= locations.length || locations[site] == UNKNOWN) {
      learn(site);
    }
    return locations[site];
  }

  private int label(int site) {
    if (site >= labels.length || labels[site] == UNKNOWN) {
      learn(site);
    }
    return labels[site];
  }

  private void learn(int site) {
    int known = locations.length;
    if (site >= known) {
      locations = Arrays.copyOf(locations, Math.max(site + 1, 2 * known));
      labels = Arrays.copyOf(labels, locations.length);
      Arrays.fill(locations, known, locations.length, UNKNOWN);
      Arrays.fill(labels, known, labels.length, UNKNOWN);
    }
    Site place = sites.get(site);
    locations[site] = id(symbols.locations(), place.location().orElse(""));
    if (place.op().equals("begin")) {
      labels[site] = id(symbols.labels(), place.method());
    }
  }

  private static int id(SymbolTable table, String name) {
    return name.isEmpty() ? Symbols.NONE : table.intern(name);
  }

  /** Puts everything so far where it survives the program. */
  void flush() throws IOException {
    output.flush();
  }

  /** Passes on what there is; throws what went wrong with it. */
  void endCut() throws IOException {
    output.passedOn();
  }

  /**
   * Ends the trace.
   *
   * @param whole whether all that happened is in it
   */
  void close(boolean whole) throws IOException {
    output.close(whole);
  }

  long events() {
    return events;
  }

  int threads() {
    return symbols.threads().count();
  }

  long leftOut() {
    return leftOut;
  }
}

package io.cosmodrome.check;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * For each variable the last read of each thread since the last write, as steps of the graph.
 *
 * <p>A read whose node is gone makes room for the next one, so nearly all variables have one reader
 * and live in flat arrays.
 */
final class VelodromeReads {
  private final VelodromeGraph graph;
  private int[] readers = new int[64]; // by variable
  private long[] reads = new long[64]; // by variable
  private @Nullable More[] others =
      new More[64]; // by variable: readers beyond the first one, or null

  private static final class More {
    private int count;
    private int[] readers = new int[2];
    private long[] reads = new long[2];
  }

  VelodromeReads(VelodromeGraph graph) {
    this.graph = graph;
  }

  /** Upper bound for the index of a reader of this variable. */
  int count(int variable) {
    if (variable >= reads.length || reads[variable] == VelodromeGraph.NO_STEP) {
      return 0;
    }
    More more = others[variable];
    return more == null ? 1 : 1 + more.count;
  }

  int reader(int variable, int index) {
    More more = others[variable];
    return index == 0 || more == null ? readers[variable] : more.readers[index - 1];
  }

  long read(int variable, int index) {
    More more = others[variable];
    return index == 0 || more == null ? reads[variable] : more.reads[index - 1];
  }

  /** Forgets the reads of a variable that is being written. */
  void clear(int variable) {
    if (variable < reads.length) {
      reads[variable] = VelodromeGraph.NO_STEP;
      More more = others[variable];
      if (more != null) {
        more.count = 0;
      }
    }
  }

  void add(int variable, int thread, long step) {
    if (step == VelodromeGraph.NO_STEP) {
      return; // nothing alive comes before it, so the thread's earlier reads are gone, too
    }
    if (variable >= reads.length) {
      int length = Math.max(variable + 1, 2 * reads.length);
      readers = Arrays.copyOf(readers, length);
      reads = Arrays.copyOf(reads, length);
      others = Arrays.copyOf(others, length);
    }
    if (readers[variable] == thread || !graph.isAlive(reads[variable])) {
      readers[variable] = thread;
      reads[variable] = step;
    } else {
      addOther(variable, thread, step);
    }
  }

  private void addOther(int variable, int thread, long step) {
    More more = others[variable];
    if (more == null) {
      more = new More();
      others[variable] = more;
    }
    int index = 0;
    while (index < more.count
        && more.readers[index] != thread
        && graph.isAlive(more.reads[index])) {
      index++;
    }
    if (index == more.count) {
      if (index == more.reads.length) {
        more.readers = Arrays.copyOf(more.readers, 2 * index);
        more.reads = Arrays.copyOf(more.reads, 2 * index);
      }
      more.count++;
    }
    more.readers[index] = thread;
    more.reads[index] = step;
  }
}

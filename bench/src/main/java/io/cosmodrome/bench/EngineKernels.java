package io.cosmodrome.bench;

import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.trace.EventBatch;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one event of a pattern costs an engine, without decoding and filters.
 *
 * <pre>
 * java -jar bench/target/benchmarks.jar EngineKernels
 * </pre>
 *
 * <p>A pattern repeats in a batch that an engine gets again and again, so branches are foreseen and
 * caches are warm: these are lower bounds.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class EngineKernels {
  private static final int THREADS = 4;

  /** What the events of a batch do. */
  public enum Pattern {
    /** One thread reads and writes its own variables in one block. */
    OWN_ACCESSES {
      @Override
      void add(EventBatch batch, int round) {
        put(batch, round % 2 == 0 ? Op.READ : Op.WRITE, 0, round % 64);
      }
    },
    /** Threads in turn read variables that were written long ago. */
    SHARED_READS {
      @Override
      void add(EventBatch batch, int round) {
        put(batch, Op.READ, round / 8 % THREADS, round % 64);
      }
    },
    /** Threads in turn run blocks on their own variables. */
    BLOCKS {
      @Override
      void add(EventBatch batch, int round) {
        int thread = round % THREADS;
        put(batch, Op.BEGIN, thread, 0);
        put(batch, Op.WRITE, thread, thread);
        put(batch, Op.END, thread, Symbols.NONE);
      }
    },
    /** Threads in turn take a lock and change what it guards, in a block. */
    LOCK_HANDOVER {
      @Override
      void add(EventBatch batch, int round) {
        int thread = round % THREADS;
        put(batch, Op.BEGIN, thread, 0);
        put(batch, Op.ACQUIRE, thread, 0);
        put(batch, Op.READ, thread, 0);
        put(batch, Op.WRITE, thread, 0);
        put(batch, Op.RELEASE, thread, 0);
        put(batch, Op.END, thread, Symbols.NONE);
      }
    };

    abstract void add(EventBatch batch, int round);
  }

  private static final int EVENTS = 960; // a multiple of all patterns, and fits a batch

  @Param({"frontier", "aerodrome", "regiontrack", "velodrome"})
  public String engine = "";

  @Param public Pattern pattern = Pattern.OWN_ACCESSES;

  private final EventBatch batch = new EventBatch();
  private Checker checker = Checkers.named("frontier").create(CheckOptions.DEFAULT);

  private static void put(EventBatch batch, int op, int thread, int target) {
    batch.add(op, thread, target, Symbols.NONE);
  }

  /** Fills the batch and shows the engine a thread that wrote everything before. */
  @Setup(Level.Trial)
  public void fill() {
    checker = Checkers.named(engine).create(CheckOptions.DEFAULT);
    for (int variable = 0; variable < 64; variable++) {
      checker.event(Op.WRITE, 0, variable, Symbols.NONE);
    }
    for (int round = 0; batch.size() < EVENTS; round++) {
      pattern.add(batch, round);
    }
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public boolean event() {
    checker.events(batch);
    return checker.isDone();
  }
}

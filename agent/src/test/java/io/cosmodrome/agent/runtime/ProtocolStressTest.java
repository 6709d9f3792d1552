package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.agent.instrument.Instrumenter;
import io.cosmodrome.agent.instrument.Instrumenters;
import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.report.Finding;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.spec.MalformedSpecificationException;
import io.cosmodrome.stress.SharedVariables;
import io.cosmodrome.stress.Variables;
import io.cosmodrome.trace.Op;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads that run at the same time, without races but not atomically, are checked while they run;
 * what happened is also written down, in the order in which it happened, and checked afterwards.
 * Both must blame the same blocks: whatever the threads' fast and slow paths do to each other, no
 * edge is lost and none invented.
 *
 * <p>Some variables have a lock each. The others are read by all threads at once, and written by
 * one thread while barriers, which the checker does not see, keep the rest away.
 */
final class ProtocolStressTest {
  private static final int LOCKS = 3;
  private static final int LOCKED = 5; // variables with a lock: number i has lock i % LOCKS
  private static final int ROUNDS = 150;

  private static final InlineRuntime RUNTIME = new InlineRuntime(false);
  private static final Class<?> VARIABLES = instrumented();

  /** What a thread may do with the variables that have no lock. */
  private enum Free {
    READ,
    WRITE,
    LEAVE
  }

  private record Event(int ticket, int op, int thread, int target) {}

  /** Instrumented accesses without any blocks: those are the test's. */
  private static Class<?> instrumented() {
    RUNTIME.install();
    String name = SharedVariables.class.getName();
    ClassLoader loader =
        new ClassLoader(ProtocolStressTest.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String wanted, boolean resolve)
              throws ClassNotFoundException {
            if (!wanted.equals(name) || findLoadedClass(name) != null) {
              return super.loadClass(wanted, resolve);
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
              byte[] bytes =
                  Objects.requireNonNull(
                      instrumenter()
                          .transform(this, name.replace('.', '/'), null, null, in.readAllBytes()));
              return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
              throw new ClassNotFoundException(name, e);
            }
          }
        };
    try {
      return loader.loadClass(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Instrumenter instrumenter() {
    try {
      return Instrumenters.of(AtomicitySpec.parse("not-atomic **", true), RUNTIME.sites());
    } catch (MalformedSpecificationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What all threads of a run share. */
  private static final class World {
    final Variables variables;
    final Object[] locks = {new Object(), new Object(), new Object()};
    final AtomicInteger tickets = new AtomicInteger();
    final AtomicInteger labels = new AtomicInteger();
    final CyclicBarrier barrier;

    World(int threads) throws ReflectiveOperationException {
      variables = (Variables) VARIABLES.getConstructor().newInstance();
      barrier = new CyclicBarrier(threads);
    }
  }

  private static final class Worker implements Callable<List<Event>> {
    private final World world;
    private final int number;
    private final int threads;
    private final Random random;
    private final List<Event> events = new ArrayList<>();

    Worker(World world, int number, int threads, long seed) {
      this.world = world;
      this.number = number;
      this.threads = threads;
      this.random = new Random(seed + number);
    }

    @Override
    public List<Event> call() throws Exception {
      for (int round = 0; round < ROUNDS; round++) {
        boolean isBlock = random.nextInt(3) > 0;
        int before = isBlock ? begin() : 0;
        act(Free.READ);
        world.barrier.await();
        act(round % threads == number ? Free.WRITE : Free.LEAVE);
        world.barrier.await();
        act(Free.READ);
        world.barrier.await();
        if (isBlock) {
          end(before);
        }
      }
      return events;
    }

    private MonitoredThread me() {
      return Hooks.me();
    }

    private void note(int op, int target) {
      events.add(new Event(world.tickets.getAndIncrement(), op, number, target));
    }

    private int begin() {
      int label = world.labels.getAndIncrement();
      Site site = new Site("begin", "", null, name(label), "", 0);
      note(Op.BEGIN, label);
      return me().enter(RUNTIME.sites().addBlock(site));
    }

    private void end(int before) {
      me().endTo(before);
      note(Op.END, 0);
    }

    private void act(Free free) {
      for (int i = random.nextInt(6); i >= 0; i--) {
        boolean isBlock = random.nextInt(3) == 0;
        int before = isBlock ? begin() : 0;
        if (random.nextBoolean()) {
          underLock(random.nextInt(LOCKS));
        } else {
          free(free);
        }
        if (isBlock) {
          end(before);
        }
      }
    }

    private void underLock(int lock) {
      synchronized (world.locks[lock]) {
        me().acquire(world.locks[lock], 0);
        note(Op.ACQUIRE, lock);
        for (int i = random.nextInt(3); i >= 0; i--) {
          int variable = lock + LOCKS * random.nextInt((LOCKED - lock + LOCKS - 1) / LOCKS);
          access(variable, random.nextBoolean());
        }
        note(Op.RELEASE, lock);
        me().release(world.locks[lock], 0);
      }
    }

    private void free(Free how) {
      if (how != Free.LEAVE) {
        int variable = LOCKED + random.nextInt(Variables.COUNT - LOCKED);
        access(variable, how == Free.WRITE && random.nextBoolean());
      }
    }

    private void access(int variable, boolean isWrite) {
      if (isWrite) {
        note(Op.WRITE, variable);
        world.variables.set(variable, number);
      } else {
        note(Op.READ, variable);
        world.variables.get(variable);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void liveAndLater_blameTheSameBlocks(int threads) throws Exception {
    for (long seed = 1; seed <= 5; seed++) {
      RUNTIME.forgetResults();
      World world = new World(threads);
      List<Event> events = run(world, threads, seed);

      Set<String> expected = blamedLater(events);
      assertThat(blamedLive()).as("seed %d, %d threads", seed, threads).isEqualTo(expected);
      assertThat(expected).hasSizeGreaterThan(20);
      assertThat(RUNTIME.result().failures()).isZero();
    }
  }

  private static List<Event> run(World world, int threads, long seed) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<List<Event>>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        results.add(pool.submit(new Worker(world, i, threads, 100 * seed)));
      }
      List<Event> events = new ArrayList<>();
      for (Future<List<Event>> result : results) {
        events.addAll(result.get());
      }
      events.sort(Comparator.comparingInt(Event::ticket));
      return events;
    } finally {
      pool.shutdown();
    }
  }

  private static String name(int label) {
    return "stress.Block" + label + ".run()";
  }

  private static Set<String> blamedLater(List<Event> events) {
    Checker checker = Checkers.DEFAULT.create(CheckOptions.DEFAULT.withLimit(Integer.MAX_VALUE));
    events.forEach(event -> checker.event(event.op, event.thread, event.target, -1));
    checker.finish();
    Set<String> labels = new TreeSet<>();
    checker.result().violations().forEach(v -> labels.add(name(v.label())));
    return labels;
  }

  private static Set<String> blamedLive() {
    Set<String> labels = new TreeSet<>();
    for (Finding finding : RUNTIME.result().findings()) {
      if (finding.rule().equals(Finding.VIOLATED)) {
        finding.block().ifPresent(labels::add);
        labels.addAll(finding.around());
      }
    }
    return labels;
  }
}

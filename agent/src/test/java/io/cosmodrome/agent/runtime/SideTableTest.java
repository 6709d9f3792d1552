package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Accesses of two threads that are each in a block, so that what they did matters. */
final class SideTableTest {
  private static final int FIELD = 7;
  private static final InlineRuntime RUNTIME = new InlineRuntime(false);

  private final ExecutorService one = inBlock();
  private final ExecutorService other = inBlock();

  private static ExecutorService inBlock() {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    run(thread, me -> me.enter(0));
    return thread;
  }

  private static void run(ExecutorService thread, Consumer<MonitoredThread> action) {
    ask(
        thread,
        me -> {
          action.accept(me);
          return 0;
        });
  }

  private static long ask(ExecutorService thread, ToLongFunction<MonitoredThread> question) {
    try {
      return thread.submit(() -> question.applyAsLong(me())).get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static MonitoredThread me() {
    return RUNTIME.threads.find(Thread.currentThread());
  }

  /** Lets a thread write, and returns how many accesses of others that has met. */
  private static long write(ExecutorService thread, Object object) {
    return ask(
        thread,
        me -> {
          long before = me.conflicts;
          SideTable.writes(object, me, FIELD, 0);
          return me.conflicts - before;
        });
  }

  @AfterEach
  void endThreads() {
    for (ExecutorService thread : List.of(one, other)) {
      run(thread, me -> me.endTo(0));
      thread.shutdown();
    }
  }

  @Test
  void variable_isRememberedOnceASecondThreadHasCome() {
    Object object = new Object();

    assertThat(write(one, object)).isZero();
    assertThat(write(one, object)).isZero();
    assertThat(write(other, object)).as("what came before is forgotten").isZero();
    assertThat(write(one, object)).isEqualTo(1);
    assertThat(write(other, object)).isEqualTo(1);
  }

  @Test
  void variable_thatIsShared_staysSoAmongManyThatAreNot() {
    Object object = new Object();
    write(one, object);
    write(other, object);
    List<Object> others = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) { // more than there are claims
      others.add(new Object());
    }

    run(one, me -> others.forEach(own -> SideTable.writes(own, me, FIELD, 0)));

    assertThat(write(one, object)).isEqualTo(1);
    assertThat(write(other, object)).isEqualTo(1);
  }

  @Test
  void variables_ofOneObject_areApart() {
    Object object = new Object();
    write(one, object);

    long met =
        ask(
            other,
            me -> {
              long before = me.conflicts;
              SideTable.writes(object, me, FIELD + 1, 0);
              SideTable.writes(object, me, FIELD + 1, 0);
              return me.conflicts - before;
            });

    assertThat(met).isZero();
    assertThat(write(one, object)).as("nobody else has come to it").isZero();
  }
}

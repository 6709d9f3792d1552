package io.cosmodrome.agent.runtime;

import java.util.concurrent.CountDownLatch;

/** Threads that live and do nothing: words of one that is over can be taken away. */
final class IdleThreads implements AutoCloseable {
  private final InlineRuntime runtime;
  private final CountDownLatch end = new CountDownLatch(1);

  IdleThreads(InlineRuntime runtime) {
    this.runtime = runtime;
  }

  MonitoredThread start() {
    Thread thread = new Thread(this::awaitEnd);
    thread.start();
    return runtime.threads.find(thread);
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end.countDown();
  }
}

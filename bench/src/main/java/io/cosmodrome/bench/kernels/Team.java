package io.cosmodrome.bench.kernels;

import org.jspecify.annotations.Nullable;

/** The threads of a kernel, its arguments and its result. */
final class Team {
  /** What one of the threads does; they are numbered from 0. */
  interface Member {
    void work(int number) throws InterruptedException;
  }

  private Team() {}

  /** Runs the threads and waits for them all. */
  static void run(int threads, Member member) throws InterruptedException {
    @Nullable Throwable[] thrown = new @Nullable Throwable[threads];
    Thread[] team = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int number = i;
      team[i] = new Thread(() -> thrown[number] = outcome(member, number), "worker-" + number);
      team[i].start();
    }
    for (Thread thread : team) {
      thread.join();
    }
    for (Throwable failure : thrown) {
      if (failure != null) {
        throw new IllegalStateException(failure);
      }
    }
  }

  private static @Nullable Throwable outcome(Member member, int number) {
    try {
      member.work(number);
      return null;
    } catch (InterruptedException | RuntimeException e) {
      return e;
    }
  }

  static int size(String[] args) {
    return Integer.parseInt(args[0]);
  }

  static int threads(String[] args) {
    return Integer.parseInt(args[1]);
  }

  /**
   * First element of the part of {@code total} that a thread works on; the next one's is the end.
   */
  static int share(int total, int threads, int number) {
    return (int) ((long) total * number / threads);
  }

  static void report(long checksum, long work) {
    System.out.println("checksum " + Long.toHexString(checksum) + " work " + work);
  }
}

package io.cosmodrome.bench;

import org.jspecify.annotations.Nullable;

/** The threads of a kernel or workload, its arguments and its result. */
public final class Team {
  /** What one of the threads does; they are numbered from 0. */
  public interface Member {
    void work(int number) throws Exception;
  }

  private Team() {}

  /** Runs the threads and waits for them all. */
  public static void run(int threads, Member member) throws InterruptedException {
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
    } catch (Exception | Error e) {
      return e;
    }
  }

  public static int size(String[] args) {
    return Integer.parseInt(args[0]);
  }

  public static int threads(String[] args) {
    return Integer.parseInt(args[1]);
  }

  /**
   * First element of the part of {@code total} that a thread works on; the next one's is the end.
   */
  public static int share(int total, int threads, int number) {
    return (int) ((long) total * number / threads);
  }

  public static void report(long checksum, long work) {
    System.out.println("checksum " + Long.toHexString(checksum) + " work " + work);
  }
}

package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows the links of made-up pages, as hedc does with real ones. Size: pages.
 *
 * <p>Tasks come from a common queue that threads wait at, results go into a common index; whether a
 * page is new is asked under another lock.
 */
public final class Crawler {
  private static final int LINKS = 6;
  private static final int WORDS = 200;

  private static final class Task {
    private final int page;
    private int words;
    private boolean done;

    Task(int page) {
      this.page = page;
    }

    /** Reads the page: the words are numbers that its own number stands for. */
    long read() {
      Numbers text = new Numbers(page);
      long sum = 0;
      for (int i = 0; i < WORDS; i++) {
        sum += text.below(1000);
        words++;
      }
      done = true;
      return sum;
    }

    int link(int number, int pages) {
      // the first link leads on to the next page, so that every page is found
      return number == 0
          ? (page + 1) % pages
          : new Numbers(page ^ (long) number << 32).below(pages);
    }

    boolean isDone() {
      return done;
    }
  }

  private static final class Queue {
    private final Deque<Task> tasks = new ArrayDeque<>();
    private int unfinished;

    synchronized void add(Task task) {
      tasks.add(task);
      unfinished++;
      notify();
    }

    /** The next task; null once all are finished. */
    synchronized @Nullable Task take() throws InterruptedException {
      while (tasks.isEmpty() && unfinished > 0) {
        wait();
      }
      return tasks.poll();
    }

    synchronized void finished() {
      unfinished--;
      if (unfinished == 0) {
        notifyAll();
      }
    }
  }

  private static final class Index {
    private final Set<Integer> known = new HashSet<>();
    private long checksum;
    private long words;

    synchronized boolean isNew(int page) {
      return known.add(page);
    }

    synchronized void enter(Task task, long sum) {
      if (task.isDone()) {
        checksum += sum;
        words += task.words;
      }
    }
  }

  private final int pages;
  private final Queue queue = new Queue();
  private final Index index = new Index();

  private Crawler(int pages) {
    this.pages = pages;
    follow(0);
  }

  void follow(int page) {
    if (index.isNew(page)) {
      queue.add(new Task(page));
    }
  }

  void crawl(Task task) {
    long sum = task.read();
    for (int number = 0; number < LINKS; number++) {
      follow(task.link(number, pages));
    }
    index.enter(task, sum);
  }

  private void work() throws InterruptedException {
    for (Task task = queue.take(); task != null; task = queue.take()) {
      crawl(task);
      queue.finished();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Crawler crawler = new Crawler(Team.size(args));
    Team.run(Team.threads(args), number -> crawler.work());
    Team.report(crawler.index.checksum, crawler.index.words);
  }
}

/*
 * E12: a pipeline of executors. Clean.
 *
 * Each letter goes through three stages, each stage with its own pool. A letter's fields have no
 * lock: it is handed on by a future, so that one thread has it at a time. The ledger of the last
 * stage is shared and synchronized.
 *
 * Output:
 *   20 letters, 200 words, postage 1190
 *
 * Cosmodrome:
 *   cosmodrome: OK: no violation observed
 */
package io.cosmodrome.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public final class E12_ExecutorPipeline {
  private E12_ExecutorPipeline() {}

  static final class Letter {
    private final int number;
    private int words;
    private int postage;

    Letter(int number) {
      this.number = number;
    }

    Letter write() {
      for (int word = 0; word < 10; word++) {
        words++;
      }
      return this;
    }

    Letter stamp() {
      postage = 50 + words * number / 10;
      return this;
    }
  }

  static final class Ledger {
    private int letters;
    private int words;
    private int postage;

    synchronized int post(Letter letter) {
      letters++;
      words += letter.words;
      postage += letter.postage;
      return letters;
    }

    synchronized String summary() {
      return letters + " letters, " + words + " words, postage " + postage;
    }
  }

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    ExecutorService writers = Executors.newFixedThreadPool(2);
    ExecutorService clerks = Executors.newFixedThreadPool(2);
    ExecutorService carriers = Executors.newFixedThreadPool(2);
    Ledger ledger = new Ledger();
    List<Future<?>> posted = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Letter letter = new Letter(i);
      Future<Letter> written = writers.submit(letter::write);
      Future<Letter> stamped = clerks.submit(() -> written.get().stamp());
      posted.add(carriers.submit(() -> ledger.post(stamped.get())));
    }
    for (Future<?> future : posted) {
      future.get();
    }
    writers.shutdown();
    clerks.shutdown();
    carriers.shutdown();
    System.out.println(ledger.summary());
  }
}

/*
 * E17: a producer and a consumer with wait and notify. Clean.
 *
 * The producer fills parcels, the consumer opens them; a mailbox with room for one parcel hands them
 * over. A method that waits gives up its lock on the way, so the mailbox's methods are not meant to
 * be atomic. Filling and opening are, and nobody comes between: each parcel is with one thread at a
 * time.
 *
 * Output:
 *   100 parcels, weight 5050
 *
 * Cosmodrome:
 *   cosmodrome: OK: no violation observed
 */
package io.cosmodrome.examples;

import org.jspecify.annotations.Nullable;

public final class E17_ProducerConsumer {
  private E17_ProducerConsumer() {}

  static final class Parcel {
    private int weight;
    private boolean closed;

    void fill(int newWeight) {
      weight = newWeight;
      closed = true;
    }

    int open() {
      closed = false;
      return weight;
    }

    boolean isClosed() {
      return closed;
    }
  }

  static final class Mailbox {
    private @Nullable Parcel parcel;

    synchronized void put(Parcel newParcel) throws InterruptedException {
      while (parcel != null) {
        wait();
      }
      parcel = newParcel;
      notifyAll();
    }

    synchronized Parcel take() throws InterruptedException {
      while (parcel == null) {
        wait();
      }
      Parcel taken = parcel;
      parcel = null;
      notifyAll();
      return taken;
    }
  }

  static final class Producer implements Runnable {
    private final Mailbox mailbox;

    Producer(Mailbox mailbox) {
      this.mailbox = mailbox;
    }

    @Override
    public void run() {
      try {
        for (int weight = 1; weight <= 100; weight++) {
          Parcel parcel = new Parcel();
          parcel.fill(weight);
          mailbox.put(parcel);
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static final class Consumer implements Runnable {
    private final Mailbox mailbox;
    private int parcels;
    private int weight;

    Consumer(Mailbox mailbox) {
      this.mailbox = mailbox;
    }

    @Override
    public void run() {
      try {
        while (parcels < 100) {
          Parcel parcel = mailbox.take();
          parcels += parcel.isClosed() ? 1 : 0;
          weight += parcel.open();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    String summary() {
      return parcels + " parcels, weight " + weight;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Mailbox mailbox = new Mailbox();
    Consumer consumer = new Consumer(mailbox);
    Thread a = new Thread(new Producer(mailbox), "producer");
    Thread b = new Thread(consumer, "consumer");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(consumer.summary());
  }
}

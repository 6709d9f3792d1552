package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import io.cosmodrome.trace.Op;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a thread of the program adds to the trace, if its run is recorded: each event after its
 * place in the order was found, before it happens.
 *
 * <p>Adding may wait for the recorder, so the runtime's lock must not be held. Used by the thread
 * alone.
 *
 * <p>An order that is neither of accesses nor of a lock is told by a message: a variable that is
 * written once, by the event that others come after, and read by those; nothing else follows from
 * it.
 */
final class ThreadTrace {
  private final MonitoredThread thread;
  private final Recorder recorder;
  private final EventBuffer events;
  private boolean isLater = true; // than something that other threads have added
  private long blocks;
  private int[] messagesInHand = new int[8];
  private int messages;

  ThreadTrace(MonitoredThread thread, Recorder recorder, EventBuffer events) {
    this.thread = thread;
    this.recorder = recorder;
    this.events = events;
  }

  void add(int op, int site, int target) {
    if (isLater) {
      isLater = false;
      events.addClock(Epoch.clock(thread.epoch()));
    }
    events.add(op, site, target);
  }

  /** What is added from now on comes after an event of another thread; the lock may be held. */
  void follows() {
    isLater = true;
  }

  /** Makes sure that an event can be added without waiting. */
  void reserve() {
    events.reserve();
  }

  // ---- blocks ----

  /** How many were begun. */
  long blocks() {
    return blocks;
  }

  void begin(int block, int openBefore) {
    blocks++;
    add(Op.BEGIN, block, openBefore);
  }

  void endTo(int openBlocks) {
    add(Op.END, 0, openBlocks);
  }

  // ---- locks ----

  void acquire(LockState lock, Object object, int site) {
    if (lock.id < 0) {
      lock.id = recorder.newLock(object);
    }
    add(Op.ACQUIRE, site, lock.id);
  }

  void release(LockState lock, int site) {
    if (lock.id >= 0) {
      add(Op.RELEASE, site, lock.id);
    }
  }

  /** The thread has a lock for itself that is not a monitor. */
  void acquireAlone(SyncState lock, int site) {
    if (lock.holder == null && lock.get() instanceof ReentrantLock) {
      if (lock.lock < 0) {
        lock.lock = recorder.newLock(lock);
      }
      lock.holder = thread;
      add(Op.ACQUIRE, site, lock.lock);
    }
  }

  void releaseAlone(SyncState lock, int site) {
    if (lock.holder == thread) {
      lock.holder = null;
      add(Op.RELEASE, site, lock.lock);
    } else {
      lock.message = send(lock, site);
    }
  }

  // ---- messages ----

  /** Something happens which others may come after; the message that says so, or -1. */
  int send(SyncState state, int site) {
    int message = recorder.newMessage(state);
    if (message >= 0) {
      add(Op.WRITE, site, message);
    }
    return message;
  }

  /** The event in hand comes after a message of another thread; the runtime's lock may be held. */
  void comesAfter(int message) {
    if (messages == messagesInHand.length) {
      messagesInHand = Arrays.copyOf(messagesInHand, 2 * messages);
    }
    messagesInHand[messages++] = message;
  }

  /** Reads the messages that the event in hand comes after. */
  void receive(int site) {
    for (int i = 0; i < messages; i++) {
      add(Op.READ, site, messagesInHand[i]);
    }
    messages = 0;
  }

  // ---- names, under the runtime's lock ----

  /** Ids for the fields of an object, as {@link ObjectNumbers} keeps them. */
  long newObject(Object object, int fields) {
    return recorder.names.newObject(object, fields);
  }

  /** Ids for the static fields of a class; the first one plus one. */
  int newStatics(int fields) {
    return recorder.names.newStatics(fields) + 1;
  }
}

package io.cosmodrome.agent.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** What is known of one object of the program, without keeping that object alive. */
abstract class IdentityEntry extends WeakReference<Object> {
  final int hash;
  @Nullable IdentityEntry next; // in its bucket

  IdentityEntry(@Nullable Object object, @Nullable ReferenceQueue<Object> queue) {
    super(object, queue);
    this.hash = System.identityHashCode(object);
  }

  /** Gives up memory; the object is gone, but a thread's cache may hold this entry for long. */
  void forget() {}
}

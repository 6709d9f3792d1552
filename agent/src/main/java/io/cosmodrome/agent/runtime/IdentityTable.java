package io.cosmodrome.agent.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Entries for objects, by identity; an entry goes when its object does, if it is not removed
 * before.
 *
 * <p>Striped by hash, each stripe a chained hash table that is changed under its own monitor. It is
 * searched without: an entry that is found is the right one, whatever is done to the chain at the
 * same time. Only if none is found, the search is done again under the monitor.
 */
final class IdentityTable<E extends IdentityEntry> {
  private static final int STRIPES = 16;
  private static final VarHandle BUCKET =
      MethodHandles.arrayElementVarHandle(IdentityEntry[].class);

  private final BiFunction<Object, ReferenceQueue<Object>, E> maker;
  private final Stripe<E>[] stripes;

  @SuppressWarnings({"unchecked", "rawtypes"}) // arrays know no type parameters
  IdentityTable(BiFunction<Object, ReferenceQueue<Object>, E> maker) {
    this.maker = maker;
    this.stripes = new Stripe[STRIPES];
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe<>();
    }
  }

  /** The entry of an object, made if there is none. */
  E get(Object object) {
    int hash = System.identityHashCode(object);
    Stripe<E> stripe = stripes[hash & (STRIPES - 1)];
    E entry = stripe.find(object, hash);
    return entry != null ? entry : stripe.get(object, hash, maker);
  }

  /** The entry of an object if there is one. */
  @Nullable E find(Object object) {
    int hash = System.identityHashCode(object);
    Stripe<E> stripe = stripes[hash & (STRIPES - 1)];
    E entry = stripe.find(object, hash);
    if (entry != null) {
      return entry;
    }
    synchronized (stripe) {
      return stripe.find(object, hash);
    }
  }

  /** Removes an entry, if it is still there. */
  void remove(E entry) {
    Stripe<E> stripe = stripes[entry.hash & (STRIPES - 1)];
    synchronized (stripe) {
      stripe.remove(entry);
    }
  }

  private static final class Stripe<E extends IdentityEntry> {
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private volatile @Nullable IdentityEntry[] buckets = new IdentityEntry[16];
    private int size;

    synchronized E get(
        Object object, int hash, BiFunction<Object, ReferenceQueue<Object>, E> maker) {
      E entry = find(object, hash);
      if (entry == null) {
        removeGone();
        entry = maker.apply(object, gone);
        if (++size > buckets.length) {
          buckets = grown(buckets);
        }
        insert(buckets, entry);
      }
      return entry;
    }

    @SuppressWarnings("unchecked") // only get puts entries in
    @Nullable E find(Object object, int hash) {
      @Nullable IdentityEntry[] table = buckets;
      IdentityEntry entry = (IdentityEntry) BUCKET.getAcquire(table, bucket(table, hash));
      while (entry != null && !(entry.hash == hash && entry.refersTo(object))) {
        entry = entry.next;
      }
      return (E) entry;
    }

    private static int bucket(@Nullable IdentityEntry[] table, int hash) {
      return (hash / STRIPES) & (table.length - 1);
    }

    /** Who finds the entry finds it whole. */
    private static void insert(@Nullable IdentityEntry[] table, IdentityEntry entry) {
      int bucket = bucket(table, entry.hash);
      entry.next = table[bucket];
      BUCKET.setRelease(table, bucket, entry);
    }

    private static @Nullable IdentityEntry[] grown(@Nullable IdentityEntry[] table) {
      @Nullable IdentityEntry[] result = new IdentityEntry[2 * table.length];
      for (IdentityEntry chain : table) {
        IdentityEntry entry = chain;
        while (entry != null) {
          IdentityEntry next = entry.next;
          insert(result, entry);
          entry = next;
        }
      }
      return result;
    }

    private void removeGone() {
      for (Reference<?> reference; (reference = gone.poll()) != null; ) {
        IdentityEntry entry = (IdentityEntry) reference;
        remove(entry);
        entry.forget();
      }
    }

    private void remove(IdentityEntry gone) {
      @Nullable IdentityEntry[] buckets = this.buckets;
      int bucket = bucket(buckets, gone.hash);
      IdentityEntry previous = null;
      for (IdentityEntry entry = buckets[bucket]; entry != null; entry = entry.next) {
        if (entry == gone) {
          if (previous == null) {
            buckets[bucket] = entry.next;
          } else {
            previous.next = entry.next;
          }
          entry.next = null; // an entry that is old and gone would keep younger ones alive
          size--;
          return;
        }
        previous = entry;
      }
    }
  }
}

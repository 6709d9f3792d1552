package io.cosmodrome.agent.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Entries for objects, by identity; an entry goes when its object does.
 *
 * <p>Striped by hash, each stripe a chained hash table under its own monitor. Threads keep small
 * caches in front of it, so it need not be fast.
 */
final class IdentityTable<E extends IdentityEntry> {
  private static final int STRIPES = 16;

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
    return stripes[hash & (STRIPES - 1)].get(object, hash, maker);
  }

  /** The entry of an object if there is one. */
  @Nullable E find(Object object) {
    int hash = System.identityHashCode(object);
    Stripe<E> stripe = stripes[hash & (STRIPES - 1)];
    synchronized (stripe) {
      return stripe.find(object, hash);
    }
  }

  private static final class Stripe<E extends IdentityEntry> {
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private @Nullable IdentityEntry[] buckets = new IdentityEntry[16];
    private int size;

    synchronized E get(
        Object object, int hash, BiFunction<Object, ReferenceQueue<Object>, E> maker) {
      E entry = find(object, hash);
      if (entry == null) {
        removeGone();
        entry = maker.apply(object, gone);
        if (++size > buckets.length) {
          grow();
        }
        int bucket = bucket(hash);
        entry.next = buckets[bucket];
        buckets[bucket] = entry;
      }
      return entry;
    }

    @SuppressWarnings("unchecked") // only get puts entries in
    @Nullable E find(Object object, int hash) {
      for (IdentityEntry entry = buckets[bucket(hash)]; entry != null; entry = entry.next) {
        if (entry.hash == hash && entry.refersTo(object)) {
          return (E) entry;
        }
      }
      return null;
    }

    private int bucket(int hash) {
      return (hash / STRIPES) & (buckets.length - 1);
    }

    private void grow() {
      @Nullable IdentityEntry[] old = buckets;
      buckets = new IdentityEntry[2 * old.length];
      for (IdentityEntry chain : old) {
        IdentityEntry entry = chain;
        while (entry != null) {
          IdentityEntry next = entry.next;
          int bucket = bucket(entry.hash);
          entry.next = buckets[bucket];
          buckets[bucket] = entry;
          entry = next;
        }
      }
    }

    private void removeGone() {
      for (Reference<?> reference; (reference = gone.poll()) != null; ) {
        IdentityEntry entry = (IdentityEntry) reference;
        remove(entry);
        entry.forget();
      }
    }

    private void remove(IdentityEntry gone) {
      int bucket = bucket(gone.hash);
      IdentityEntry previous = null;
      for (IdentityEntry entry = buckets[bucket]; entry != null; entry = entry.next) {
        if (entry == gone) {
          if (previous == null) {
            buckets[bucket] = entry.next;
          } else {
            previous.next = entry.next;
          }
          size--;
          return;
        }
        previous = entry;
      }
    }
  }
}

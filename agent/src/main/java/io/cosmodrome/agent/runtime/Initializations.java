package io.cosmodrome.agent.runtime;

import java.util.Map;
import java.util.TreeMap;

/**
 * The initializations of classes that are over, as ranges of epochs. Guarded by the runtime's lock.
 *
 * <p>Whoever needs a class comes after its initialization, whichever thread did it, and finds what
 * it would have made itself. So what is accessed there is nothing that could come between the steps
 * of others: it counts as done before all else. Missed are conflicts with an initializer that works
 * on what is not its own.
 */
final class Initializations {
  private final TreeMap<Long, Long> lastByFirst = new TreeMap<>();

  void add(long first, long last) {
    lastByFirst.subMap(first, last + 1).clear(); // those that were part of this one
    lastByFirst.put(first, last);
  }

  boolean include(long epoch) {
    Map.Entry<Long, Long> before = lastByFirst.floorEntry(epoch);
    return before != null && epoch <= before.getValue();
  }
}

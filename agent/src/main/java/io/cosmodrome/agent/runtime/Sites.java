package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All places of instrumented code, by number; instrumented code carries the numbers. */
public final class Sites {
  /** Numbers have so many bits; places beyond that are number 0, which is nowhere. */
  static final int BITS = Long.SIZE - Epoch.CLOCK_BITS;

  private final List<Site> sites = new ArrayList<>();
  private final Map<String, Map<Integer, Integer>> others = new HashMap<>(); // by op and site

  /** The number of a place, new each time. */
  public synchronized int add(Site site) {
    if (sites.size() == 1 << BITS) {
      return 0;
    }
    sites.add(site);
    return sites.size() - 1;
  }

  synchronized Site get(int site) {
    return sites.get(site);
  }

  /** The number of a place at which something else happens than what it was added for. */
  synchronized int as(String op, int site) {
    Map<Integer, Integer> known = others.computeIfAbsent(op, o -> new HashMap<>());
    Integer number = known.get(site);
    if (number == null) {
      Site at = sites.get(site);
      number = add(new Site(op, at.name(), at.owner(), at.method(), at.file(), at.line()));
      known.put(site, number);
    }
    return number;
  }
}

package io.cosmodrome.agent.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All places of instrumented code, by number; instrumented code carries the numbers. */
public final class Sites {
  private final List<Site> sites = new ArrayList<>();
  private final Map<String, Map<Integer, Integer>> others = new HashMap<>(); // by op and site

  /** The number of a place, new each time. */
  public synchronized int add(Site site) {
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

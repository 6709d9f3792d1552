package io.cosmodrome.agent.runtime;

import java.util.ArrayList;
import java.util.List;

/** All places of instrumented code, by number; instrumented code carries the numbers. */
public final class Sites {
  private final List<Site> sites = new ArrayList<>();

  /** The number of a place, new each time. */
  public synchronized int add(Site site) {
    sites.add(site);
    return sites.size() - 1;
  }

  synchronized Site get(int site) {
    return sites.get(site);
  }
}

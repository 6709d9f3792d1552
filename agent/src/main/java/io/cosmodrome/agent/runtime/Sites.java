package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import java.util.ArrayList;
import java.util.List;

/** All places of instrumented code, by number; instrumented code carries the numbers. */
public final class Sites {
  /** Numbers have so many bits; places beyond that are number 0, which is nowhere. */
  static final int BITS = Long.SIZE - Epoch.CLOCK_BITS;

  private final List<Site> sites = new ArrayList<>();

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
}

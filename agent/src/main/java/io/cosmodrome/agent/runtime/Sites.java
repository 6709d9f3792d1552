package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** All places of instrumented code, by number; instrumented code carries the numbers. */
public final class Sites {
  /** Numbers have so many bits; places beyond that are number 0, which is nowhere. */
  public static final int BITS = Long.SIZE - Epoch.CLOCK_BITS;

  private final List<Site> sites = new ArrayList<>();
  private volatile int[] blocks = new int[64]; // sites, by number of block; 0 is nowhere
  private int blockCount = 1;
  private final IntConsumer newBlock;
  private final Map<String, Map<Integer, Integer>> others = new HashMap<>(); // by op and site
  private volatile int[] reads = {}; // by site, where comparisons failed; or 0

  /**
   * @param newBlock is told the numbers of blocks before anybody uses them
   */
  Sites(IntConsumer newBlock) {
    this.newBlock = newBlock;
  }

  /** The number of a place, new each time. */
  public synchronized int add(Site site) {
    if (sites.size() == 1 << BITS) {
      return 0;
    }
    sites.add(site);
    return sites.size() - 1;
  }

  /** The number of a place where one thing happens and then another: that has {@link #next}. */
  public synchronized int add(Site first, String then) {
    if (sites.size() + 1 >= 1 << BITS) {
      return 0;
    }
    int number = add(first);
    add(first.as(then));
    return number;
  }

  /** What happens next at a place where two things happen. */
  static int next(int site) {
    return site == 0 ? 0 : site + 1;
  }

  /**
   * The number of a block that begins at a place. Blocks are numbered apart, so that tables by
   * block stay small.
   */
  public synchronized int addBlock(Site site) {
    int number = add(site);
    if (number == 0) {
      return 0;
    }
    int[] known = blocks;
    if (blockCount == known.length) {
      known = Arrays.copyOf(known, 2 * blockCount);
    }
    known[blockCount] = number;
    blocks = known;
    newBlock.accept(blockCount);
    return blockCount++;
  }

  /** The place where a block begins. */
  int siteOf(int block) {
    return blocks[block];
  }

  Site ofBlock(int block) {
    return get(siteOf(block));
  }

  synchronized Site get(int site) {
    return sites.get(site);
  }

  /** The number of a place, new each time, at which a field is accessed that only now is known. */
  synchronized int naming(String field, @Nullable String owner, int site) {
    Site at = sites.get(site);
    return add(new Site(at.op(), field, owner, at.method(), at.file(), at.line()));
  }

  /** The number of a place that was added for a write, where only a read happened. */
  int asRead(int site) {
    int[] known = reads;
    int number = site < known.length ? known[site] : 0;
    return number != 0 ? number : asReadSlow(site);
  }

  private synchronized int asReadSlow(int site) {
    int number = as("r", site);
    int[] known = reads;
    if (site >= known.length) {
      known = Arrays.copyOf(known, 2 * site + 1);
    }
    known[site] = number;
    reads = known;
    return number;
  }

  /** The number of a place at which something else happens than what it was added for. */
  synchronized int as(String op, int site) {
    Map<Integer, Integer> known = others.computeIfAbsent(op, o -> new HashMap<>());
    Integer number = known.get(site);
    if (number == null) {
      number = add(sites.get(site).as(op));
      known.put(site, number);
    }
    return number;
  }
}

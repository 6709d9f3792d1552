package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.FrontierThread.Hop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the algorithm reports, put into words and grouped: by block and by the places of the
 * witness. Names are looked up for the first report of a group only. Guarded by the runtime's lock.
 */
final class Findings {
  static final String VIOLATED = "ATOM001";
  static final String CYCLE = "ATOM003";

  private final Sites sites;
  private final ObjectNames names;
  private final Map<List<Integer>, Group> groups = new LinkedHashMap<>();
  private @Nullable Group innermost; // of the event in hand
  private long event = -1;
  private int lowestBlock;

  private static final class Group {
    final String rule;
    final Site block;
    final String thread;
    final List<String> around = new ArrayList<>();
    List<Finding.Step> steps;
    long count;

    Group(String rule, Site block, String thread, List<Finding.Step> steps) {
      this.rule = rule;
      this.block = block;
      this.thread = thread;
      this.steps = steps;
    }

    Finding finding() {
      return new Finding(rule, block.method(), block.location(), around, thread, steps, count);
    }
  }

  Findings(Sites sites, ObjectNames names) {
    this.sites = sites;
    this.names = names;
  }

  /** A block of the event {@code ref} is violated; blocks of one event come innermost first. */
  void violated(
      String thread, int label, int block, long ref, List<Hop> path, LongFunction<String> threads) {
    Group inside = ref == event && block < lowestBlock ? innermost : null;
    event = ref;
    lowestBlock = block;
    if (inside != null) {
      String name = sites.get(label).method();
      if (!inside.around.contains(name)) {
        inside.around.add(name);
      }
      return;
    }
    innermost = add(VIOLATED, thread, label, path, threads);
  }

  void cycle(String thread, int label, long ref, List<Hop> path, LongFunction<String> threads) {
    boolean explained = innermost != null && ref == event;
    innermost = null;
    if (!explained) {
      add(CYCLE, thread, label, path, threads);
    }
  }

  private Group add(
      String rule, String thread, int label, List<Hop> path, LongFunction<String> threads) {
    List<Integer> key = new ArrayList<>();
    key.add(rule.equals(CYCLE) ? -label : label);
    for (Hop hop : path) {
      key.add((int) hop.sourceRef());
      key.add((int) hop.destinationRef());
    }
    Group group =
        groups.computeIfAbsent(
            key, k -> new Group(rule, sites.get(label), thread, steps(path, thread, threads)));
    group.count++;
    return group;
  }

  /** Each hop's source and destination; a hop ends in the thread where the next one starts. */
  private List<Finding.Step> steps(List<Hop> path, String last, LongFunction<String> threads) {
    List<Finding.Step> steps = new ArrayList<>();
    for (int i = 0; i < path.size(); i++) {
      Hop hop = path.get(i);
      steps.add(step(threads.apply(hop.source()), hop.sourceRef()));
      String destination = i + 1 < path.size() ? threads.apply(path.get(i + 1).source()) : last;
      steps.add(step(destination, hop.destinationRef()));
    }
    return steps;
  }

  private Finding.Step step(String thread, long ref) {
    Site site = sites.get((int) ref);
    String object = names.name((int) (ref >>> 32));
    String owner = site.owner() != null ? site.owner() : object;
    String what = site.name().isEmpty() ? owner : owner + "." + site.name();
    return new Finding.Step(thread, site.op(), what, site.method(), site.location());
  }

  void clear() {
    groups.clear();
    innermost = null;
    event = -1;
  }

  List<Finding> list() {
    List<Finding> list = new ArrayList<>();
    groups.values().forEach(group -> list.add(group.finding()));
    return list;
  }
}

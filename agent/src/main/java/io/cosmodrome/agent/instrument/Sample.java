package io.cosmodrome.agent.instrument;

import io.cosmodrome.report.Limit;
import io.cosmodrome.report.Text;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which variables are watched: a share of the fields of classes, and of the kinds of arrays that
 * the classes of a source file use. The choice depends on the seed and names alone, so it is the
 * same in every run with that seed, and is made when a class is loaded: what is left out has no
 * instrumentation and no shadow.
 *
 * <p>Nothing but accesses is left out. What is left of a run is a part of its events in the same
 * order, so every conflict in it is one of the run.
 */
public final class Sample {
  /** All variables. */
  public static final Sample ALL = new Sample(1, 0);

  private static final String ARRAYS = "[]";

  private final double share;
  private final long seed;
  private final Set<String> watched = ConcurrentHashMap.newKeySet();
  private final Set<String> leftOut = ConcurrentHashMap.newKeySet();

  /**
   * @param share of the variables, more than 0 and at most 1
   */
  public Sample(double share, long seed) {
    this.share = share;
    this.seed = seed;
  }

  /** Whether a field is watched, by the class that declares it. */
  boolean watches(String owner, String field) {
    return chosen(owner + '.' + field);
  }

  /** Whether accesses to arrays with such instructions are, by the class that has them. */
  boolean watchesArrays(String owner, int opcode) {
    int nested = owner.indexOf('$', 1);
    return chosen((nested < 0 ? owner : owner.substring(0, nested)) + ARRAYS + kind(opcode));
  }

  /** The same for loads and stores of the same type. */
  private static int kind(int opcode) {
    return ArrayAccesses.isStore(opcode) ? opcode - ArrayAccesses.STORE_AFTER_LOAD : opcode;
  }

  private boolean chosen(String variable) {
    if (share >= 1 || variable.startsWith(ClassFilter.CONTROL)) {
      return true; // a control that is left out by chance would say nothing
    }
    boolean isChosen = (mixed(variable) >>> 11) * 0x1p-53 < share;
    (isChosen ? watched : leftOut).add(variable);
    return isChosen;
  }

  /** A number that looks random; every letter and the seed reach all bits. */
  private long mixed(String variable) {
    long hash = seed;
    for (int i = 0; i < variable.length(); i++) {
      hash = 31 * hash + variable.charAt(i);
    }
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }

  public boolean isAll() {
    return share >= 1;
  }

  /** Whether there was something to watch, and all of it was left out. */
  public boolean isNothing() {
    return watched.isEmpty() && !leftOut.isEmpty();
  }

  /** What was left out. */
  public Limit limit() {
    long fields = watched.stream().filter(variable -> !variable.contains(ARRAYS)).count();
    long allFields = fields + leftOut.stream().filter(name -> !name.contains(ARRAYS)).count();
    long arrays = watched.size() - fields;
    long allArrays = arrays + leftOut.size() - (allFields - fields);
    return new Limit(
        "sampled",
        Text.number(fields)
            + " of "
            + Text.count(allFields, "field")
            + " and "
            + Text.number(arrays)
            + " of "
            + Text.count(allArrays, "kind")
            + " of arrays were watched; seed="
            + seed
            + " chooses the same again");
  }
}

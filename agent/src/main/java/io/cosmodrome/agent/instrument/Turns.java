package io.cosmodrome.agent.instrument;

import static java.util.Objects.requireNonNull;

import io.cosmodrome.agent.runtime.Costs;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets classes be watched for a while. A group is a class with those nested in it.
 *
 * <p>Classes are loaded as they are. Before the first turn, those with calls that are always heard
 * ({@link Part#KEPT}) get hooks for these; the few that need a member for them have them from the
 * start. For a turn methods get hooks, and no class gets a member: those of a loaded class cannot
 * change. So what is remembered of their variables is in a table. A method that runs when its class
 * changes goes on as it is until it returns, so blocks and monitors always begin and end in pairs.
 *
 * <p>Costs the bytes of each class that had a turn in memory, so that its next one need not make
 * them again, with new sites; and the JIT its work on a class that changes.
 */
public final class Turns extends ClassChange {
  private static final int BATCH = 40; // classes that change at a time; the program stands still

  private final Instrumentation instrumentation;
  private final Costs costs;
  private final Coverage coverage;
  private final boolean startsWatched;
  private final Map<ClassLoader, Map<String, Group>> byLoader =
      Collections.synchronizedMap(new WeakHashMap<>());
  private int size;
  private volatile boolean hasBegun;
  private volatile boolean mustBegin;
  private @Nullable Instrumenter instrumenter; // set before the program starts

  /** Classes that are watched together. */
  public static final class Group {
    private final int number;
    private final String name; // internal
    private final String shown;
    private final Map<String, Member> classes = new ConcurrentHashMap<>();
    private final Set<String> touched = ConcurrentHashMap.newKeySet(); // groups, by internal name
    private volatile boolean isWatched;

    Group(int number, String name, boolean isWatched) {
      this.number = number;
      this.name = name;
      this.shown = name.replace('/', '.');
      this.isWatched = isWatched;
    }

    /** Its place in {@link Costs}. */
    public int number() {
      return number;
    }

    public boolean isWatched() {
      return isWatched;
    }

    /**
     * Whether one of the two accesses fields of the other: then they should be watched together.
     */
    public boolean isTiedTo(Group other) {
      return touched.contains(other.name) || other.touched.contains(name);
    }

    /** Whether it changes when turns begin: it has calls that are heard even without one. */
    public boolean keepsCalls() {
      return classes.values().stream().anyMatch(member -> member.keepsCalls);
    }

    @Override
    public String toString() {
      return shown;
    }
  }

  /** A class of a group. */
  private static final class Member {
    private final boolean keepsCalls; // that get their hooks when turns begin
    private volatile @Nullable Made keeping;
    private volatile @Nullable Made watched;

    Member(boolean keepsCalls) {
      this.keepsCalls = keepsCalls;
    }
  }

  /** What a class was made into, null for nothing, and a hash of what it was made from. */
  private static final class Made {
    private final int from;
    private final byte @Nullable [] bytes;

    Made(int from, byte @Nullable [] bytes) {
      this.from = from;
      this.bytes = bytes;
    }
  }

  /**
   * @param startsWatched whether a new group is watched at first
   */
  public Turns(
      Instrumentation instrumentation, Costs costs, Coverage coverage, boolean startsWatched) {
    super(coverage);
    this.startsWatched = startsWatched;
    this.instrumentation = instrumentation;
    this.costs = costs;
    this.coverage = coverage;
  }

  /** Who gives classes their hooks. */
  public void use(Instrumenter instrumenter) {
    this.instrumenter = instrumenter;
  }

  private static String groupName(String type) {
    int nested = type.indexOf('$', 1);
    return nested < 0 ? type : type.substring(0, nested);
  }

  /** A class is about to be loaded that may have turns. */
  void add(ClassLoader loader, String type, byte[] bytes, KeptCalls kept) {
    String name = groupName(type);
    Set<String> touched = Constants.fieldOwners(bytes);
    if (kept == KeptCalls.AT_ONCE) {
      mustBegin = true;
    }
    synchronized (byLoader) {
      Map<String, Group> groups = byLoader.computeIfAbsent(loader, l -> new ConcurrentHashMap<>());
      Group group = groups.get(name);
      if (group == null) {
        group = new Group(size++, name, startsWatched);
        costs.include(group.number);
        groups.put(name, group);
      }
      group.classes.putIfAbsent(type, new Member(kept == KeptCalls.LATER));
      for (String owner : touched) {
        group.touched.add(groupName(owner));
      }
    }
  }

  /** Whether a class has hooks already, so that it must begin, whoever has a turn. */
  public boolean mustBegin() {
    return mustBegin;
  }

  /** Gives classes what they have even without a turn, and the first of them theirs. */
  public void begin(Collection<Group> first) {
    hasBegun = true;
    watch(first, true);
  }

  /** All groups so far. */
  public List<Group> groups() {
    List<Group> all = new ArrayList<>();
    synchronized (byLoader) {
      byLoader.values().forEach(groups -> all.addAll(groups.values()));
    }
    return all;
  }

  /** Watches groups from now on, or leaves them alone. */
  public void watch(Collection<Group> groups, boolean isWatched) {
    Set<Group> changing = Set.copyOf(groups);
    changing.forEach(group -> group.isWatched = isWatched);
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      Group group = find(type.getClassLoader(), type.getName().replace('.', '/'));
      if (group != null && (changing.contains(group) || isLate(group, type))) {
        classes.add(type);
      }
    }
    for (int start = 0; start < classes.size(); start += BATCH) {
      change(classes.subList(start, Math.min(start + BATCH, classes.size())));
    }
  }

  /** Whether calls of a class should be heard by now, but are not: it was just being loaded. */
  private boolean isLate(Group group, Class<?> type) {
    Member member = group.classes.get(type.getName().replace('.', '/'));
    return hasBegun && member != null && member.keepsCalls && member.keeping == null;
  }

  private void change(List<Class<?>> classes) {
    try {
      instrumentation.retransformClasses(classes.toArray(Class<?>[]::new));
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      coverage.skipped(classes.get(0).getName(), "cannot be changed while it runs: " + e);
    }
  }

  private @Nullable Group find(@Nullable ClassLoader loader, String type) {
    Map<String, Group> groups = loader == null ? null : byLoader.get(loader);
    Group group = groups == null ? null : groups.get(groupName(type));
    return group != null && group.classes.containsKey(type) ? group : null;
  }

  @Override
  protected byte @Nullable [] change(
      ClassLoader loader, String name, boolean isLoaded, byte[] bytes) {
    Group group = find(loader, name);
    Member member = group == null ? null : group.classes.get(name);
    if (group == null || member == null || instrumenter == null) {
      return null;
    }
    byte[] kept = hasBegun && member.keepsCalls ? keeping(member, loader, name, bytes) : null;
    return group.isWatched
        ? watched(group, member, loader, name, kept == null ? bytes : kept)
        : kept;
  }

  private byte @Nullable [] keeping(Member member, ClassLoader loader, String name, byte[] bytes) {
    int from = Arrays.hashCode(bytes); // another agent may have changed it since
    Made made = member.keeping;
    if (made == null || made.from != from) {
      made = new Made(from, requireNonNull(instrumenter).keeping(loader, name, bytes));
      member.keeping = made;
    }
    return made.bytes;
  }

  private byte @Nullable [] watched(
      Group group, Member member, ClassLoader loader, String name, byte[] bytes) {
    int from = Arrays.hashCode(bytes);
    Made made = member.watched;
    if (made == null || made.from != from) {
      Instrumenter maker = requireNonNull(instrumenter);
      made = new Made(from, maker.forTurn(loader, name, bytes, group.number, made == null));
      member.watched = made;
    }
    return made.bytes;
  }
}

package io.cosmodrome.agent.instrument;

import io.cosmodrome.agent.runtime.Costs;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets classes run without their instrumentation for a while: their methods become what they were,
 * but what was added to the class stays, since members of a loaded class cannot change. A group is
 * a class with those nested in it; a new one is not watched at first.
 *
 * <p>What {@link Instrumenter} made of a class is input here, whenever the class is transformed
 * again: the JVM keeps it. A method that runs when its class changes goes on as it is until it
 * returns, so blocks and monitors always begin and end in pairs. Some methods stay instrumented:
 * those with events that take an order away instead of adding one, or that keep the program from
 * seeing what was added; see {@link Effect#mayBeLeftOut}.
 *
 * <p>Costs the bytes of each class in memory, and the JIT its work on a class that changes.
 */
public final class Thinning implements ClassFileTransformer {
  private static final int BATCH = 40; // classes that change at a time; the program stands still

  private final Instrumentation instrumentation;
  private final Costs costs;
  private final Coverage coverage;
  private final Map<ClassLoader, Map<String, Group>> byLoader =
      Collections.synchronizedMap(new WeakHashMap<>());
  private int size;

  /** Classes that are watched together. */
  public static final class Group {
    private final int number;
    private final String name;
    private final Map<String, Plain> classes = new ConcurrentHashMap<>();
    private volatile boolean isWatched;

    Group(int number, String name) {
      this.number = number;
      this.name = name;
    }

    /** Its place in {@link Costs}. */
    public int number() {
      return number;
    }

    public boolean isWatched() {
      return isWatched;
    }

    public int size() {
      return classes.size();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** A class without instrumentation. */
  private static final class Plain {
    final byte[] bytes;
    final int instrumented; // hash of the class with it
    final Set<String> needed; // methods that keep theirs all the same, by name and descriptor

    Plain(byte[] bytes, int instrumented, Set<String> needed) {
      this.bytes = bytes;
      this.instrumented = instrumented;
      this.needed = needed;
    }
  }

  public Thinning(Instrumentation instrumentation, Costs costs, Coverage coverage) {
    this.instrumentation = instrumentation;
    this.costs = costs;
    this.coverage = coverage;
  }

  /** The group of a class that is about to be instrumented. */
  Group group(ClassLoader loader, String type) {
    int nested = type.indexOf('$', 1);
    String name = nested < 0 ? type : type.substring(0, nested);
    synchronized (byLoader) {
      Map<String, Group> groups = byLoader.computeIfAbsent(loader, l -> new ConcurrentHashMap<>());
      Group group = groups.get(name);
      if (group == null) {
        group = new Group(size++, name.replace('/', '.'));
        costs.include(group.number);
        groups.put(name, group);
      }
      return group;
    }
  }

  /** A class was instrumented. */
  void instrumented(
      Group group, String type, byte[] before, byte[] instrumented, Set<String> needed) {
    Plain plain = new Plain(before, Arrays.hashCode(instrumented), Set.copyOf(needed));
    group.classes.put(type, plain);
  }

  /** All groups so far. */
  public List<Group> groups() {
    List<Group> all = new ArrayList<>();
    synchronized (byLoader) {
      byLoader.values().forEach(groups -> all.addAll(groups.values()));
    }
    return all;
  }

  /** Watches groups from now on, or leaves them alone; how many classes had to change. */
  public int watch(Collection<Group> groups, boolean isWatched) {
    Set<Group> changing = Set.copyOf(groups);
    changing.forEach(group -> group.isWatched = isWatched);
    List<Class<?>> classes = new ArrayList<>();
    if (!changing.isEmpty()) {
      for (Class<?> type : instrumentation.getAllLoadedClasses()) {
        Group group = find(type.getClassLoader(), type.getName().replace('.', '/'));
        if (group != null && changing.contains(group)) {
          classes.add(type);
        }
      }
    }
    for (int start = 0; start < classes.size(); start += BATCH) {
      change(classes.subList(start, Math.min(start + BATCH, classes.size())));
    }
    return classes.size();
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
    if (groups == null) {
      return null;
    }
    int nested = type.indexOf('$', 1);
    Group group = groups.get(nested < 0 ? type : type.substring(0, nested));
    return group != null && group.classes.containsKey(type) ? group : null;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    Group group = name == null ? null : find(loader, name);
    if (group == null || name == null || group.isWatched) {
      return null;
    }
    try {
      Plain plain = group.classes.get(name);
      // another agent that has changed it since must not lose its work: it stays watched
      return plain == null || Arrays.hashCode(bytes) != plain.instrumented
          ? null
          : thinned(bytes, plain);
    } catch (RuntimeException e) {
      coverage.skipped(name.replace('/', '.'), e.toString());
      return null;
    }
  }

  /** The members of the instrumented class, with the methods of the plain one. */
  private static byte[] thinned(byte[] instrumented, Plain plain) {
    ClassReader original = new ClassReader(plain.bytes);
    Set<String> replaced = new HashSet<>();
    original.accept(
        new Methods(
            (access, name, descriptor, signature, exceptions) -> {
              replaced.add(name + descriptor);
              return null;
            }),
        ClassReader.SKIP_CODE);
    if (!replaced.containsAll(plain.needed)) {
      return instrumented; // one that was a method reference, and may be used anywhere
    }
    replaced.removeAll(plain.needed);
    ClassReader reader = new ClassReader(instrumented);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            return replaced.contains(name + descriptor)
                ? null
                : super.visitMethod(access, name, descriptor, signature, exceptions);
          }
        },
        0);
    original.accept(
        new Methods(
            (access, name, descriptor, signature, exceptions) ->
                replaced.contains(name + descriptor)
                    ? writer.visitMethod(access, name, descriptor, signature, exceptions)
                    : null),
        0);
    return writer.toByteArray();
  }

  /** What is to be done with a method. */
  private interface Method {
    @Nullable MethodVisitor visit(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions);
  }

  /** Looks at the methods of a class only. */
  private static final class Methods extends ClassVisitor {
    private final Method method;

    Methods(Method method) {
      super(Opcodes.ASM9);
      this.method = method;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      return method.visit(access, name, descriptor, signature, exceptions);
    }
  }
}

package io.cosmodrome.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/** Classes as a class loader sees them, known from their bytes: nothing is loaded to find out. */
final class Hierarchy {
  private static final ClassFacts UNKNOWN = new ClassFacts("", null, List.of(), 0, Map.of());

  private final Map<ClassLoader, Map<String, ClassFacts>> byLoader =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** The bytes that a loader is just about to define are what counts, not what its files say. */
  void defines(ClassLoader loader, ClassFacts facts) {
    known(loader).put(facts.name(), facts);
  }

  private Map<String, ClassFacts> known(ClassLoader loader) {
    return byLoader.computeIfAbsent(loader, l -> new ConcurrentHashMap<>());
  }

  /** A class as seen by a loader, or null if its bytes cannot be found. */
  @Nullable ClassFacts find(ClassLoader loader, String name) {
    for (ClassLoader l = loader; l != null; l = l.getParent()) {
      ClassFacts facts = known(l).get(name);
      if (facts != null && (facts != UNKNOWN || l == loader)) {
        return facts == UNKNOWN ? null : facts;
      }
    }
    ClassFacts facts = read(loader, name);
    known(loader).putIfAbsent(name, facts == null ? UNKNOWN : facts);
    return facts;
  }

  private static @Nullable ClassFacts read(ClassLoader loader, String name) {
    try (InputStream bytes = loader.getResourceAsStream(name + ".class")) {
      return bytes == null ? null : ClassFacts.of(new ClassReader(bytes));
    } catch (IOException | RuntimeException e) {
      return null; // whatever the loader says: the class is unknown, and that is counted
    }
  }

  /** The class that declares the field which a reference to {@code owner} means. */
  @Nullable ClassFacts declaring(
      ClassLoader loader, String owner, String field, String descriptor) {
    String key = ClassFacts.key(field, descriptor);
    ClassFacts facts = find(loader, owner);
    while (facts != null && !facts.fields().containsKey(key)) {
      for (String parent : facts.interfaces()) {
        ClassFacts declaring = declaring(loader, parent, field, descriptor);
        if (declaring != null) {
          return declaring;
        }
      }
      facts = facts.superName() == null ? null : find(loader, facts.superName());
    }
    return facts;
  }

  /** Whether a class is, extends or implements another, as far as that can be found out. */
  boolean isSubtype(ClassLoader loader, @Nullable String name, String ancestor) {
    if (name == null) {
      return false;
    }
    if (name.equals(ancestor)) {
      return true;
    }
    ClassFacts facts = find(loader, name);
    if (facts == null) {
      return false;
    }
    return isSubtype(loader, facts.superName(), ancestor)
        || facts.interfaces().stream().anyMatch(parent -> isSubtype(loader, parent, ancestor));
  }
}

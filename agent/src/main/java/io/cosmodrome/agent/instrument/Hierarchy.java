package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.ACC_STATIC;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Classes as a class loader sees them, known from their bytes: nothing is loaded to find out. */
final class Hierarchy {
  private final ClassBytes bytes;
  private final Map<ClassLoader, Map<String, Optional<ClassFacts>>> byLoader =
      Collections.synchronizedMap(new WeakHashMap<>());

  Hierarchy(ClassBytes bytes) {
    this.bytes = bytes;
  }

  /** The bytes that a loader is just about to define are what counts, not what its files say. */
  void defines(ClassLoader loader, ClassFacts facts) {
    known(loader).put(facts.name(), Optional.of(facts));
  }

  private Map<String, Optional<ClassFacts>> known(ClassLoader loader) {
    return byLoader.computeIfAbsent(loader, l -> new ConcurrentHashMap<>());
  }

  /** A class as seen by a loader, or null if its bytes cannot be found. */
  @Nullable ClassFacts find(ClassLoader loader, String name) {
    Optional<ClassFacts> own = known(loader).get(name);
    if (own != null) {
      return own.orElse(null);
    }
    for (ClassLoader l = loader.getParent(); l != null; l = l.getParent()) {
      Optional<ClassFacts> inherited = known(l).get(name);
      if (inherited != null && inherited.isPresent()) {
        return inherited.get();
      }
    }
    ClassFacts facts = read(loader, name);
    known(loader).putIfAbsent(name, Optional.ofNullable(facts));
    return facts;
  }

  private @Nullable ClassFacts read(ClassLoader loader, String name) {
    Class<?> loaded = bytes.loaded(name);
    return loaded != null
        ? ClassFacts.ofPlatform(loaded)
        : bytes.find(loader, name, ClassFacts::of);
  }

  /**
   * The class that declares the field which a reference to {@code owner} means; a class of the JDK
   * if none below it does.
   */
  @Nullable ClassFacts declaring(
      ClassLoader loader, String owner, String field, String descriptor) {
    String key = ClassFacts.key(field, descriptor);
    ClassFacts facts = find(loader, owner);
    while (facts != null && !facts.fields().containsKey(key) && !facts.isOfPlatform()) {
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

  /** Whether objects of a class have a field of this name, whatever its type. */
  boolean hasField(ClassLoader loader, @Nullable String name, String field) {
    ClassFacts facts = name == null ? null : find(loader, name);
    while (facts != null) {
      for (Map.Entry<String, Integer> entry : facts.fields().entrySet()) {
        if (entry.getKey().startsWith(field + ' ') && (entry.getValue() & ACC_STATIC) == 0) {
          return true;
        }
      }
      facts = facts.superName() == null ? null : find(loader, facts.superName());
    }
    return false;
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
    for (String parent : facts.interfaces()) {
      if (isSubtype(loader, parent, ancestor)) {
        return true;
      }
    }
    return isSubtype(loader, facts.superName(), ancestor);
  }
}

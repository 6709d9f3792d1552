package io.cosmodrome.agent.instrument;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/**
 * The nest of each class, as a class loader sees it. What is once said of a class stays, because
 * other classes rely on it; if a class of the nest cannot be found, nothing is known.
 */
final class Nests {
  private final ClassBytes bytes;
  private final Sample sample;
  private final Map<ClassLoader, Map<String, Nest>> byLoader =
      Collections.synchronizedMap(new WeakHashMap<>());

  Nests(ClassBytes bytes, Sample sample) {
    this.bytes = bytes;
    this.sample = sample;
  }

  private Map<String, Nest> known(ClassLoader loader) {
    return byLoader.computeIfAbsent(loader, l -> new ConcurrentHashMap<>());
  }

  /** The nest of a class that a loader is about to define. */
  Nest defines(ClassLoader loader, ClassNode node) {
    Nest nest = find(loader, node.name);
    return nest != null ? nest : add(loader, node.name, node);
  }

  /** The nest of a class that a loader sees. */
  Nest of(ClassLoader loader, String name) {
    Nest nest = find(loader, name);
    return nest != null ? nest : add(loader, name, read(loader, name));
  }

  private @Nullable Nest find(ClassLoader loader, String name) {
    for (ClassLoader l = loader; l != null; l = l.getParent()) {
      Nest nest = known(l).get(name);
      if (nest != null) {
        return nest;
      }
    }
    return null;
  }

  private Nest add(ClassLoader loader, String name, @Nullable ClassNode node) {
    Map<String, ClassNode> members = node == null ? null : members(loader, node);
    Nest nest = members == null ? Nest.UNKNOWN : new Nest(members.values(), sample);
    Map<String, Nest> known = known(loader);
    synchronized (known) { // so that all classes of a nest have the same
      Nest before = known.putIfAbsent(name, nest);
      if (before != null) {
        return before;
      }
      if (members != null) {
        members.keySet().forEach(member -> known.putIfAbsent(member, nest));
      }
      return nest;
    }
  }

  /** All classes of a nest by name, or null if one of them cannot be found. */
  private @Nullable Map<String, ClassNode> members(ClassLoader loader, ClassNode node) {
    ClassNode host = node.nestHostClass == null ? node : read(loader, node.nestHostClass);
    if (host == null) {
      return null;
    }
    Map<String, ClassNode> members = new HashMap<>();
    members.put(host.name, host);
    members.put(node.name, node);
    for (String name : host.nestMembers == null ? List.<String>of() : host.nestMembers) {
      if (!members.containsKey(name)) {
        ClassNode member = read(loader, name);
        if (member == null) {
          return null;
        }
        members.put(name, member);
      }
    }
    return members;
  }

  private @Nullable ClassNode read(ClassLoader loader, String name) {
    return bytes.find(loader, name, Nests::parse);
  }

  private static ClassNode parse(ClassReader reader) {
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }
}

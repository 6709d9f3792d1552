package io.cosmodrome.agent.instrument;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.tree.FieldInsnNode;

/**
 * A number for each field. Classes of the same name share theirs, since numbers only tell the
 * fields of one object apart.
 */
final class FieldNumbers {
  private final Map<String, Integer> numbers = new ConcurrentHashMap<>();

  /** The number of a field that a class declares. */
  synchronized int of(String declaring, FieldInsnNode access) {
    String key = declaring + '.' + ClassFacts.key(access.name, access.desc);
    return numbers.computeIfAbsent(key, k -> numbers.size());
  }
}

package io.cosmodrome.agent.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.report.Names;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields that get events of their own in a recording, by number: the instance fields or the
 * static fields of one class under one number, which instrumented code carries.
 */
public final class FieldNames {
  /**
   * @param owner simple name of the class for static fields; null for those of an object
   * @param suffixes what follows the name of the object or class, in UTF-8: {@code .balance}
   */
  record Group(@Nullable String owner, List<byte[]> suffixes) {}

  private final List<Group> groups = new ArrayList<>();

  /**
   * The number of a group of fields, new each time.
   *
   * @param owner name of the class if the fields are static, else null
   */
  public synchronized int add(@Nullable String owner, List<String> names) {
    String simple = owner == null ? null : Names.simpleClass(owner.replace('/', '.'));
    groups.add(
        new Group(simple, names.stream().map(name -> ("." + name).getBytes(UTF_8)).toList()));
    return groups.size() - 1;
  }

  synchronized Group get(int group) {
    return groups.get(group);
  }
}

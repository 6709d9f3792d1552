package io.cosmodrome.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The arguments of a benchmark, {@code name=value}; those that are not given have defaults. */
final class Arguments {
  private final Map<String, String> values;

  Arguments(String[] args, Map<String, String> defaults) {
    values = new TreeMap<>(defaults);
    for (String arg : args) {
      String[] pair = arg.split("=", 2);
      if (pair.length != 2 || !defaults.containsKey(pair[0])) {
        throw new IllegalArgumentException(
            "unknown argument \"" + arg + "\"; known: " + values.keySet() + ", as name=value");
      }
      values.put(pair[0], pair[1]);
    }
  }

  String text(String name) {
    return values.getOrDefault(name, "");
  }

  int number(String name) {
    return Integer.parseInt(text(name));
  }

  List<String> list(String name) {
    return Arrays.asList(text(name).split(",", -1));
  }

  /** The kernels with these names, or all of them. */
  List<Kernel> kernels(String name, List<Kernel> all) {
    return text(name).equals("all") ? all : list(name).stream().map(Kernel::named).toList();
  }
}

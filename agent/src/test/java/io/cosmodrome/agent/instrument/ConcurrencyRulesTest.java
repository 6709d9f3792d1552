package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.agent.instrument.ConcurrencyRules.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ConcurrencyRulesTest {
  private static final Path PAGE = Path.of("../docs/agent.md");
  private static final String START = "<!-- table of ConcurrencyRules -->\n";
  private static final String END = "<!-- end of table -->\n";

  /** What the oldest JDK that we run on does not have. */
  private static final Set<String> YOUNGER =
      Set.of("startVirtualThread", "close", "state", "resultNow");

  static List<Rule> rules() {
    return ConcurrencyRules.ALL;
  }

  @ParameterizedTest
  @MethodSource("rules")
  void rule_namesMethodsThatTheClassHas(Rule rule) throws ClassNotFoundException {
    if (rule.owner().equals("java/lang/Thread$Builder") && Runtime.version().feature() < 21) {
      return;
    }
    Class<?> type = Class.forName(rule.owner().replace('/', '.'));
    Set<String> names =
        Arrays.stream(type.getMethods())
            .map(method -> method.getName())
            .collect(Collectors.toSet());

    assertThat(rule.names()).allMatch(name -> names.contains(name) || YOUNGER.contains(name));
  }

  @Test
  void find_callThroughSubtype_isFoundButNotByExactRule() {
    ClassLoader loader = getClass().getClassLoader();
    Hierarchy hierarchy = new Hierarchy(new ClassBytes());
    String unlock = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
    String put = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";

    assertThat(ConcurrencyRules.find(loader, hierarchy, unlock, "unlock", "()V")).isNotNull();
    assertThat(ConcurrencyRules.find(loader, hierarchy, "java/util/Map", "put", put)).isNotNull();
    assertThat(ConcurrencyRules.find(loader, hierarchy, "java/util/HashMap", "put", put)).isNull();
    assertThat(ConcurrencyRules.find(loader, hierarchy, "MyBarrier", "await", "()I")).isNull();
  }

  @Test
  void agentPage_hasTheTableOfRules() throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf(START) + START.length();
    int end = page.indexOf(END);
    assertThat(start).isBetween(START.length(), end);
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, page.substring(0, start) + table() + page.substring(end));
    } else {
      assertThat(page.substring(start, end))
          .as("docs/agent.md; -Dgolden.update=true writes it anew")
          .isEqualTo(table());
    }
  }

  /** A row for all classes whose calls have the same names and mean the same. */
  private static String table() {
    Map<Effect, Map<String, String>> classes = new EnumMap<>(Effect.class);
    for (Rule rule : rules()) {
      String name =
          rule.className().replaceFirst("java\\.util\\.concurrent\\.(locks\\.|atomic\\.)?", "");
      classes
          .computeIfAbsent(rule.effect(), effect -> new LinkedHashMap<>())
          .merge(String.join(", ", rule.names()), name, (a, b) -> a + ", " + b);
    }
    StringBuilder table = new StringBuilder("| class | calls | meaning |\n| --- | --- | --- |\n");
    classes.forEach(
        (effect, rows) ->
            rows.forEach(
                (names, types) ->
                    table.append(
                        String.format("| %s | %s | %s |\n", types, names, effect.meaning))));
    return table.toString();
  }
}

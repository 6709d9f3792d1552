package io.cosmodrome.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.agent.AgentOption;
import io.cosmodrome.agent.AgentOptions;
import io.cosmodrome.report.ReportFormat;
import io.cosmodrome.report.ReportFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** What the pages about builds promise. */
class PagesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");
  private static final Pattern RESULT = Pattern.compile("target/cosmodrome/([\\w.-]+\\.\\w+)");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| `cosmodrome\\.(\\w+)`");
  private static final Pattern PARAMETER = Pattern.compile("\\$\\{cosmodrome\\.(\\w+)\\}");
  private static final Pattern GRADLE = Pattern.compile("-javaagent:\\$\\{[^}]*\\}=([^\"]*)\"");

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  private static Set<String> all(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void action_hasNamedStepsThatSayHowTheyRun() throws IOException {
    Map<String, Object> action = new Yaml().load(read(".github/actions/cosmodrome/action.yml"));
    Map<String, Object> runs = get(action, "runs");
    List<Map<String, Object>> steps = get(runs, "steps");
    Map<String, Object> inputs = get(action, "inputs");

    assertThat(action).containsKeys("name", "description");
    assertThat(runs).containsEntry("using", "composite");
    assertThat(steps)
        .isNotEmpty()
        .allSatisfy(
            step -> {
              assertThat(step).containsKey("name");
              // of a composite action, a step is either an action or a script with its shell
              assertThat(step.containsKey("uses")).isNotEqualTo(step.containsKey("run"));
              assertThat(step.containsKey("shell")).isEqualTo(step.containsKey("run"));
            });
    // whatever comes after the build must come even if it failed
    assertThat(steps.subList(1, steps.size()))
        .allSatisfy(step -> assertThat(PagesTest.<String>get(step, "if")).startsWith("always()"));
    assertThat(inputs.keySet())
        .containsExactlyInAnyOrderElementsOf(
            all(Pattern.compile("inputs\\.(\\w+)"), runs.toString()));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the action's format has it
  private static <T> T get(Map<String, Object> map, String key) {
    return (T) Objects.requireNonNull(map.get(key), key);
  }

  @Test
  void snippets_areYaml() throws IOException {
    Set<String> snippets = all(YAML, read("docs/ci.md"));

    assertThat(snippets).hasSize(2);
    snippets.forEach(
        snippet -> assertThat(new Yaml().<Map<String, Object>>load(snippet)).isNotEmpty());
  }

  @Test
  void results_areWrittenUnderTheseNames() throws IOException {
    Set<String> written =
        ReportFormats.ALL.stream().map(ReportFormat::fileName).collect(Collectors.toSet());

    for (String page :
        List.of("docs/ci.md", "docs/getting-started.md", ".github/actions/cosmodrome/action.yml")) {
      assertThat(written).as(page).containsAll(all(RESULT, read(page)));
    }
  }

  @Test
  void gradleSnippet_hasOptionsThatTheAgentKnows() throws Exception {
    String arguments = all(GRADLE, read("docs/ci.md")).iterator().next();

    AgentOptions options = AgentOptions.parse(arguments, Map.of(), Map.of());

    assertThat(options.value(AgentOption.INCLUDE)).isEqualTo("com.acme.**");
    assertThat(options.value(AgentOption.OUTPUT)).isEqualTo("build/cosmodrome/%p");
  }

  @Test
  void mavenPage_hasARowForEveryParameter() throws IOException {
    String descriptor = Files.readString(Path.of("target/classes/META-INF/maven/plugin.xml"));

    Set<String> rows = all(ROW, read("docs/maven.md"));

    assertThat(rows).isEqualTo(all(PARAMETER, descriptor));
  }
}

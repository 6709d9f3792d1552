package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SarifTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode run(Report report) throws IOException {
    return JSON.readTree(FormatSamples.written("sarif", report)).at("/runs/0");
  }

  private static Set<ValidationMessage> problems(JsonNode log) throws IOException {
    try (InputStream schema =
        Objects.requireNonNull(SarifTest.class.getResourceAsStream("/sarif/sarif-2.1.0.json"))) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(schema)
          .validate(log);
    }
  }

  @Test
  void everyReport_isWhatTheSchemaSays() throws IOException {
    Report unknown = FormatSamples.report(Verdict.UNKNOWN, List.of("no class was instrumented"));
    for (Report report : List.of(Samples.bank(), FormatSamples.hostile(), unknown)) {
      JsonNode log = JSON.readTree(FormatSamples.written("sarif", report));

      assertThat(problems(log)).isEmpty();
    }
  }

  @Test
  void whatWasNotLookedAt_isNoted() throws IOException {
    JsonNode log = JSON.readTree(FormatSamples.written("sarif", FormatSamples.sampled()));

    JsonNode invocation = log.at("/runs/0/invocations/0");
    List<String> notes = new ArrayList<>();
    for (JsonNode note : invocation.at("/toolExecutionNotifications")) {
      notes.add(note.at("/level").asText() + ": " + note.at("/message/text").asText());
    }

    assertThat(problems(log)).isEmpty();
    assertThat(notes)
        .containsExactly(
            "warning: blocks were cut.",
            "note: sampled: 5 of 9 fields were watched; seed=7.",
            "note: skipped: com.acme.Huge.main: too long.",
            "note: not modelled: java.lang.Thread.isInterrupted: 2 places.");
    assertThat(invocation.at("/commandLine").asText())
        .isEqualTo("cosmodrome run --sample=50% --seed=7 -- java -jar app.jar");
  }

  @Test
  void schema_refusesWhatIsWrong() throws IOException {
    String log = FormatSamples.written("sarif", Samples.bank());

    assertThat(
            problems(JSON.readTree(log.replace("\"executionOrder\":1", "\"executionOrder\":-2"))))
        .isNotEmpty();
    assertThat(problems(JSON.readTree(log.replace("\"level\":\"error\"", "\"level\":\"bad\""))))
        .isNotEmpty();
  }

  @Test
  void result_standsAloneAtTheBlamedMethod() throws IOException {
    JsonNode result = run(Samples.bank()).at("/results/0");

    assertThat(result.at("/ruleId").asText()).isEqualTo("ATOM001");
    assertThat(result.at("/message/text").asText().lines().findFirst().orElseThrow())
        .isEqualTo(
            "Bank.transfer is not atomic: between its write of Account#1.balance (Bank.java:33) and"
                + " its write of Account#2.balance (Bank.java:36) on worker-3, Bank.audit on"
                + " audit-1 came in.");
    JsonNode location = result.at("/locations/0");
    assertThat(location.at("/logicalLocations/0/fullyQualifiedName").asText())
        .isEqualTo("com.acme.Bank.transfer(Account,Account,int)");
    assertThat(location.at("/physicalLocation/region/startLine").asInt()).isEqualTo(31);
    assertThat(result.at("/partialFingerprints/cosmodrome~1v1").asText())
        .isEqualTo(Samples.transfer().fingerprint());
    assertThat(result.at("/occurrenceCount").asInt()).isEqualTo(17);
    assertThat(result.at("/properties/tests/0").asText()).isEqualTo("BankTest.total");
  }

  @Test
  void paths_areRelativeToTheProjectWhereSourcesWereFound() throws IOException {
    JsonNode result = run(Samples.bank()).at("/results/0");

    JsonNode found = result.at("/codeFlows/0/threadFlows/0/locations/0/location/physicalLocation");
    assertThat(found.at("/artifactLocation/uri").asText())
        .isEqualTo("src/main/java/com/acme/Bank.java");
    assertThat(found.at("/artifactLocation/uriBaseId").asText()).isEqualTo("%SRCROOT%");
    assertThat(found.at("/region/snippet/text").asText()).isEqualTo("from.balance -= amount;");
    JsonNode guessed = result.at("/locations/0/physicalLocation");
    assertThat(guessed.at("/artifactLocation/uri").asText()).isEqualTo("com/acme/Bank.java");
    assertThat(guessed.at("/artifactLocation/uriBaseId").asText()).isEqualTo("SOURCEROOT");
  }

  @Test
  void threadFlows_areInOneOrderOfTime() throws IOException {
    JsonNode flows = run(Samples.bank()).at("/results/0/codeFlows/0/threadFlows");
    List<String> steps = new ArrayList<>();
    for (JsonNode flow : flows) {
      for (JsonNode step : flow.at("/locations")) {
        assertThat(step.at("/location/message/text").asText())
            .startsWith(flow.at("/id").asText() + ": ");
        steps.add(step.at("/executionOrder").asInt() + " " + flow.at("/id").asText());
      }
    }

    assertThat(steps).containsExactly("1 worker-3", "4 worker-3", "2 audit-1", "3 audit-1");
    assertThat(run(Samples.bank()).at("/results/0/relatedLocations")).hasSize(4);
  }

  @Test
  void status_isSuppressionAndBaseline() throws IOException {
    Finding finding = Samples.transfer();
    Report report =
        FormatSamples.report(
            Verdict.VIOLATION,
            List.of(),
            finding,
            finding.withStatus(Status.KNOWN, Optional.empty()),
            finding.withStatus(Status.SUPPRESSED, Optional.of("a benchmark")));

    JsonNode results = run(report).at("/results");

    assertThat(results.findValuesAsText("baselineState"))
        .containsExactly("new", "unchanged", "unchanged");
    assertThat(results.at("/0/suppressions")).isEmpty();
    assertThat(results.at("/1/suppressions")).isEmpty();
    assertThat(results.at("/2/suppressions/0/justification").asText()).isEqualTo("a benchmark");
  }

  @Test
  void withoutABaseline_nothingIsSaidAboutIt() throws IOException {
    Report report = FormatSamples.report(Verdict.VIOLATION, List.of(), Samples.transfer());

    assertThat(run(report).at("/results/0").has("baselineState")).isFalse();
  }

  @Test
  void findingsOfTheBaselineThatAreGone_areAbsent() throws IOException {
    JsonNode gone = run(Samples.bank()).at("/results/2");

    assertThat(gone.at("/baselineState").asText()).isEqualTo("absent");
    assertThat(gone.at("/message/text").asText()).startsWith("Old.one: ");
  }

  @Test
  void unknownVerdict_isAFailedInvocationWithTheReason() throws IOException {
    JsonNode invocation =
        run(FormatSamples.report(Verdict.UNKNOWN, List.of("no class was instrumented")))
            .at("/invocations/0");

    assertThat(invocation.at("/executionSuccessful").asBoolean(true)).isFalse();
    assertThat(invocation.at("/toolExecutionNotifications/0/message/text").asText())
        .isEqualTo("no class was instrumented.");
  }

  @Test
  void driver_hasTheVersionOfTheProject() throws IOException {
    assertThat(run(Samples.bank()).at("/tool/driver/version").asText()).matches("\\d+\\.\\d+.*");
  }

  @Test
  void rules_areAllThereWithHelp() throws IOException {
    JsonNode rules = run(Samples.bank()).at("/tool/driver/rules");

    assertThat(rules.findValuesAsText("id"))
        .containsExactly("ATOM001", "ATOM002", "ATOM003", "STM001", "STM002");
    for (JsonNode rule : rules) {
      assertThat(rule.at("/help/text").asText()).hasSizeGreaterThan(100);
    }
    JsonNode cycle = run(Samples.bank()).at("/results/1");
    assertThat(rules.at("/" + cycle.at("/ruleIndex").asInt() + "/id").asText())
        .isEqualTo(cycle.at("/ruleId").asText())
        .isEqualTo("ATOM003");
  }

  @Test
  void names_areKeptExceptForHalvesOfCharacters() throws IOException {
    JsonNode result = run(FormatSamples.hostile()).at("/results/0");

    assertThat(result.at("/codeFlows/0/threadFlows/0/id").asText())
        .isEqualTo("A" + FormatSamples.HOSTILE.replace('\uD800', '?'));
    assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri").asText())
        .matches("[A-Za-z0-9%._~/$-]+");
  }
}

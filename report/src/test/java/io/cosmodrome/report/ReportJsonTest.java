package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportJsonTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static String written(Report report) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReportJson.write(report, out);
    return out.toString(UTF_8);
  }

  private static Report read(String json) throws IOException {
    return ReportJson.read(new ByteArrayInputStream(json.getBytes(UTF_8)));
  }

  @Test
  void report_isReadAsItWasWritten() throws IOException {
    Report report = Samples.bank();

    assertThat(read(written(report))).isEqualTo(report);
    assertThat(written(read(written(report)))).isEqualTo(written(report));
  }

  @Test
  void racingAccessesAndStarts_areReadAsTheyWereWritten() throws IOException {
    Report report = Samples.report(List.of(Samples.race()));

    assertThat(written(report)).contains("\"racing\":true");
    assertThat(read(written(report))).isEqualTo(report);
    assertThat(problems(closed(schema()), JSON.readTree(written(report)))).isEmpty();
    Report earlier = read(written(report).replace(",\"racing\":true", ""));
    assertThat(earlier.findings().get(0).proof().orElseThrow().conflicts())
        .hasSize(2)
        .noneMatch(Conflict::racing);
  }

  @Test
  void halfACharacter_isReplaced() throws IOException {
    Report report = Samples.bank().about("half \ud800 of one");

    assertThat(read(written(report)).subject()).isEqualTo("half ? of one");
  }

  @Test
  void beginOfAThread_isReadAsTheAgentWritesIt() throws IOException {
    String live = written(Samples.bank()).replaceFirst("\"op\":\"w\"", "\"op\":\"begin\"");

    assertThat(written(read(live))).contains("\"op\":\"begin\"");
  }

  @Test
  void unknownKeys_areIgnored() throws IOException {
    String newer =
        written(Samples.bank())
            .replace("\"subject\"", "\"added\":{\"a\":[1.5,true]},\"subject\"")
            .replace("\"rule\"", "\"shiny\":\"yes\",\"rule\"");

    assertThat(read(newer)).isEqualTo(Samples.bank());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "\"format\":1 | \"format\":9 | format: expected 1, the only format that this version knows,"
            + " found 9 at line 1, column 11",
        "\"status\":\"new\" | \"status\":\"old\" | findings[0].status: expected one of [new, known,"
            + " suppressed], found \"old\" at line",
        "\"count\":17 | \"count\":\"many\" | findings[0].count: expected a number from 0 on, found"
            + " \"many\"",
        "\"count\":17, | '' | findings[0]: expected the key \"count\", found none",
        "\"racing\":false | \"racing\":0 | conflicts[0].racing: expected true or false, found 0",
        "\"op\":\"w\" | \"op\":\"x\" | proofs[0].conflicts[0].source.op: expected one of [r, w,"
            + " vr,",
        "VIOLATION | BAD | verdict: expected one of [OK, VIOLATION, UNKNOWN], found \"BAD\"",
        "\"gone\":[ | \"gone\":7,\"x\":[ | gone: expected a list, found 7",
        "\"blocks\":1204 | \"blocks\":99999999999999999999 | checked.blocks: the number is too"
            + " large",
      })
  void mistake_isToldWithItsPlace(String right, String wrong, String message) throws IOException {
    String json = written(Samples.bank());
    assertThat(json).contains(right);

    assertThatThrownBy(() -> read(json.replace(right, wrong)))
        .isInstanceOf(MalformedReportException.class)
        .hasMessageContaining(message);
  }

  @Test
  void cutText_isNoReport() throws IOException {
    String json = written(Samples.bank());

    assertThatThrownBy(() -> read(json.substring(0, json.length() / 2)))
        .isInstanceOf(MalformedReportException.class)
        .hasMessageContaining("at line 1, column");
    assertThatThrownBy(() -> read("")).hasMessage("expected a report, found nothing");
    assertThatThrownBy(() -> read(json + json))
        .hasMessage("expected the end, found { at line 2, column 1");
  }

  @Test
  void report_isWhatTheSchemaSays() throws IOException {
    JsonNode report = JSON.readTree(written(Samples.bank()));

    assertThat(problems(schema(), report)).isEmpty();
    assertThat(problems(closed(schema()), report)).as("keys that the schema lacks").isEmpty();
    ((ObjectNode) report).put("verdict", "UNKNOWN").putArray("reasons");
    assertThat(problems(schema(), report)).isNotEmpty();
  }

  private static JsonNode schema() throws IOException {
    return JSON.readTree(Path.of("../docs/report-schema.json").toFile());
  }

  /** The same schema, but for keys that it does not name. */
  private static JsonNode closed(JsonNode schema) {
    schema
        .findParents("required")
        .forEach(object -> ((ObjectNode) object).put("additionalProperties", false));
    return schema;
  }

  private static Set<ValidationMessage> problems(JsonNode schema, JsonNode report) {
    JsonSchema validator =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema);
    return validator.validate(report);
  }
}

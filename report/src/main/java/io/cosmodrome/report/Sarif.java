package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.trace.Op;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Findings for code scanning, as SARIF 2.1.0: a result for each finding, at the method to blame,
 * with a code flow for each proof and a thread flow for each thread; the execution order of their
 * steps is the order of time over all threads.
 *
 * <p>Paths are relative to the project if sources were found, and else to whatever source root the
 * package is in. Known findings are unchanged, those of the baseline that were not seen are absent;
 * without a baseline nothing is said about it.
 */
final class Sarif {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  /** What paths are relative to. */
  private static final String PROJECT = "%SRCROOT%";

  private static final String SOURCE_ROOT = "SOURCEROOT";

  private static final String VERSION = Resource.text("version.txt").strip();

  private final Report report;
  private final JsonGenerator json;
  private final boolean hasBaseline;

  private Sarif(Report report, JsonGenerator json) {
    this.report = report;
    this.json = json;
    this.hasBaseline =
        !report.gone().isEmpty()
            || report.findings().stream().anyMatch(finding -> finding.status() == Status.KNOWN);
  }

  static void write(Report report, OutputStream out) throws IOException {
    try (JsonGenerator json = JsonOutput.to(out)) {
      new Sarif(report, json).writeLog();
      json.writeRaw('\n');
    }
  }

  // ---- the run ----

  private void writeLog() throws IOException {
    json.writeStartObject();
    json.writeStringField("$schema", SCHEMA);
    json.writeStringField("version", "2.1.0");
    json.writeArrayFieldStart("runs");
    json.writeStartObject();
    writeTool();
    writeInvocation();
    writeBases();
    json.writeStringField("columnKind", "utf16CodeUnits");
    json.writeArrayFieldStart("results");
    for (Finding finding : report.findings()) {
      write(finding);
    }
    for (KnownFinding known : report.gone()) {
      write(known);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("properties");
    json.writeStringField("verdict", report.verdict().name());
    json.writeStringField("subject", report.subject());
    json.writeStringField("engine", report.engine());
    json.writeStringField("checked", new ReportText(report, Style.PLAIN).figures());
    json.writeEndObject();
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }

  private void writeTool() throws IOException {
    json.writeObjectFieldStart("tool");
    json.writeObjectFieldStart("driver");
    json.writeStringField("name", "Cosmodrome");
    json.writeStringField("version", VERSION);
    json.writeArrayFieldStart("rules");
    for (Rule rule : Rule.values()) {
      json.writeStartObject();
      json.writeStringField("id", rule.name());
      json.writeStringField("name", rule.title());
      writeText("shortDescription", rule.summary());
      writeText("fullDescription", rule.summary() + " " + rule.help());
      writeText("help", rule.help());
      json.writeObjectFieldStart("defaultConfiguration");
      json.writeStringField("level", "error");
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
  }

  private void writeInvocation() throws IOException {
    json.writeArrayFieldStart("invocations");
    json.writeStartObject();
    json.writeBooleanField("executionSuccessful", report.verdict() != Verdict.UNKNOWN);
    if (!report.command().isEmpty()) {
      json.writeStringField("commandLine", report.command());
    }
    json.writeArrayFieldStart("toolExecutionNotifications");
    for (String reason : report.reasons()) {
      writeNotification(report.verdict() == Verdict.UNKNOWN ? "error" : "warning", reason);
    }
    for (String part : new ReportText(report, Style.PLAIN).leftOut()) {
      writeNotification("note", part);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private void writeNotification(String level, String text) throws IOException {
    json.writeStartObject();
    json.writeStringField("level", level);
    writeText("message", text + ".");
    json.writeEndObject();
  }

  private void writeBases() throws IOException {
    json.writeObjectFieldStart("originalUriBaseIds");
    json.writeObjectFieldStart(PROJECT);
    writeText("description", "The directory of the project.");
    json.writeEndObject();
    json.writeObjectFieldStart(SOURCE_ROOT);
    writeText("description", "The directory that the file's package is in.");
    json.writeEndObject();
    json.writeEndObject();
  }

  // ---- results ----

  private void write(Finding finding) throws IOException {
    json.writeStartObject();
    writeRule(finding.rule());
    json.writeStringField("level", "error");
    writeText("message", message(finding));
    json.writeArrayFieldStart("locations");
    Optional<TracedEvent> first =
        finding.proof().map(proof -> proof.conflicts().get(0).source()); // without a block to blame
    writeLocation(
        finding.location().or(() -> first.flatMap(TracedEvent::location)),
        finding.block().or(() -> first.flatMap(TracedEvent::block)),
        Optional.empty(),
        -1);
    json.writeEndArray();
    writeFlows(finding);
    writeRelated(finding);
    writeFingerprint(finding.fingerprint());
    json.writeArrayFieldStart("suppressions");
    if (finding.status() == Status.SUPPRESSED) {
      json.writeStartObject();
      json.writeStringField("kind", "external");
      json.writeStringField("status", "accepted");
      json.writeStringField("justification", finding.reason().orElse(""));
      json.writeEndObject();
    }
    json.writeEndArray();
    if (hasBaseline) {
      boolean isNew = finding.status() == Status.NEW;
      json.writeStringField("baselineState", isNew ? "new" : "unchanged");
    }
    json.writeNumberField("occurrenceCount", Math.min(finding.count(), Integer.MAX_VALUE));
    writeProperties(finding);
    json.writeEndObject();
  }

  /** The first sentence says it all; the proof and the hints follow. */
  private static String message(Finding finding) {
    List<String> lines = new ArrayList<>(List.of(Sentence.of(finding)));
    finding.proof().ifPresent(proof -> Sentence.steps(finding, proof).forEach(lines::add));
    Hints.of(finding).sentences().forEach(hint -> lines.add("hint: " + hint + "."));
    return String.join("\n", lines);
  }

  private void write(KnownFinding known) throws IOException {
    json.writeStartObject();
    writeRule(known.rule());
    json.writeStringField("level", "none");
    json.writeStringField("kind", "pass");
    String block = known.block().isEmpty() ? "The run" : Names.classAndMethod(known.block());
    writeText("message", block + ": this finding of the baseline was not seen in this run.");
    writeFingerprint(known.fingerprint());
    json.writeStringField("baselineState", "absent");
    json.writeEndObject();
  }

  private void writeRule(String id) throws IOException {
    json.writeStringField("ruleId", id);
    List<String> rules = Arrays.stream(Rule.values()).map(Rule::name).toList();
    if (rules.contains(id)) {
      json.writeNumberField("ruleIndex", rules.indexOf(id)); // in the order of writeTool
    }
  }

  private void writeFingerprint(String fingerprint) throws IOException {
    json.writeObjectFieldStart("partialFingerprints");
    json.writeStringField("cosmodrome/v1", fingerprint);
    json.writeEndObject();
  }

  private void writeProperties(Finding finding) throws IOException {
    Hints hints = Hints.of(finding);
    json.writeObjectFieldStart("properties");
    json.writeStringField("id", finding.id());
    if (hints.pattern().isPresent()) {
      json.writeStringField("pattern", hints.pattern().get());
    }
    writeAll("hints", hints.sentences());
    writeAll("alsoNotAtomic", finding.around());
    writeAll("tests", finding.tests());
    json.writeEndObject();
  }

  private void writeAll(String key, List<String> texts) throws IOException {
    if (!texts.isEmpty()) {
      json.writeArrayFieldStart(key);
      for (String text : texts) {
        json.writeString(text);
      }
      json.writeEndArray();
    }
  }

  // ---- proofs ----

  private void writeFlows(Finding finding) throws IOException {
    if (finding.proofs().isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("codeFlows");
    for (Proof proof : finding.proofs()) {
      json.writeStartObject();
      writeText("message", String.join("\n", Sentence.steps(finding, proof)));
      json.writeArrayFieldStart("threadFlows");
      List<TracedEvent> events = proof.events();
      Map<String, List<TracedEvent>> byThread = new LinkedHashMap<>();
      for (TracedEvent event : events) {
        byThread.computeIfAbsent(event.thread(), thread -> new ArrayList<>()).add(event);
      }
      for (Map.Entry<String, List<TracedEvent>> flow : byThread.entrySet()) {
        json.writeStartObject();
        json.writeStringField("id", flow.getKey());
        json.writeArrayFieldStart("locations");
        for (TracedEvent event : flow.getValue()) {
          json.writeStartObject();
          json.writeNumberField("executionOrder", events.indexOf(event) + 1);
          json.writeStringField("importance", "essential");
          json.writeFieldName("location");
          writeLocation(event.location(), event.block(), Optional.of(what(event)), -1);
          json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static String what(TracedEvent event) {
    return event.thread() + ": " + Op.NAMES.get(event.op()) + " " + event.target();
  }

  /** The other places that take part. */
  private void writeRelated(Finding finding) throws IOException {
    json.writeArrayFieldStart("relatedLocations");
    Set<String> places = new LinkedHashSet<>();
    for (TracedEvent event : finding.proof().map(Proof::events).orElse(List.of())) {
      if (event.location().isPresent() && places.add(event.location().get())) {
        Optional<String> message = Optional.of(what(event));
        writeLocation(event.location(), event.block(), message, places.size());
      }
    }
    json.writeEndArray();
  }

  // ---- places ----

  private void writeLocation(
      Optional<String> location, Optional<String> label, Optional<String> message, int id)
      throws IOException {
    json.writeStartObject();
    if (id >= 0) {
      json.writeNumberField("id", id);
    }
    Optional<Place> place = Place.of(location, label);
    if (place.isPresent()) {
      writePhysical(place.get());
    }
    if (label.isPresent()) {
      json.writeArrayFieldStart("logicalLocations");
      json.writeStartObject();
      json.writeStringField("name", Names.method(label.get()));
      json.writeStringField("fullyQualifiedName", label.get());
      json.writeStringField("kind", "function");
      json.writeEndObject();
      json.writeEndArray();
    }
    if (message.isPresent()) {
      writeText("message", message.get());
    }
    json.writeEndObject();
  }

  private void writePhysical(Place place) throws IOException {
    Optional<Excerpt> excerpt = place.excerpt(report);
    Optional<String> path = excerpt.map(Excerpt::path).filter(Sarif::isInProject);
    json.writeObjectFieldStart("physicalLocation");
    json.writeObjectFieldStart("artifactLocation");
    json.writeStringField("uri", uri(path.orElse(place.path())));
    json.writeStringField("uriBaseId", path.isPresent() ? PROJECT : SOURCE_ROOT);
    json.writeEndObject();
    json.writeObjectFieldStart("region");
    json.writeNumberField("startLine", place.line());
    if (excerpt.isPresent()) {
      int index = place.line() - excerpt.get().firstLine();
      json.writeObjectFieldStart("snippet");
      json.writeStringField("text", excerpt.get().lines().get(index));
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static boolean isInProject(String path) {
    return !path.startsWith("/") && !path.contains("!") && !path.contains(":");
  }

  /** A relative reference: whatever cannot stand in one is spelled in bytes. */
  private static String uri(String path) {
    StringBuilder uri = new StringBuilder();
    for (byte letter : path.getBytes(UTF_8)) {
      boolean isPlain =
          (letter >= 'a' && letter <= 'z')
              || (letter >= 'A' && letter <= 'Z')
              || (letter >= '0' && letter <= '9')
              || "-._~/$".indexOf(letter) >= 0;
      uri.append(
          isPlain ? Character.toString(letter) : String.format(Locale.ROOT, "%%%02X", letter));
    }
    return uri.toString();
  }

  private void writeText(String key, String text) throws IOException {
    json.writeObjectFieldStart(key);
    json.writeStringField("text", text);
    json.writeEndObject();
  }
}

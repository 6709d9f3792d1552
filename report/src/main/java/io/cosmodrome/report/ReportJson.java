package io.cosmodrome.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.trace.Op;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reports for programs, as {@code docs/report-schema.json} specifies them: one object, in UTF-8.
 */
public final class ReportJson {
  /** Raised when a key changes its meaning or goes. */
  public static final int FORMAT = 1;

  private ReportJson() {}

  /** Writes a report; the stream stays open. */
  public static void write(Report report, OutputStream out) throws IOException {
    try (JsonGenerator json = JsonOutput.to(out)) {
      json.writeStartObject();
      json.writeNumberField("format", FORMAT);
      json.writeStringField("subject", report.subject());
      json.writeStringField("engine", report.engine());
      json.writeStringField("command", report.command());
      json.writeStringField("verdict", report.verdict().name());
      write(json, "reasons", report.reasons());
      write(json, report.checked());
      json.writeArrayFieldStart("findings");
      for (Finding finding : report.findings()) {
        write(json, finding);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("blocks");
      for (BlockCount block : report.blocks()) {
        json.writeStartObject();
        json.writeStringField("label", block.label());
        json.writeNumberField("runs", block.runs());
        json.writeNumberField("violated", block.violated());
        json.writeEndObject();
      }
      json.writeEndArray();
      write(json, "specification", report.specification());
      json.writeArrayFieldStart("unusedSuppressions");
      for (Suppression suppression : report.unused()) {
        json.writeStartObject();
        json.writeStringField("pattern", suppression.pattern());
        json.writeStringField("reason", suppression.reason());
        json.writeNumberField("line", suppression.line());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("gone");
      for (KnownFinding known : report.gone()) {
        json.writeStartObject();
        json.writeStringField("fingerprint", known.fingerprint());
        json.writeStringField("rule", known.rule());
        json.writeStringField("block", known.block());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("sources");
      for (Excerpt excerpt : report.sources()) {
        json.writeStartObject();
        json.writeStringField("file", excerpt.file());
        json.writeStringField("path", excerpt.path());
        json.writeNumberField("firstLine", excerpt.firstLine());
        write(json, "lines", excerpt.lines());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  /**
   * Reads a report that {@link #write} wrote, whatever newer versions have added to it; the stream
   * stays open.
   *
   * @throws MalformedReportException if it is none, with the place
   */
  public static Report read(InputStream in) throws IOException {
    return ReportReader.report(JsonTree.read(in));
  }

  private static void write(JsonGenerator json, Checked checked) throws IOException {
    json.writeObjectFieldStart("checked");
    write(json, "classes", checked.classes());
    write(json, "skipped", checked.skipped());
    json.writeNumberField("blocks", checked.blocks());
    json.writeNumberField("threads", checked.threads());
    write(json, "events", checked.events());
    write(json, "conflicts", checked.conflicts());
    json.writeNumberField("failures", checked.failures());
    json.writeArrayFieldStart("limits");
    for (Limit limit : checked.limits()) {
      json.writeStartObject();
      json.writeStringField("name", limit.name());
      json.writeStringField("text", limit.text());
      json.writeEndObject();
    }
    json.writeEndArray();
    write(json, "unmodelled", checked.unmodelled());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Finding finding) throws IOException {
    json.writeStartObject();
    json.writeStringField("rule", finding.rule());
    json.writeStringField("id", finding.id());
    json.writeStringField("fingerprint", finding.fingerprint());
    json.writeStringField("status", finding.status().key());
    write(json, "reason", finding.reason());
    write(json, "block", finding.block());
    write(json, "location", finding.location());
    json.writeNumberField("count", finding.count());
    write(json, "around", finding.around());
    write(json, "tests", finding.tests());
    Hints hints = Hints.of(finding);
    write(json, "pattern", hints.pattern());
    write(json, "hints", hints.sentences());
    json.writeArrayFieldStart("proofs");
    for (Proof proof : finding.proofs()) {
      json.writeStartObject();
      json.writeStringField("thread", proof.thread());
      json.writeArrayFieldStart("conflicts");
      for (Conflict conflict : proof.conflicts()) {
        json.writeStartObject();
        write(json, "source", conflict.source());
        write(json, "destination", conflict.destination());
        json.writeBooleanField("racing", conflict.racing());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("starts");
      for (ThreadStart start : proof.starts()) {
        json.writeStartObject();
        json.writeStringField("thread", start.thread());
        write(json, "by", start.by());
        write(json, "method", start.method());
        write(json, "location", start.location());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String key, TracedEvent event) throws IOException {
    json.writeObjectFieldStart(key);
    json.writeNumberField("step", event.position());
    json.writeStringField("thread", event.thread());
    json.writeStringField("op", Op.NAMES.get(event.op()));
    json.writeStringField("target", event.target());
    write(json, "location", event.location());
    write(json, "method", event.block());
    write(json, "transaction", event.transaction());
    if (event.locks().isPresent()) {
      write(json, "locks", event.locks().get());
    } else {
      json.writeNullField("locks");
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String key, List<String> values)
      throws IOException {
    json.writeArrayFieldStart(key);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, String key, Optional<String> value)
      throws IOException {
    json.writeFieldName(key);
    if (value.isPresent()) {
      json.writeString(value.get());
    } else {
      json.writeNull();
    }
  }

  private static void write(JsonGenerator json, String key, OptionalLong value) throws IOException {
    json.writeFieldName(key);
    if (value.isPresent()) {
      json.writeNumber(value.getAsLong());
    } else {
      json.writeNull();
    }
  }
}

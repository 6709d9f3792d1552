package io.cosmodrome.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cosmodrome.analysis.EngineVerdict;
import io.cosmodrome.analysis.TraceVerdict;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Edge;
import io.cosmodrome.check.Guarantee;
import io.cosmodrome.check.Violation;
import io.cosmodrome.check.Witness;
import io.cosmodrome.report.JsonLine;
import io.cosmodrome.trace.SymbolTable;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/**
 * What is known about one trace, for programs: a JSON object for each engine, on a line of its own.
 *
 * <p>A public interface, specified in {@code docs/json.md}. Keys may be added; when one changes its
 * meaning or goes, {@link #FORMAT} is raised.
 */
final class JsonReport {
  static final int FORMAT = 1;

  private final OutputStream out;

  JsonReport(OutputStream out) {
    this.out = out;
  }

  void write(String trace, TraceVerdict verdict) throws IOException {
    for (EngineVerdict engine : verdict.engines()) {
      try (JsonLine line = new JsonLine(out)) {
        write(line.json(), trace, verdict, engine);
      }
    }
  }

  /** A trace that could not be checked. */
  void writeError(String trace, List<CheckerSpec> engines, String error) throws IOException {
    for (CheckerSpec engine : engines) {
      try (JsonLine line = new JsonLine(out)) {
        JsonGenerator json = line.json();
        writeHead(json, trace, engine, Verdict.UNKNOWN);
        json.writeStringField("error", error);
      }
    }
  }

  private static void writeHead(
      JsonGenerator json, String trace, CheckerSpec engine, Verdict verdict) throws IOException {
    json.writeNumberField("format", FORMAT);
    json.writeStringField("trace", trace);
    json.writeStringField("engine", engine.name());
    json.writeStringField("verdict", verdict.name());
  }

  private static void write(
      JsonGenerator json, String trace, TraceVerdict verdict, EngineVerdict engine)
      throws IOException {
    CheckResult result = engine.result();
    writeHead(json, trace, engine.engine(), engine.verdict());
    json.writeArrayFieldStart("reasons");
    for (String reason : verdict.reasons()) {
      json.writeString(reason);
    }
    json.writeEndArray();
    json.writeNumberField("events", result.events());
    json.writeNumberField("threads", verdict.coverage().threads());
    json.writeNumberField("blocks", verdict.coverage().blocks());
    json.writeBooleanField("nonSerializable", result.nonSerializable());
    // an engine that may be late must not be read as if it were exact
    boolean isFirst = engine.engine().guarantees(Guarantee.FIRST_CYCLE_EVENT);
    json.writeFieldName(isFirst ? "firstCycleEvent" : "reportedAt");
    if (result.nonSerializable()) {
      json.writeNumber(result.cycleEvent());
    } else {
      json.writeNull();
    }
    json.writeBooleanField("explained", engine.isExplained());
    writeWitness(json, "cycle", result.cycle());
    json.writeNumberField("cycleLength", result.cycle().length());
    json.writeNumberField("violationCount", result.violationCount());
    json.writeArrayFieldStart("violations");
    for (Violation violation : result.violations()) {
      write(json, violation, verdict.symbols());
    }
    json.writeEndArray();
    json.writeObjectFieldStart("statistics");
    for (Map.Entry<String, Long> statistic : result.statistics().entrySet()) {
      json.writeNumberField(statistic.getKey(), statistic.getValue());
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Violation violation, Symbols symbols)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("begin", violation.begin());
    json.writeNumberField("at", violation.at());
    json.writeStringField("thread", symbols.threads().name(violation.thread()));
    writeName(json, "label", symbols.labels(), violation.label());
    json.writeNumberField("depth", violation.depth());
    writeWitness(json, "witness", violation.witness());
    json.writeNumberField("witnessLength", violation.witness().length());
    json.writeEndObject();
  }

  private static void writeName(JsonGenerator json, String key, SymbolTable table, int id)
      throws IOException {
    json.writeFieldName(key);
    if (id == Symbols.NONE) {
      json.writeNull();
    } else {
      json.writeString(table.name(id));
    }
  }

  private static void writeWitness(JsonGenerator json, String key, Witness witness)
      throws IOException {
    json.writeArrayFieldStart(key);
    for (Edge edge : witness.edges()) {
      json.writeStartArray();
      json.writeNumber(edge.source());
      json.writeNumber(edge.destination());
      json.writeEndArray();
    }
    json.writeEndArray();
  }
}

package io.cosmodrome.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.trace.Op;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Findings for programs, as {@code docs/json.md} specifies them. */
public final class FindingJson {
  private FindingJson() {}

  /** Writes the field {@code findings}. */
  public static void write(JsonGenerator json, List<Finding> findings) throws IOException {
    json.writeArrayFieldStart("findings");
    for (Finding finding : findings) {
      json.writeStartObject();
      json.writeStringField("rule", finding.rule());
      json.writeStringField("id", finding.id());
      json.writeStringField("fingerprint", finding.fingerprint());
      write(json, "block", finding.block());
      write(json, "location", finding.location().map(Names::place));
      json.writeStringField("thread", finding.thread());
      json.writeNumberField("count", finding.count());
      json.writeArrayFieldStart("around");
      for (String label : finding.around()) {
        json.writeString(label);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("witness");
      for (Conflict conflict : finding.witness()) {
        json.writeStartObject();
        write(json, "source", conflict.source());
        write(json, "destination", conflict.destination());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, String key, TracedEvent event) throws IOException {
    json.writeObjectFieldStart(key);
    json.writeNumberField("step", event.position());
    json.writeStringField("thread", event.thread());
    json.writeStringField("op", Op.NAMES.get(event.op()));
    json.writeStringField("target", event.target());
    write(json, "location", event.location().map(Names::place));
    write(json, "method", event.block());
    json.writeEndObject();
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
}

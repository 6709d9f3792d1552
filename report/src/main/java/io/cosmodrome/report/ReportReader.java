package io.cosmodrome.report;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.trace.Op;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Makes a report of what {@link ReportJson} wrote. */
final class ReportReader {
  private ReportReader() {}

  static Report report(JsonTree json) throws MalformedReportException {
    JsonTree format = json.get("format");
    if (format.count() != ReportJson.FORMAT) {
      throw format.expected(ReportJson.FORMAT + ", the only format that this version knows");
    }
    Verdict verdict = verdict(json.get("verdict"));
    List<String> reasons = json.texts("reasons");
    if (verdict == Verdict.UNKNOWN && reasons.isEmpty()) {
      throw json.get("reasons").expected("why the verdict is unknown");
    }
    return new Report(
        json.text("subject"),
        json.text("engine"),
        json.findText("command").orElse(""),
        verdict,
        reasons,
        checked(json.get("checked")),
        json.list("findings", ReportReader::finding),
        json.list("blocks", ReportReader::block),
        json.texts("specification"),
        json.list("unusedSuppressions", ReportReader::suppression),
        json.list("gone", ReportReader::known),
        json.list("sources", ReportReader::excerpt));
  }

  private static Verdict verdict(JsonTree json) throws MalformedReportException {
    String name = json.text();
    for (Verdict verdict : Verdict.values()) {
      if (verdict.name().equals(name)) {
        return verdict;
      }
    }
    throw json.expected("one of " + Arrays.toString(Verdict.values()));
  }

  private static Checked checked(JsonTree json) throws MalformedReportException {
    return new Checked(
        json.findCount("classes"),
        json.texts("skipped"),
        json.count("blocks"),
        json.count("threads"),
        json.findCount("events"),
        json.findCount("conflicts"),
        json.count("failures"),
        json.list("limits", limit -> new Limit(limit.text("name"), limit.text("text"))),
        json.texts("unmodelled"));
  }

  private static Finding finding(JsonTree json) throws MalformedReportException {
    return new Finding(
        json.text("rule"),
        json.findText("block"),
        json.findText("location"),
        json.texts("around"),
        json.list("proofs", ReportReader::proof),
        json.count("count"),
        status(json.get("status")),
        json.findText("reason"),
        json.texts("tests"));
  }

  private static Status status(JsonTree json) throws MalformedReportException {
    String key = json.text();
    for (Status status : Status.values()) {
      if (status.key().equals(key)) {
        return status;
      }
    }
    throw json.expected("one of " + Arrays.stream(Status.values()).map(Status::key).toList());
  }

  private static Proof proof(JsonTree json) throws MalformedReportException {
    List<Conflict> conflicts = json.list("conflicts", ReportReader::conflict);
    if (conflicts.isEmpty()) {
      throw json.expected("a proof with conflicts");
    }
    return new Proof(
        json.text("thread"), conflicts, json.list("starts", ReportReader::threadStart));
  }

  private static ThreadStart threadStart(JsonTree json) throws MalformedReportException {
    return new ThreadStart(
        json.text("thread"),
        json.findText("by"),
        json.findText("method"),
        json.findText("location"));
  }

  private static Conflict conflict(JsonTree json) throws MalformedReportException {
    return new Conflict(
        event(json.get("source")), event(json.get("destination")), json.isTrue("racing"));
  }

  private static TracedEvent event(JsonTree json) throws MalformedReportException {
    return new TracedEvent(
        json.count("step"),
        op(json.get("op")),
        json.text("thread"),
        json.text("target"),
        json.findText("location"),
        json.findText("method"),
        json.findText("transaction"),
        json.find("locks").isPresent() ? Optional.of(json.texts("locks")) : Optional.empty());
  }

  private static int op(JsonTree json) throws MalformedReportException {
    int op = Op.NAMES.indexOf(json.text());
    if (op < 0) {
      throw json.expected("one of " + Op.NAMES);
    }
    return op;
  }

  private static BlockCount block(JsonTree json) throws MalformedReportException {
    return new BlockCount(json.text("label"), json.count("runs"), json.count("violated"));
  }

  private static Suppression suppression(JsonTree json) throws MalformedReportException {
    return new Suppression(json.text("pattern"), json.text("reason"), (int) json.count("line"));
  }

  private static KnownFinding known(JsonTree json) throws MalformedReportException {
    return new KnownFinding(json.text("fingerprint"), json.text("rule"), json.text("block"));
  }

  private static Excerpt excerpt(JsonTree json) throws MalformedReportException {
    return new Excerpt(
        json.text("file"), json.text("path"), (int) json.count("firstLine"), json.texts("lines"));
  }
}

package io.cosmodrome.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import io.cosmodrome.analysis.TracedEvent;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the page's scripts draw from: JSON inside a page, so without {@code <} and in ASCII.
 *
 * <p>Compact, since there may be thousands of findings: every name is told once, in {@code
 * strings}, and an event is a list of numbers. {@code docs/page.md} has the details.
 */
final class HtmlData {
  private static final int FORMAT = 1;
  private static final int NONE = -1;
  private static final String CALLER = " < ";

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .configure(StreamWriteFeature.AUTO_CLOSE_TARGET, false)
          .configure(StreamWriteFeature.FLUSH_PASSED_TO_STREAM, false)
          .highestNonEscapedChar('~')
          .characterEscapes(new MarkupEscapes())
          .build();

  private final Report report;
  private final HtmlFindings findings;
  private final Map<String, Integer> strings = new LinkedHashMap<>(); // to their numbers
  private final Map<Excerpt, Integer> excerpts = new LinkedHashMap<>(); // to their numbers

  HtmlData(Report report, HtmlFindings findings) {
    this.report = report;
    this.findings = findings;
  }

  /** Nothing that could end the script element, or begin a comment in it. */
  private static final class MarkupEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    private final int[] escapes = standardAsciiEscapesForJSON();

    MarkupEscapes() {
      for (char c : "<>&".toCharArray()) {
        escapes[c] = ESCAPE_STANDARD;
      }
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return escapes.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return null;
    }
  }

  // ---- findings ----

  void writeFindings(Writer out) throws IOException {
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.writeStartObject();
      json.writeNumberField("format", FORMAT);
      json.writeArrayFieldStart("findings");
      for (int i = 0; i < report.findings().size(); i++) {
        write(json, i);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("sources");
      for (Excerpt excerpt : excerpts.keySet()) {
        json.writeStartArray();
        json.writeString(Html.visible(excerpt.path()));
        json.writeNumber(excerpt.firstLine());
        for (String line : excerpt.lines()) {
          json.writeString(Html.visible(line));
        }
        json.writeEndArray();
      }
      json.writeEndArray();
      // last, since only now all are known
      json.writeArrayFieldStart("strings");
      String previous = "";
      for (String string : strings.keySet()) {
        String visible = Html.visible(string);
        json.writeString(frontCoded(previous, visible));
        previous = visible;
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private void write(JsonGenerator json, int i) throws IOException {
    Finding finding = report.findings().get(i);
    json.writeStartArray();
    json.writeString(findings.anchor(i));
    writeNumbers(json, finding.tests());
    for (Proof proof : findings.proofs(i)) {
      write(json, HtmlFindings.words(finding, proof), i < HtmlFindings.WITH_SOURCE);
    }
    json.writeEndArray();
  }

  private void write(JsonGenerator json, ProofWords words, boolean hasSource) throws IOException {
    List<String> threads = words.threads();
    json.writeStartArray();
    json.writeNumber(words.blamesBlock() ? 1 : 0);
    json.writeStartArray();
    for (String thread : threads) {
      json.writeStartArray();
      json.writeNumber(number(thread));
      if (words.block(thread).isPresent()) {
        String label = Html.visible(words.block(thread).get());
        int end = Names.withoutParameters(label).length();
        json.writeNumber(number(label));
        json.writeNumber(
            end - Names.classAndMethod(label).length()); // the short name is part of it
        json.writeNumber(end);
      }
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeStartArray();
    for (TracedEvent event : words.events()) {
      write(json, event, words, hasSource);
    }
    json.writeEndArray();
    json.writeStartArray();
    for (int i = 0; i < words.steps(); i++) {
      json.writeStartArray();
      json.writeNumber(words.index(words.conflict(i).source()));
      json.writeNumber(words.index(words.conflict(i).destination()));
      json.writeNumber(number(words.kind(i)));
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndArray();
  }

  private void write(JsonGenerator json, TracedEvent event, ProofWords words, boolean hasSource)
      throws IOException {
    json.writeStartArray();
    json.writeNumber(event.position());
    json.writeNumber(words.threads().indexOf(event.thread()));
    json.writeNumber(number(ProofWords.noun(event)));
    json.writeNumber(number(event.target()));
    boolean isOfLane = event.block().equals(words.block(event.thread()));
    json.writeNumber(isOfLane ? NONE : number(event.block()));
    writeNumbers(json, event.location().map(at -> List.of(at.split(CALLER))).orElse(List.of()));
    writeNumbers(json, event.locks().orElse(List.of()));
    if (hasSource) {
      Optional<Excerpt> excerpt =
          Place.of(event.location(), event.block()).flatMap(place -> place.excerpt(report));
      if (excerpt.isPresent()) {
        json.writeNumber(excerpts.computeIfAbsent(excerpt.get(), e -> excerpts.size()));
      }
    }
    json.writeEndArray();
  }

  private void writeNumbers(JsonGenerator json, List<String> values) throws IOException {
    json.writeStartArray();
    for (String value : values) {
      json.writeNumber(number(value));
    }
    json.writeEndArray();
  }

  private int number(Optional<String> string) {
    return string.map(this::number).orElse(NONE);
  }

  private int number(String string) {
    return strings.computeIfAbsent(string, s -> strings.size());
  }

  /** A digit in base 36, how many letters it shares with the one before, and its other letters. */
  private static String frontCoded(String previous, String text) {
    int most = Math.min(Character.MAX_RADIX - 1, Math.min(previous.length(), text.length()));
    int shared = 0;
    while (shared < most && previous.charAt(shared) == text.charAt(shared)) {
      shared++;
    }
    return Character.forDigit(shared, Character.MAX_RADIX) + text.substring(shared);
  }

  // ---- blocks ----

  /**
   * A list for each class: its name, then for each block its name, the number of its parameters'
   * list, how often it ran, and, if ever, how often it was not atomic. At the end the lists of
   * parameters.
   */
  void writeBlocks(Writer out) throws IOException {
    Map<String, Integer> parameters = new LinkedHashMap<>();
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.writeStartArray();
      json.writeStartArray();
      @Nullable String open = null;
      String previous = "";
      for (BlockCount block : report.blocks()) {
        String label = block.label();
        String type = Names.classPrefix(label);
        if (!type.equals(open)) {
          if (open != null) {
            json.writeEndArray();
          }
          json.writeStartArray();
          json.writeString(Html.visible(type));
          open = type;
          previous = "";
        }
        String full = Names.withoutParameters(label);
        String name = Html.visible(full.substring(type.length()));
        json.writeStartArray();
        json.writeString(frontCoded(previous, name));
        json.writeNumber(
            parameters.computeIfAbsent(label.substring(full.length()), s -> parameters.size()));
        json.writeNumber(block.runs());
        if (block.violated() > 0) {
          json.writeNumber(block.violated());
        }
        json.writeEndArray();
        previous = name;
      }
      if (open != null) {
        json.writeEndArray();
      }
      json.writeEndArray();
      json.writeStartArray();
      for (String list : parameters.keySet()) {
        json.writeString(Html.visible(list));
      }
      json.writeEndArray();
      json.writeEndArray();
    }
  }
}

package io.cosmodrome.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A value of a JSON text that knows its place, so that whoever expected another can say where. In
 * memory as a whole. Keys that nobody asks for do not matter.
 */
final class JsonTree {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final @Nullable Object
      value; // a Map or List of trees, String, Long, Double, Boolean or null
  private final String path; // as findings[2].status
  private final JsonLocation place;

  private JsonTree(@Nullable Object value, String path, JsonLocation place) {
    this.value = value;
    this.path = path;
    this.place = place;
  }

  /** Reads one value, and makes sure that nothing follows. The stream stays open. */
  static JsonTree read(InputStream in) throws IOException {
    try (JsonParser json = FACTORY.createParser(in).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)) {
      json.nextToken();
      JsonTree tree = value(json, "");
      if (json.nextToken() != null) {
        throw new MalformedReportException(
            "expected the end, found " + json.getText() + at(json.currentTokenLocation()));
      }
      return tree;
    } catch (JsonProcessingException e) {
      throw new MalformedReportException(e.getOriginalMessage() + at(e.getLocation()));
    }
  }

  private static String at(@Nullable JsonLocation place) {
    return place == null ? "" : " at line " + place.getLineNr() + ", column " + place.getColumnNr();
  }

  private static JsonTree value(JsonParser json, String path) throws IOException {
    JsonLocation place = json.currentTokenLocation();
    @Nullable JsonToken token = json.currentToken();
    if (token == null) {
      throw new MalformedReportException("expected a report, found nothing");
    }
    @Nullable Object value =
        switch (token) {
          case START_OBJECT -> object(json, path);
          case START_ARRAY -> array(json, path);
          case VALUE_STRING -> json.getText();
          case VALUE_NUMBER_INT -> number(json, path);
          case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
          case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
          case VALUE_NULL -> null;
          default ->
              throw new MalformedReportException(
                  name(path) + ": did not expect " + json.getText() + at(place));
        };
    return new JsonTree(value, path, place);
  }

  private static Map<String, JsonTree> object(JsonParser json, String path) throws IOException {
    Map<String, JsonTree> members = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      members.put(key, value(json, path.isEmpty() ? key : path + "." + key));
    }
    return members;
  }

  private static List<JsonTree> array(JsonParser json, String path) throws IOException {
    List<JsonTree> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(json, path + "[" + elements.size() + "]"));
    }
    return elements;
  }

  private static long number(JsonParser json, String path) throws IOException {
    if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw new MalformedReportException(
          name(path) + ": the number is too large" + at(json.currentTokenLocation()));
    }
    return json.getLongValue();
  }

  private static String name(String path) {
    return path.isEmpty() ? "the report" : path;
  }

  MalformedReportException expected(String what) {
    String found =
        value instanceof Map
            ? "an object"
            : value instanceof List
                ? "a list"
                : value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
    return new MalformedReportException(
        name(path) + ": expected " + what + ", found " + found + at(place));
  }

  /** The value of a key that must be there. */
  JsonTree get(String key) throws MalformedReportException {
    JsonTree member = members().get(key);
    if (member == null) {
      throw new MalformedReportException(
          name(path) + ": expected the key \"" + key + "\", found none" + at(place));
    }
    return member;
  }

  /** The value of a key, unless it is missing or null. */
  Optional<JsonTree> find(String key) throws MalformedReportException {
    return Optional.ofNullable(members().get(key)).filter(member -> member.value != null);
  }

  @SuppressWarnings("unchecked") // only we make these maps
  private Map<String, JsonTree> members() throws MalformedReportException {
    if (value instanceof Map) {
      return (Map<String, JsonTree>) value;
    }
    throw expected("an object");
  }

  @SuppressWarnings("unchecked") // only we make these lists
  List<JsonTree> elements() throws MalformedReportException {
    if (value instanceof List) {
      return (List<JsonTree>) value;
    }
    throw expected("a list");
  }

  String text() throws MalformedReportException {
    if (value instanceof String text) {
      return text;
    }
    throw expected("a text");
  }

  /** A number that counts something: not below 0. */
  long count() throws MalformedReportException {
    if (value instanceof Long number && number >= 0) {
      return number;
    }
    throw expected("a number from 0 on");
  }

  // ---- of keys ----

  String text(String key) throws MalformedReportException {
    return get(key).text();
  }

  long count(String key) throws MalformedReportException {
    return get(key).count();
  }

  /** Null and a missing key are nothing. */
  Optional<String> findText(String key) throws MalformedReportException {
    Optional<JsonTree> member = find(key);
    return member.isPresent() ? Optional.of(member.get().text()) : Optional.empty();
  }

  /** Null and a missing key are nothing. */
  OptionalLong findCount(String key) throws MalformedReportException {
    Optional<JsonTree> member = find(key);
    return member.isPresent() ? OptionalLong.of(member.get().count()) : OptionalLong.empty();
  }

  /** A missing key is false. */
  boolean isTrue(String key) throws MalformedReportException {
    Optional<JsonTree> member = find(key);
    if (member.isEmpty()) {
      return false;
    }
    if (member.get().value instanceof Boolean isTrue) {
      return isTrue;
    }
    throw member.get().expected("true or false");
  }

  /** A missing key is an empty list. */
  List<String> texts(String key) throws MalformedReportException {
    return list(key, JsonTree::text);
  }

  /** A missing key is an empty list. */
  <T> List<T> list(String key, Reader<T> reader) throws MalformedReportException {
    List<T> list = new ArrayList<>();
    Optional<JsonTree> member = find(key);
    if (member.isPresent()) {
      for (JsonTree element : member.get().elements()) {
        list.add(reader.read(element));
      }
    }
    return list;
  }

  /** Makes something of a value. */
  @FunctionalInterface
  interface Reader<T> {
    T read(JsonTree tree) throws MalformedReportException;
  }
}

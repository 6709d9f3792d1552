package io.cosmodrome.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/** One JSON object on a line of its own, in UTF-8. The stream stays open. */
public final class JsonLine implements Closeable {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().configure(StreamWriteFeature.AUTO_CLOSE_TARGET, false).build();

  private final JsonGenerator json;

  public JsonLine(OutputStream out) throws IOException {
    json = FACTORY.createGenerator(out);
    json.writeStartObject();
  }

  /** Takes the object's fields. */
  public JsonGenerator json() {
    return json;
  }

  @Override
  public void close() throws IOException {
    json.writeEndObject();
    json.writeRaw('\n');
    json.close();
  }
}

package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;

/**
 * How JSON is written, in UTF-8: by way of a writer, since names of a program may have halves of
 * characters. The generator's own encoder refuses those, the writer replaces them.
 */
final class JsonOutput {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().configure(StreamWriteFeature.AUTO_CLOSE_TARGET, false).build();

  private JsonOutput() {}

  /** A generator whose end leaves the stream open. */
  static JsonGenerator to(OutputStream out) throws IOException {
    return FACTORY.createGenerator(new OutputStreamWriter(out, UTF_8));
  }
}

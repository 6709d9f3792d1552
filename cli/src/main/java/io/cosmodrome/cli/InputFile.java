package io.cosmodrome.cli;

import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.format.TraceFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A trace that can be read again and again.
 *
 * @param name how messages and results call it: as the user did
 * @param path where it is
 * @param format its format; found by suffix or content when empty
 */
record InputFile(String name, Path path, Optional<TraceFormat> format) {

  TraceFile open(ReadOptions options) throws IOException {
    return format.isEmpty()
        ? TraceFormats.open(path, options)
        : TraceFormats.open(Files.newInputStream(path), name, format, options);
  }

  /** Its size in bytes, or 0 if that cannot be told. */
  long size() {
    return path.toFile().length();
  }
}

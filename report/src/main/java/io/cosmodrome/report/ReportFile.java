package io.cosmodrome.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A report that somebody wants to have, and where. */
public record ReportFile(ReportFormat format, Path path) {

  /** Writes it, whole or not at all: if that fails, an earlier report is still there. */
  public void write(Report report) throws IOException {
    if (Files.isDirectory(path)) {
      throw new IOException(path + " is a directory; expected the name of a file");
    }
    @Nullable Path directory = path.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    try (OutputFile file = new OutputFile(path, true)) {
      format.write(report, file.stream());
      file.commit();
    }
  }
}

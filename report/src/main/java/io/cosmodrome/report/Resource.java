package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/** Texts that are in the jar beside this class. */
final class Resource {
  /** The jar, opened once: to ask the class loader for each text takes longer than to read it. */
  private static final @Nullable JarFile JAR = jar();

  private Resource() {}

  static String text(String name) {
    try (InputStream in = open(name)) {
      if (in == null) {
        throw new IllegalStateException("not in this jar: " + name);
      }
      return new String(in.readAllBytes(), UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable InputStream open(String name) throws IOException {
    if (JAR == null) {
      return Resource.class.getResourceAsStream(name);
    }
    String directory = Resource.class.getPackageName().replace('.', '/') + "/";
    ZipEntry entry = JAR.getEntry(directory + name);
    return entry == null ? null : JAR.getInputStream(entry);
  }

  private static @Nullable JarFile jar() {
    URL self = Resource.class.getResource("Resource.class");
    try {
      return self != null && self.openConnection() instanceof JarURLConnection connection
          ? connection.getJarFile()
          : null;
    } catch (IOException e) {
      return null;
    }
  }
}

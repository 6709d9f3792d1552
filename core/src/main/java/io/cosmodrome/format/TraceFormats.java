package io.cosmodrome.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The trace formats, in the order in which users see them, and how a file's format is found. */
public final class TraceFormats {
  static final TraceFormat STD = new StdFormat();
  static final TraceFormat RR = new RrFormat();
  static final TraceFormat CDT = new CdtFormat();

  public static final List<TraceFormat> ALL = List.of(STD, RR, CDT);

  private TraceFormats() {}

  /** The format of this name. */
  public static TraceFormat named(String name) {
    for (TraceFormat format : ALL) {
      if (format.name().equals(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException("unknown trace format \"" + name + "\"; known: " + names());
  }

  public static List<String> names() {
    return ALL.stream().map(TraceFormat::name).toList();
  }

  /** The format whose suffix the file has, {@code .gz} or {@code .zst} after it left aside. */
  public static Optional<TraceFormat> forFileName(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    if (name.endsWith(".gz") || name.endsWith(".zst")) {
      name = name.substring(0, name.lastIndexOf('.'));
    }
    for (TraceFormat format : ALL) {
      if (format.suffixes().stream().anyMatch(name::endsWith)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /**
   * Opens a file. It is {@code cdt} if it starts like one; otherwise the suffix tells, and if there
   * is none that is known, the content.
   */
  public static TraceFile open(Path file, ReadOptions options) throws IOException {
    TraceInput input = TraceInput.of(file);
    try {
      byte[] head = input.peek();
      Optional<TraceFormat> format =
          Cdt.looksLike(head) ? Optional.of(CDT) : forFileName(file.toString());
      return format.orElseGet(() -> forContent(head)).reader(input, options);
    } catch (IOException | RuntimeException e) {
      input.close();
      throw e;
    }
  }

  /**
   * Opens a stream, for example the standard input.
   *
   * @param name how error messages of the caller name it
   * @param format its format; found by its content when empty
   */
  public static TraceFile open(
      InputStream in, String name, Optional<TraceFormat> format, ReadOptions options)
      throws IOException {
    TraceInput input = TraceInput.of(in, name);
    byte[] head = input.peek();
    return format.orElseGet(() -> forContent(head)).reader(input, options);
  }

  private static TraceFormat forContent(byte[] head) {
    if (Cdt.looksLike(head)) {
      return CDT;
    }
    return RrFormat.looksLike(head) ? RR : STD;
  }
}

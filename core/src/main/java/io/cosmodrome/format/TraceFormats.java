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

  public static final List<TraceFormat> ALL = List.of(STD, RR);

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

  /** Opens a file in the format that its suffix tells, else its content. */
  public static TraceFile open(Path file, ReadOptions options) throws IOException {
    return open(TraceInput.of(file), forFileName(file.toString()), options);
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
    return open(TraceInput.of(in, name), format, options);
  }

  private static TraceFile open(TraceInput input, Optional<TraceFormat> format, ReadOptions options)
      throws IOException {
    try {
      TraceFormat chosen = format.isPresent() ? format.get() : sniff(input);
      return chosen.reader(input, options);
    } catch (IOException | RuntimeException e) {
      input.close();
      throw e;
    }
  }

  private static TraceFormat sniff(TraceInput input) throws IOException {
    return RrFormat.looksLike(input.peek()) ? RR : STD;
  }
}

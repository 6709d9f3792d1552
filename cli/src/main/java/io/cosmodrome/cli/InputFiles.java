package io.cosmodrome.cli;

import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.format.TraceFormats;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The traces that a user named: files, directories searched for files with known suffixes, and the
 * standard input.
 *
 * <p>The standard input is copied to a temporary file, since explanations need a second look; the
 * copy is deleted by {@link #close}.
 */
final class InputFiles implements Closeable {
  static final String STDIN = "-";

  private final Optional<TraceFormat> format;
  private final InputStream stdin;
  private final List<Path> copies = new ArrayList<>();

  /**
   * @param format of all files; found one by one when empty
   */
  InputFiles(Optional<TraceFormat> format, InputStream stdin) {
    this.format = format;
    this.stdin = stdin;
  }

  /**
   * Opens one trace to be read once, the standard input without a copy.
   *
   * @throws BadInputException if it is a directory
   */
  static TraceFile open(
      String argument, Optional<TraceFormat> format, InputStream stdin, ReadOptions options)
      throws IOException {
    if (argument.equals(STDIN)) {
      return TraceFormats.open(stdin, STDIN, format, options);
    }
    Path path = Path.of(argument);
    if (Files.isDirectory(path)) {
      throw new BadInputException("is a directory; expected a trace");
    }
    return new InputFile(argument, path, format).open(options);
  }

  private InputFile file(String argument) throws IOException {
    if (argument.equals(STDIN)) {
      Path copy = Files.createTempFile("cosmodrome-stdin", ".trace");
      copies.add(copy);
      copy.toFile().deleteOnExit(); // if the user interrupts us
      Files.copy(stdin, copy, StandardCopyOption.REPLACE_EXISTING);
      return new InputFile(STDIN, copy, format);
    }
    Path path = Path.of(argument);
    if (!Files.exists(path)) {
      throw new NoSuchFileException(argument);
    }
    return new InputFile(argument, path, format);
  }

  /**
   * The traces behind one argument.
   *
   * @throws BadInputException if there is none
   */
  List<InputFile> expand(String argument) throws IOException {
    return Files.isDirectory(Path.of(argument)) && !argument.equals(STDIN)
        ? search(Path.of(argument))
        : List.of(file(argument));
  }

  private List<InputFile> search(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      List<InputFile> found =
          paths
              .filter(path -> TraceFormats.forFileName(path.toString()).isPresent())
              .filter(Files::isRegularFile)
              .sorted()
              .map(path -> new InputFile(path.toString(), path, format))
              .toList();
      if (found.isEmpty()) {
        List<String> suffixes =
            TraceFormats.ALL.stream().flatMap(known -> known.suffixes().stream()).toList();
        throw new BadInputException("no trace in this directory; known suffixes: " + suffixes);
      }
      return found;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void close() throws IOException {
    for (Path copy : copies) {
      Files.deleteIfExists(copy);
    }
  }
}

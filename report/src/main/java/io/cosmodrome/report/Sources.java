package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.analysis.TracedEvent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Where source files are: directories and archives that packages start in, such as {@code
 * src/main/java} and {@code acme-sources.jar}. A file is found by its name and by the package of
 * the method that a place is in. What is missing or cannot be read is left out; nothing fails.
 *
 * <p>Reads nothing outside of what was named: names come from the program.
 */
public final class Sources {
  private static final int AROUND = 3; // lines before and after a place
  private static final long LARGEST = 4 << 20; // bytes of a file: no person wrote more

  // on Windows not a colon in C:\sources
  private static final Pattern SEPARATOR =
      Pattern.compile(File.separatorChar == '\\' ? ":(?![\\\\/])" : ":");

  private final List<Path> roots = new ArrayList<>();

  /**
   * @param paths directories and archives with colons between
   */
  public Sources(String paths) {
    for (String path : SEPARATOR.split(paths, -1)) {
      try {
        if (!path.isBlank()) {
          roots.add(Path.of(path.strip()).normalize());
        }
      } catch (InvalidPathException e) {
        // no such file can be there
      }
    }
  }

  /** The report with the lines around every place that its findings name. */
  public Report addTo(Report report) {
    Map<String, String> files = new LinkedHashMap<>(); // contents by path
    Map<String, String> names = new LinkedHashMap<>();
    Map<String, SortedSet<Integer>> lines = new LinkedHashMap<>();
    for (Place place : places(report)) {
      for (Path root : roots) {
        String path = pathIn(root, place);
        String content = files.computeIfAbsent(path, p -> read(root, place).orElse(""));
        if (!content.isEmpty()) {
          names.put(path, place.file());
          lines.computeIfAbsent(path, p -> new TreeSet<>()).add(place.line());
          break;
        }
      }
    }
    List<Excerpt> excerpts = new ArrayList<>();
    lines.forEach(
        (path, wanted) ->
            excerpts.addAll(
                excerpts(
                    names.getOrDefault(path, ""),
                    path,
                    files.getOrDefault(path, "").split("\\R", -1),
                    wanted)));
    return report.withSources(excerpts);
  }

  private static Set<Place> places(Report report) {
    Set<Place> places = new LinkedHashSet<>();
    for (Finding finding : report.findings()) {
      Place.of(finding.location(), finding.block()).ifPresent(places::add);
      for (Proof proof : finding.proofs()) {
        for (TracedEvent event : proof.events()) {
          Place.of(event.location(), event.block()).ifPresent(places::add);
        }
      }
    }
    return places;
  }

  /** Excerpts that do not overlap; a line that the file does not have has none. */
  private static List<Excerpt> excerpts(
      String file, String path, String[] content, SortedSet<Integer> wanted) {
    List<Excerpt> excerpts = new ArrayList<>();
    int first = 0;
    int last = -1;
    for (int line : wanted) {
      if (line > content.length) {
        break;
      }
      int from = Math.max(1, line - AROUND);
      if (last >= 0 && from > last + 1) {
        excerpts.add(new Excerpt(file, path, first, List.of(content).subList(first - 1, last)));
      }
      first = last < 0 || from > last + 1 ? from : first;
      last = Math.min(content.length, line + AROUND);
    }
    if (last >= 0) {
      excerpts.add(new Excerpt(file, path, first, List.of(content).subList(first - 1, last)));
    }
    return excerpts;
  }

  private static boolean isArchive(Path root) {
    return Files.isRegularFile(root);
  }

  /** As {@link Excerpt#path} says. */
  private static String pathIn(Path root, Place place) {
    Path here = Path.of("").toAbsolutePath();
    Path absolute = root.toAbsolutePath().normalize();
    Path shown = absolute.startsWith(here) ? here.relativize(absolute) : absolute;
    String path = shown.toString().replace('\\', '/');
    String separator = isArchive(root) ? "!/" : path.isEmpty() || path.endsWith("/") ? "" : "/";
    return path + separator + place.path();
  }

  private static Optional<String> read(Path root, Place place) {
    try {
      return isArchive(root) ? readEntry(root, place) : readFile(root, place);
    } catch (IOException | InvalidPathException | SecurityException e) {
      return Optional.empty(); // reports do without
    }
  }

  private static Optional<String> readFile(Path root, Place place) throws IOException {
    Path base = root.toAbsolutePath().normalize();
    Path file = base.resolve(place.path()).normalize();
    boolean isThere =
        file.startsWith(base) && Files.isRegularFile(file) && Files.size(file) <= LARGEST;
    return isThere ? Optional.of(new String(Files.readAllBytes(file), UTF_8)) : Optional.empty();
  }

  private static Optional<String> readEntry(Path archive, Place place) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      ZipEntry entry = zip.getEntry(place.path());
      if (entry == null || entry.isDirectory() || entry.getSize() > LARGEST) {
        return Optional.empty();
      }
      try (var content = zip.getInputStream(entry)) {
        return Optional.of(new String(content.readNBytes((int) LARGEST), UTF_8));
      }
    }
  }
}

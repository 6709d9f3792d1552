package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {
  private static final String SOURCE =
      IntStream.rangeClosed(1, 40).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));

  @TempDir private Path directory;

  /** Places in com/acme/Bank.java, lines 22, 23, 31, 33 and 36. */
  private static final Report REPORT =
      FormatSamples.report(Verdict.VIOLATION, List.of(), Samples.transfer());

  private static Report at(String location, String block) {
    return FormatSamples.report(
        Verdict.VIOLATION,
        List.of(),
        Finding.of(
            Finding.VIOLATED,
            Optional.of(block),
            Optional.of(location),
            List.of(),
            Optional.empty()));
  }

  private Path write(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private static List<Excerpt> found(Report report, Path... roots) {
    String paths = List.of(roots).stream().map(Path::toString).collect(Collectors.joining(":"));
    return new Sources(paths).addTo(report).sources();
  }

  @Test
  void linesAroundEveryPlace_areShownOnce() throws IOException {
    write("src/com/acme/Bank.java", SOURCE);

    List<Excerpt> excerpts = found(REPORT, directory.resolve("src"));

    assertThat(excerpts).extracting(Excerpt::file).containsOnly("Bank.java");
    assertThat(excerpts)
        .extracting(e -> e.firstLine() + "-" + (e.firstLine() + e.lines().size() - 1))
        .containsExactly("19-26", "28-39");
    assertThat(excerpts.get(0).lines()).startsWith("line 19").endsWith("line 26");
    assertThat(excerpts.get(0).path()).endsWith("/src/com/acme/Bank.java");
  }

  @Test
  void archives_areSearchedAndNamed() throws IOException {
    Path jar = directory.resolve("acme-sources.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("com/acme/Bank.java"));
      zip.write(SOURCE.getBytes(StandardCharsets.UTF_8));
    }

    assertThat(found(REPORT, jar))
        .hasSize(2)
        .allMatch(e -> e.path().endsWith("/acme-sources.jar!/com/acme/Bank.java"));
  }

  @Test
  void firstRootThatHasTheFile_counts() throws IOException {
    write("two/com/acme/Bank.java", SOURCE);
    write("three/com/acme/Bank.java", "other");

    assertThat(
            found(
                REPORT,
                directory.resolve("one"),
                directory.resolve("two"),
                directory.resolve("three")))
        .hasSize(2)
        .allMatch(e -> e.path().endsWith("/two/com/acme/Bank.java"));
  }

  @Test
  void whatIsMissingOrUnreadable_isNoError() throws IOException {
    Path broken = write("broken.jar", "no archive");
    Files.createDirectories(directory.resolve("dir/com/acme/Bank.java"));
    write("short/com/acme/Bank.java", "one line");
    write("elsewhere/Bank.java", SOURCE);

    assertThat(found(REPORT, broken)).isEmpty();
    assertThat(found(REPORT, directory.resolve("dir"))).isEmpty();
    assertThat(found(REPORT, directory.resolve("short"))).isEmpty();
    assertThat(found(REPORT, directory.resolve("elsewhere"))).isEmpty();
    assertThat(found(REPORT, directory.resolve("nowhere"))).isEmpty();
    assertThat(new Sources("").addTo(REPORT)).isEqualTo(REPORT);
    assertThat(new Sources("\u0000::").addTo(REPORT)).isEqualTo(REPORT);
  }

  @Test
  void namesOfTheProgram_leadNowhereElse() throws IOException {
    Path secret = write("secret.txt", SOURCE);
    Path root = Files.createDirectories(directory.resolve("src"));

    assertThat(found(at("../secret.txt:1", "A.b()"), root)).isEmpty();
    assertThat(found(at("secret.txt:1", directory + "/x.A.b()"), root)).isEmpty();
    assertThat(found(at(secret + ":1", "A.b()"), root)).isEmpty();
    assertThat(found(at("secret.txt:1", "../A.B.c()"), root)).isEmpty();
    assertThat(found(at("secret.txt:1", "A.b()"), directory)).hasSize(1);
  }

  @Test
  void place_findsItsExcerptByLineAndPackage() {
    Excerpt other = new Excerpt("Bank.java", "src/org/other/Bank.java", 1, List.of("a", "b"));
    Excerpt right = new Excerpt("Bank.java", "src/com/acme/Bank.java", 1, List.of("c", "d"));
    Report report = REPORT.withSources(List.of(other, right));
    Optional<String> label = Optional.of("com.acme.Bank$Account.add(int)");

    assertThat(Place.of(Optional.of("Bank.java:2 < A.java:1"), label).orElseThrow().excerpt(report))
        .contains(right);
    assertThat(Place.of(Optional.of("Bank.java:3"), label).orElseThrow().excerpt(report)).isEmpty();
    assertThat(Place.of(Optional.of("Bank.java"), label)).isEmpty();
    assertThat(Place.of(Optional.of("Bank.java:99999999999"), label)).isEmpty();
  }
}

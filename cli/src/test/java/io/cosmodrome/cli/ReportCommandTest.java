package io.cosmodrome.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.cosmodrome.report.ReportFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of {@code check}, {@code report} and {@code diff}, and which findings count. */
class ReportCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;
  private Path violation;
  private Path clean;
  private Path cycle;

  @BeforeEach
  void writeTraces() {
    violation = Traces.write(directory, "violation.std", Traces.VIOLATION);
    clean = Traces.write(directory, "clean.std", Traces.CLEAN);
    cycle = Traces.write(directory, "cycle.std", Traces.CYCLE);
  }

  private Path file(String name, String... lines) throws IOException {
    return Files.write(directory.resolve(name), List.of(lines));
  }

  private Path report(String name, Object... traces) {
    Path file = directory.resolve(name);
    Object[] args = new Object[traces.length + 2];
    args[0] = "check";
    args[1] = "--report=json=" + file;
    System.arraycopy(traces, 0, args, 2, traces.length);
    Cli.run(args);
    return file;
  }

  @Test
  void reportsOfTheCorpus_areWhatTheSchemaSays() throws IOException {
    Path file = report("corpus.json", "../corpus/features", "../corpus/aerodrome");
    JsonNode report = JSON.readTree(file.toFile());
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(JSON.readTree(Path.of("../docs/report-schema.json").toFile()));

    assertThat(schema.validate(report)).isEmpty();
    assertThat(report.get("findings")).hasSizeGreaterThan(5);
  }

  @Test
  void startsOfThreads_areInTheReport() throws IOException {
    Path trace =
        file(
            "forked.std",
            "main|fork(T1)|Main.java:3",
            "main|fork(T2)|Main.java:4",
            "T1|begin(a.A.one())",
            "T1|r(x)",
            "T2|w(x)",
            "T1|w(x)",
            "T1|end(a.A.one())");

    JsonNode starts = JSON.readTree(report("r.json", trace).toFile()).findPath("starts");

    assertThat(starts.findValuesAsText("thread")).containsExactly("T1", "T2");
    assertThat(starts.findValuesAsText("by")).containsExactly("main", "main");
    assertThat(starts.findValuesAsText("location")).containsExactly("Main.java:3", "Main.java:4");
  }

  @Test
  void everyFormat_isWrittenWithItsUsualName() {
    String all =
        String.join(
            ",",
            ReportFormats.ALL.stream()
                .map(format -> format.name() + "=" + directory.resolve(format.fileName()))
                .toList());

    Cli.Result result = Cli.run("check", "--report", all, violation, clean);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(ReportFormats.ALL)
        .allSatisfy(
            format -> {
              assertThat(directory.resolve(format.fileName())).isNotEmptyFile();
              assertThat(result.err()).contains("report: " + directory.resolve(format.fileName()));
            });
  }

  @Test
  void unknownFormat_isToldBeforeAnythingIsDone() {
    Cli.Result result = Cli.run("check", "--report", "jsn=x", violation);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("--report: unknown report format \"jsn\"; did you mean");
  }

  @Test
  void fileThatCannotBeWritten_isExitCode4() {
    Cli.Result result = Cli.run("check", "--report", "json=" + violation + "/x", violation);

    assertThat(result.exitCode()).isEqualTo(4);
    assertThat(result.err()).contains("/x: cannot be written: ");
  }

  @Test
  void traceThatCannotBeRead_isInTheReport() throws IOException {
    Path file = report("r.json", clean, directory.resolve("nowhere.std"));

    JsonNode report = JSON.readTree(file.toFile());
    assertThat(report.get("verdict").asText()).isEqualTo("UNKNOWN");
    assertThat(report.get("reasons").get(0).asText())
        .isEqualTo("could not be checked: no such file (" + directory.resolve("nowhere.std") + ")");
  }

  @Test
  void sources_areShownInReports() throws IOException {
    Path source = directory.resolve("src/com/acme/Bank.java");
    Files.createDirectories(source.getParent());
    Files.write(source, List.of("class Bank {", "  int x;", "}"));
    Path trace =
        file(
            "acme.std",
            "T0|begin(com.acme.Bank.transfer())|Bank.java:1",
            "T0|r(x)|Bank.java:2",
            "T1|w(x)|Bank.java:2",
            "T0|w(x)|Bank.java:2",
            "T0|end(com.acme.Bank.transfer())|Bank.java:3");
    Path report = directory.resolve("with.json");

    Cli.run("check", trace, "--report=json=" + report, "--sources", directory.resolve("src"));

    JsonNode excerpt = JSON.readTree(report.toFile()).at("/sources/0");
    assertThat(excerpt.at("/file").asText()).isEqualTo("Bank.java");
    assertThat(excerpt.at("/lines/1").asText()).isEqualTo("  int x;");
    assertThat(Cli.run("check", trace, "--report=json=" + report, "--sources", "nowhere").err())
        .doesNotContain("nowhere");
  }

  @Test
  void blocks_areCountedByLabel_overAllTraces() throws IOException {
    Path spec = file("spec", "not-atomic B");
    Path file = report("r.json", violation, clean, violation, "--spec", spec);

    JsonNode report = JSON.readTree(file.toFile());
    assertThat(report.get("blocks"))
        .hasToString(
            "[{\"label\":\"(no label)\",\"runs\":2,\"violated\":2},"
                + "{\"label\":\"A\",\"runs\":1,\"violated\":0},"
                + "{\"label\":\"Bank.transfer\",\"runs\":2,\"violated\":2}]");
    assertThat(report.get("specification")).hasToString("[\"not-atomic B\"]");
  }

  @Test
  void suppressedFinding_isNoViolation() throws IOException {
    Path file = file("s", "# head", "** # not ours", "nothing.at.all # gone");

    Cli.Result result = Cli.run("check", "--suppress", file, violation);

    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .isEqualTo(
            violation
                + ": OK: no new violation in 2 blocks; 1 suppressed (2 threads, 7 events)\n"
                + "note: the suppression \"nothing.at.all\" (line 3) fits no finding\n\n"
                + "1 suppressed; -v shows all\n\n");
    assertThat(Cli.run("check", "-v", "--suppress", file, violation).out())
        .contains("] SUPPRESSED, 1x\n  suppressed because: not ours\n");
    assertThat(Cli.run("check", "--json", "--suppress", file, violation).exitCode()).isZero();
  }

  @Test
  void suppressionsWithoutReason_areUsage() throws IOException {
    Path file = file("s", "a.B.c");

    Cli.Result result = Cli.run("check", "--suppress", file, violation);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("--suppress: " + file + ":1: expected \"# reason\" after the pattern");
  }

  @Test
  void baseline_isMadeAndThenOnlyNewFindingsCount() throws IOException {
    Path baseline = directory.resolve("new/cosmodrome.baseline");

    Cli.Result made = Cli.run("check", "--baseline", baseline, "--update-baseline", violation);

    assertThat(made.exitCode()).isZero();
    assertThat(made.err()).isEqualTo("baseline: " + baseline + ": 1 finding, 1 of them new\n");
    assertThat(baseline).content().matches("#.*\n[0-9a-f]{16} ATOM001\n");
    Cli.Result known = Cli.run("check", "--baseline", baseline, violation);
    assertThat(known.exitCode()).isZero();
    assertThat(known.out()).contains("OK: no new violation in 2 blocks; 1 known (2 threads");
    Cli.Result more = Cli.run("check", "--baseline", baseline, violation, cycle);
    assertThat(more.exitCode()).isEqualTo(1);
    assertThat(more.out())
        .contains("note: 1 finding of the baseline was not seen")
        .endsWith("2 traces: 1 OK, 1 VIOLATION\n");
  }

  @Test
  void limitedCheck_cannotSayThatAllIsKnown() throws IOException {
    Path suppressions = file("s", "** # all");

    Cli.Result result = Cli.run("check", "--limit", 1, "--suppress", suppressions, violation);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out())
        .contains("UNKNOWN: 1 violated block not looked at; see --limit; no new violation; 1 supp");
    assertThat(Cli.run("check", "--first", "--suppress", suppressions, violation).exitCode())
        .isEqualTo(3);
  }

  @Test
  void baselineThatIsMissing_isUsage() {
    Path baseline = directory.resolve("b");

    assertThat(Cli.run("check", "--baseline", baseline, violation).err())
        .contains("--baseline " + baseline + ": no such file");
    assertThat(Cli.run("check", "--update-baseline", violation).err())
        .contains("--update-baseline needs --baseline, the file to update");
  }

  @Test
  void savedReports_areShownAsOne() throws IOException {
    Files.createDirectories(directory.resolve("out/2"));
    report("out/report.json", violation);
    report("out/2/report.json", violation, cycle);

    Cli.Result result = Cli.run("report", directory.resolve("out"));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out())
        .contains("] NEW, 2x\n", "] NEW, 1x\n")
        .endsWith(
            """
            cosmodrome: VIOLATION: 2 findings in 6 blocks on 6 threads
            6 blocks ran on 6 threads; 20 events
            """);
    assertThat(Cli.run("report", "-q", "--exit-zero", directory.resolve("out")))
        .isEqualTo(
            new Cli.Result(0, "cosmodrome: VIOLATION: 2 findings in 6 blocks on 6 threads\n", ""));
  }

  @Test
  void savedReport_isJudgedAnew() throws IOException {
    Path saved = report("r.json", violation);
    Path suppressions = file("s", "** # all");
    Path text = directory.resolve("r.txt");

    Cli.Result result =
        Cli.run("report", saved, "--suppress", suppressions, "--report", "text=" + text);

    assertThat(result.exitCode()).isZero();
    assertThat(text).content().contains("cosmodrome: OK: no new violation in 2 blocks");
    assertThat(Cli.run("report", saved, "--baseline", directory.resolve("b"), "--update-baseline"))
        .matches(made -> made.exitCode() == 0 && made.err().contains("1 of them new"));
  }

  @Test
  void diff_tellsWhatIsNewFixedAndStillThere() {
    Path before = report("before.json", violation, clean);
    Path after = report("after.json", cycle);

    Cli.Result worse = Cli.run("diff", before, after);

    assertThat(worse.exitCode()).isEqualTo(1);
    assertThat(worse.out())
        .startsWith("ATOM003 no serial order")
        .endsWith("\n1 new, 1 fixed, 0 still there\n");
    assertThat(Cli.run("diff", "--exit-zero", before, after).exitCode()).isZero();
    assertThat(Cli.run("diff", before, before).exitCode()).isZero();
    assertThat(Cli.run("diff", "--json", before, before).out())
        .startsWith("{\"format\":1,\"new\":[],\"fixed\":[],\"still\":[{\"fingerprint\":\"");
  }

  @Test
  void whatIsNoReport_isExitCode3() throws IOException {
    Path bad = file("bad.json", "{\"format\":2}");

    Cli.Result result = Cli.run("report", bad);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err())
        .isEqualTo(
            bad
                + ": "
                + bad
                + ": format: expected 1, the only format that this version knows, found 2 at line"
                + " 1, column 11\n");
    assertThat(Cli.run("diff", bad, bad).exitCode()).isEqualTo(3);
    assertThat(Cli.run("diff", directory.resolve("x"), bad).err()).contains("no such file");
  }
}

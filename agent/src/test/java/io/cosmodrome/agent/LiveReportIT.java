package io.cosmodrome.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.report.BlockCount;
import io.cosmodrome.report.Conflict;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.Proof;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportJson;
import io.cosmodrome.report.ThreadStart;
import io.cosmodrome.trace.Op;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the report of a live run says beyond its findings. */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
final class LiveReportIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir static Path classes;
  @TempDir Path directory;

  @BeforeAll
  static void compilePrograms() throws IOException, InterruptedException {
    Programs.compile(classes);
  }

  private Report report(String program, String options) throws IOException, InterruptedException {
    String all = Programs.expected(program).options() + options;
    ProgramRun run = ProgramRun.with(JDK, classes, directory, all, program);
    return ReportJson.read(new ByteArrayInputStream(run.json().getBytes(UTF_8)));
  }

  @Test
  void blocks_areCountedByLabel() throws Exception {
    assertThat(report("LostUpdate", "").blocks())
        .containsExactly(new BlockCount("LostUpdate.add()", 2, 1));
  }

  @Test
  void blocksAroundAViolatedOne_areViolatedToo() throws Exception {
    assertThat(report("CheckThenAct", "").blocks())
        .contains(
            new BlockCount("CheckThenAct$Names.add(String)", 2, 0),
            new BlockCount("CheckThenAct$Names.contains(String)", 2, 0),
            new BlockCount("CheckThenAct$Names.size()", 1, 0),
            new BlockCount("CheckThenAct.addIfAbsent(String,boolean)", 2, 1));
  }

  @Test
  void plainAccesses_areRacingUnlessTheirOrderIsCertain() throws Exception {
    assertThat(conflicts(report("LostUpdate", ""))).hasSize(2).allMatch(Conflict::racing);
    assertThat(conflicts(report("LostUpdate", ",strict=true"))).noneMatch(Conflict::racing);
    assertThat(conflicts(report("CheckThenAct", ""))).noneMatch(Conflict::racing);
  }

  @Test
  void volatileAccesses_areToldApartAndNotRacing() throws Exception {
    List<Conflict> conflicts = conflicts(report("VolatileLostUpdate", ""));

    assertThat(conflicts).hasSize(2).noneMatch(Conflict::racing);
    assertThat(conflicts.get(0).source().op()).isEqualTo(Op.VOLATILE_READ);
    assertThat(conflicts.get(0).destination().op()).isEqualTo(Op.VOLATILE_WRITE);
  }

  @Test
  void threadsOfAProof_sayWhereTheyWereStarted() throws Exception {
    Proof proof = report("LostUpdate", "").findings().get(0).proof().orElseThrow();

    assertThat(proof.starts())
        .extracting(ThreadStart::thread, ThreadStart::by, ThreadStart::method)
        .containsExactly(
            tuple("slow", Optional.of("main"), Optional.of("LostUpdate.main(String[])")),
            tuple("fast", Optional.of("main"), Optional.of("LostUpdate.main(String[])")));
    assertThat(proof.starts())
        .allSatisfy(start -> assertThat(start.location().orElse("")).startsWith("LostUpdate.java"));
  }

  @Test
  void threadsOfAnExecutor_wereStartedUnseen() throws Exception {
    List<ThreadStart> starts =
        report("Tasks", "").findings().stream()
            .flatMap(finding -> finding.proof().orElseThrow().starts().stream())
            .toList();

    assertThat(starts).extracting(ThreadStart::thread).anyMatch(name -> name.startsWith("pool-"));
    assertThat(starts)
        .filteredOn(start -> start.thread().startsWith("pool-"))
        .allMatch(start -> start.by().isEmpty() && start.location().isEmpty());
    assertThat(starts).extracting(ThreadStart::thread).doesNotContain("main");
  }

  @Test
  void methodsThatAreTooLong_areNamed() throws Exception {
    Report report = report("HugeMethods", "");

    assertThat(report.verdict()).isEqualTo(Verdict.OK);
    assertThat(report.checked().skipped())
        .containsExactlyInAnyOrder(
            "HugeMethods.middle(I)I: too long to be compiled once instrumented",
            "HugeMethods.huge(I)I: too long to be compiled once instrumented");
  }

  @Test
  void agentWithoutMemory_saysWhatToDo() throws Exception {
    assertThat(report("OutOfMemory", "").reasons().get(0))
        .startsWith("the program ran out of memory, and the agent could not remember")
        .endsWith("give it a larger heap (-Xmx)");
  }

  @Test
  void heldLocks_areThoseOfTheMomentOfTheAccess() throws Exception {
    Report report = report("Guards", "");

    assertThat(locks(report, "Guards.monitors:sync")).containsExactly("[One#1]", "[Two#1]");
    assertThat(locks(report, "Guards.afterRelease")).containsExactly("[]", "[Two#1]");
    assertThat(locks(report, "Guards.inAnyOrder")).containsExactly("[ReentrantLock#1]", "[Two#1]");
    assertThat(locks(report, "Guards.underReadLock"))
        .containsExactly("[ReentrantReadWriteLock#1]", "[StampedLock#1]");
    assertThat(locks(report, "Guards.longHeld")).containsExactly("[ReentrantLock#2]", "[]");
  }

  @Test
  void heldLocks_areUnknownAfterASemaphoreAndIfTooManyWereTakenSince() throws Exception {
    Report report = report("Guards", "");

    assertThat(locks(report, "Guards.underPermit")).containsExactly("unknown", "[]");
    assertThat(locks(report, "Guards.longAgo")).containsExactly("unknown", "[]");
  }

  @Test
  void copyOfAnArray_isAReadAndAWrite() throws Exception {
    Conflict conflict = conflictsOf(report("Guards", ""), "Guards.copies").get(0);

    assertThat(conflict.source().op()).isEqualTo(Op.READ);
    assertThat(conflict.destination().op()).isEqualTo(Op.WRITE);
    assertThat(conflict.source().target()).isEqualTo("int[]#1[0]");
    assertThat(conflict.racing()).isTrue();
  }

  @Test
  void wait_givesTheMonitorBackAndTakesIt() throws Exception {
    List<Conflict> conflicts = conflictsOf(report("Guards", ""), "Guards.waits");

    assertThat(conflicts.get(0).source().op()).isEqualTo(Op.RELEASE);
    assertThat(conflicts.get(1).destination().op()).isEqualTo(Op.ACQUIRE);
    assertThat(conflicts.get(0).source().locks()).isEqualTo(Optional.of(List.of("One#1")));
    assertThat(conflicts.get(1).destination().locks()).isEqualTo(Optional.of(List.of("One#1")));
  }

  /** What is held at the first two accesses of a proof. */
  private static List<String> locks(Report report, String block) {
    Conflict conflict = conflictsOf(report, block).get(0);
    return Stream.of(conflict.source(), conflict.destination())
        .map(event -> event.locks().map(List::toString).orElse("unknown"))
        .toList();
  }

  private static List<Conflict> conflictsOf(Report report, String block) {
    return report.findings().stream()
        .filter(finding -> finding.block().orElse("").startsWith(block))
        .findFirst()
        .flatMap(Finding::proof)
        .orElseThrow()
        .conflicts();
  }

  @Test
  void command_hasTheSeedThatTheSampleWasChosenBy() throws Exception {
    Report report = report("LostUpdate", ",sample=99%");

    Matcher seed = Pattern.compile("--sample=99% --seed=(-?\\d+) -- ").matcher(report.command());
    assertThat(seed.find()).as(report.command()).isTrue();
    assertThat(report.checked().limits().get(0).text()).contains("seed=" + seed.group(1));
    assertThat(report.command()).endsWith("-- java -cp " + classes + " LostUpdate");
  }

  private static List<Conflict> conflicts(Report report) {
    return report.findings().get(0).proof().orElseThrow().conflicts();
  }

  /** With threads that end, and blocks that begin anew. */
  @ParameterizedTest
  @ValueSource(strings = {"Atomics", "Language", "Locks", "Tasks"})
  void runsOfBlocks_addUpToAllThatRan(String program) throws Exception {
    Report report = report(program, "");

    assertThat(report.blocks()).isNotEmpty();
    assertThat(report.blocks().stream().mapToLong(BlockCount::runs).sum())
        .isEqualTo(report.checked().blocks());
    assertThat(report.blocks()).allMatch(block -> block.violated() <= block.runs());
  }
}

package io.cosmodrome.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentResultTest {
  @TempDir Path directory;

  private void write(String name, String json, long time) throws IOException {
    Path file = directory.resolve(name).resolve("report.json");
    Files.createDirectories(file.getParent());
    Files.writeString(file, json);
    Files.setLastModifiedTime(file, FileTime.fromMillis(time));
  }

  @Test
  void resultOfAnEarlierRun_isNone() throws IOException {
    write("out", "{\"verdict\":\"OK\"}", 1000);

    assertThat(AgentResult.in(directory.resolve("out").toString(), 1000)).hasSize(1);
    assertThat(AgentResult.in(directory.resolve("out").toString(), 1001)).isEmpty();
  }

  @Test
  void outputWithProcessIds_hasResultsOfSeveralJvms() throws IOException {
    write("out/1", "{\"verdict\":\"OK\",\"findings\":[]}", 1000);
    write("out/2", "{\"verdict\":\"VIOLATION\",\"findings\":[{\"block\":\"A.b()\"}]}", 1000);

    List<AgentResult> results = AgentResult.in(directory + "/out/%p", 0);

    assertThat(results)
        .containsExactly(
            new AgentResult(Verdict.OK, List.of()),
            new AgentResult(Verdict.VIOLATION, List.of("A.b()")));
    assertThat(AgentResult.verdict(results)).isEqualTo(Verdict.VIOLATION);
    assertThat(AgentResult.in(directory + "/nowhere/%p", 0)).isEmpty();
  }

  @Test
  void verdictOfSeveralJvms_isOkIfOneWasCheckedAndNoneWasViolated() {
    AgentResult ok = new AgentResult(Verdict.OK, List.of());
    AgentResult unknown = new AgentResult(Verdict.UNKNOWN, List.of());

    assertThat(AgentResult.verdict(List.of(unknown, ok))).isEqualTo(Verdict.OK);
    assertThat(AgentResult.verdict(List.of(unknown))).isEqualTo(Verdict.UNKNOWN);
    assertThat(AgentResult.verdict(List.of())).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void fileThatIsNoResult_isAnError() throws IOException {
    write("out", "{}", 1000);

    assertThatThrownBy(() -> AgentResult.in(directory.resolve("out").toString(), 0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no verdict");
  }
}

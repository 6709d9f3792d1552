package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CompilerTimeTest {
  @TempDir Path threads;

  private void thread(String id, String name, long userTicks, long systemTicks) throws IOException {
    Path directory = Files.createDirectories(threads.resolve(id));
    Files.writeString(directory.resolve("comm"), name + "\n");
    String times = " S 1 7 7 0 -1 4194560 11 0 0 0 " + userTicks + " " + systemTicks + " 0 0 20 0";
    Files.writeString(directory.resolve("stat"), id + " (" + name + ")" + times + "\n");
  }

  @Test
  void compilers_areAddedUpAndOtherThreadsLeftOut() throws IOException {
    thread("7", "java", 900, 100);
    thread("8", "C2 CompilerThre", 250, 50);
    thread("9", "C1 CompilerThre", 20, 5);

    CompilerTime time = new CompilerTime(threads);

    assertThat(time.seconds()).isEqualTo(3.25);
    assertThat(time.isKnown()).isTrue();
  }

  @Test
  void compilerThatIsOver_stillCounts() throws IOException {
    thread("8", "C2 CompilerThre", 250, 50);
    thread("9", "C1 CompilerThre", 20, 5);
    CompilerTime time = new CompilerTime(threads);
    time.seconds();

    Files.delete(threads.resolve("9/stat"));
    thread("8", "C2 CompilerThre", 300, 100);

    assertThat(time.seconds()).isEqualTo(4.25);
  }

  @Test
  void withoutLinux_nothingIsKnown() {
    CompilerTime time = new CompilerTime(threads.resolve("none"));

    assertThat(time.seconds()).isZero();
    assertThat(time.isKnown()).isFalse();
  }

  @Test
  void ofThisThread_growsWithItsWork() {
    double before = CompilerTime.ofThisThread();
    long words = 0;

    do {
      words += "a b c".split(" ", -1).length;
    } while (CompilerTime.ofThisThread() == before);

    assertThat(words).isPositive();
    assertThat(CompilerTime.ofThisThread()).isGreaterThan(before);
  }

  @Test
  void ofAll_growsWithTheWorkOfAThread() {
    double before = CompilerTime.ofAll();
    long words = 0;

    do {
      words += "a b c".split(" ", -1).length;
    } while (CompilerTime.ofAll() == before);

    assertThat(words).isPositive();
    assertThat(CompilerTime.ofAll()).isGreaterThan(before);
  }
}

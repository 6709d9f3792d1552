package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.annotations.Atomic;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** The programs in src/test/programs. */
final class TestPrograms {
  static final Path SOURCES = Path.of(System.getProperty("cosmodrome.test.programs"));

  private TestPrograms() {}

  static void compile(Path classes) throws IOException, URISyntaxException {
    Path annotations =
        Path.of(Atomic.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-d",
                classes.toString(),
                "--release",
                "17",
                "-proc:none",
                "-cp",
                "" + annotations));
    try (Stream<Path> sources = Files.list(SOURCES)) {
      sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(result).isZero();
  }
}

package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** What is in the one jar, which as an agent sits on the boot path of every program. */
class JarContentIT {
  @Test
  void allClasses_areInOurPackages() throws Exception {
    try (ZipFile jar = new ZipFile(Jar.path().toFile())) {
      assertThat(jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")))
          .isNotEmpty()
          .allMatch(name -> name.startsWith("io/cosmodrome/"));
    }
  }

  @Test
  void hintsForTheJit_haveTheNameThatItKnows() throws Exception {
    try (ZipFile jar = new ZipFile(Jar.path().toFile());
        InputStream in =
            jar.getInputStream(jar.getEntry("io/cosmodrome/agent/runtime/ArrayView.class"))) {
      assertThat(new String(in.readAllBytes(), ISO_8859_1))
          .contains("Ljdk/internal/vm/annotation/DontInline;")
          .doesNotContain("io/cosmodrome/check/DontInline");
    }
  }
}

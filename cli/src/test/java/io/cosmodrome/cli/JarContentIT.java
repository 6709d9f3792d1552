package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is in the one jar, which as an agent sits on the boot path of every program. */
@Tag("jvm")
class JarContentIT {
  /** How the descriptor ends of what links a lambda. */
  private static final String METAFACTORY =
      "Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";

  @Test
  void allClasses_areInOurPackages() throws Exception {
    try (ZipFile jar = new ZipFile(Jar.path().toFile())) {
      assertThat(jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")))
          .isNotEmpty()
          .allMatch(name -> name.startsWith("io/cosmodrome/"));
    }
  }

  /** To link a lambda takes much longer than to load a class. */
  @Test
  void whatTheAgentStartsWith_hasNoLambdas() throws Exception {
    try (ZipFile jar = new ZipFile(Jar.path().toFile())) {
      for (ZipEntry entry : Collections.list(jar.entries())) {
        String name = entry.getName();
        if (name.startsWith("io/cosmodrome/agent/") && name.endsWith(".class")) {
          try (InputStream in = jar.getInputStream(entry)) {
            String constants = new String(in.readAllBytes(), ISO_8859_1);
            assertThat(constants.contains(METAFACTORY)).as(name).isFalse();
          }
        }
      }
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

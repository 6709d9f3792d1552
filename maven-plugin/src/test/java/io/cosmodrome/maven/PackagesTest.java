package io.cosmodrome.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackagesTest {
  @TempDir Path root;

  private void put(String file) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.createFile(path);
  }

  @Test
  void patterns_nameTheTopmostPackagesOnly() throws IOException {
    put("a/com/acme/bank/Bank.class");
    put("a/com/acme/bank/web/Page.class");
    put("b/com/acme/bank/web/PageTest.class");
    put("b/com/acme/Application.class");
    put("b/org/other/Other.class");

    assertThat(Packages.patterns(List.of(root.resolve("a"), root.resolve("b"))))
        .containsExactly("com.acme.**", "org.other.**");
  }

  @Test
  void patterns_ofPackagesWithTheSameBeginning_areBothThere() throws IOException {
    put("com/acme/A.class");
    put("com/acmeplus/B.class");

    assertThat(Packages.patterns(List.of(root))).containsExactly("com.acme.**", "com.acmeplus.**");
  }

  @Test
  void patterns_ofTheUnnamedPackage_leaveOthersOut() throws IOException {
    put("Main.class");
    put("com/acme/A.class");

    assertThat(Packages.patterns(List.of(root))).containsExactly("*", "com.acme.**");
  }

  @Test
  void patterns_withoutClasses_areNone() throws IOException {
    put("com/acme/messages.properties");
    put("module-info.class");
    put("META-INF/versions/9/com/acme/A.class");

    assertThat(Packages.patterns(List.of(root, root.resolve("missing")))).isEmpty();
  }
}

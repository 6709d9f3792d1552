package io.cosmodrome.agent.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** What the build does to the jar at last. */
class OwnJarTest {
  private static final String SAMPLE = Type.getInternalName(LinkedSample.class);
  private static final FileTime TIME = FileTime.fromMillis(1_700_000_000_000L);

  @TempDir private Path directory;
  private Path jar;

  @BeforeEach
  void makeJar() throws IOException {
    jar = directory.resolve("sample.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      add(out, "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n\n".getBytes(UTF_8));
      for (String type : List.of(SAMPLE, SAMPLE + "$Named", SAMPLE + "$Values")) {
        String name = type + ".class";
        try (InputStream in = getClass().getClassLoader().getResourceAsStream(name)) {
          add(out, name, in.readAllBytes());
        }
      }
      add(out, "text", "text".getBytes(UTF_8));
    }
  }

  private static void add(ZipOutputStream out, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setLastModifiedTime(TIME);
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }

  private void change() throws IOException {
    OwnJar.main(new String[] {jar.toString()});
  }

  @Test
  void whatIsLinkedAhead_doesWhatItDid() throws Exception {
    change();

    URL[] urls = {jar.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, null)) {
      Class<?> type = loader.loadClass(LinkedSample.class.getName());
      Supplier<?> changed = (Supplier<?>) type.getConstructor().newInstance();
      assertThat(changed.get()).isEqualTo(new LinkedSample().get());
    }
    try (ZipFile changed = new ZipFile(jar.toFile())) {
      assertThat(changed.stream().map(ZipEntry::getName))
          .startsWith("META-INF/MANIFEST.MF")
          .contains(SAMPLE + "$$0.class", SAMPLE + "$Named$$0.class", "text");
      for (String type : List.of(SAMPLE, SAMPLE + "$Named")) {
        try (InputStream in = changed.getInputStream(changed.getEntry(type + ".class"))) {
          assertThat(new String(in.readAllBytes(), UTF_8)).doesNotContain("LambdaMetafactory");
        }
      }
    }
  }

  @Test
  void records_areComparedWithoutTheJdk() throws Exception {
    change();

    try (ZipFile changed = new ZipFile(jar.toFile());
        InputStream in = changed.getInputStream(changed.getEntry(SAMPLE + "$Values.class"))) {
      ClassNode node = new ClassNode();
      new ClassReader(in).accept(node, 0);
      assertThat(node.methods)
          .filteredOn(method -> Set.of("equals", "hashCode").contains(method.name))
          .hasSize(2)
          .allSatisfy(
              method ->
                  assertThat(method.instructions.toArray())
                      .noneMatch(InvokeDynamicInsnNode.class::isInstance));
    }
  }

  @Test
  void classes_areStored_andAllIsAsOldAsBefore() throws Exception {
    change();

    try (ZipFile changed = new ZipFile(jar.toFile())) {
      assertThat(changed.stream().map(ZipEntry::getLastModifiedTime)).containsOnly(TIME);
      assertThat(changed.stream().filter(entry -> entry.getName().endsWith(".class")))
          .extracting(ZipEntry::getMethod)
          .containsOnly(ZipEntry.STORED);
      try (InputStream in = changed.getInputStream(changed.getEntry("text"))) {
        assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("text");
      }
    }
  }

  @Test
  void jarThatWasChanged_staysAsItIs() throws Exception {
    change();
    byte[] once = Files.readAllBytes(jar);
    change();

    assertThat(Files.readAllBytes(jar)).isEqualTo(once);
  }
}

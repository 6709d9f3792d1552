package io.cosmodrome.agent.instrument;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * A step of the build: writes the jar anew so that it starts quickly. What the JDK would link when
 * it is first needed becomes classes ({@link OwnLambdas}) and methods ({@link OwnRecords}), and
 * classes are stored as they are, since a JVM takes longer to inflate them than to read a larger
 * file.
 */
public final class OwnJar {
  private static final String CLASS = ".class";
  private static final String OURS = "io/cosmodrome/";

  /** Classes that are copied out of the jar, one by one. */
  private static final String PROGRAMS = OURS + "cli/programs/";

  private final Map<String, byte[]> entries = new LinkedHashMap<>(); // in their order
  private final Map<String, ClassNode> changed = new LinkedHashMap<>(); // by the names of entries
  private FileTime time = FileTime.fromMillis(0); // of the manifest, and so of all

  private OwnJar() {}

  /** Changes a jar; one that was changed before stays as it is. */
  public static void main(String[] args) throws IOException {
    Path jar = Path.of(args[0]);
    OwnJar own = new OwnJar();
    own.read(jar);
    own.linkAhead();
    Path result = jar.resolveSibling(jar.getFileName() + ".new");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(result))) {
      own.write(out);
    }
    Files.move(result, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private void read(Path jar) throws IOException {
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jar))) {
      for (ZipEntry entry; (entry = in.getNextEntry()) != null; ) {
        if (entries.isEmpty()) {
          time = entry.getLastModifiedTime();
        }
        entries.put(entry.getName(), in.readAllBytes());
      }
    }
  }

  private void linkAhead() {
    for (String name : new ArrayList<>(entries.keySet())) {
      if (name.startsWith(OURS) && !name.startsWith(PROGRAMS) && name.endsWith(CLASS)) {
        linkAhead(name, node(name));
      }
    }
    changed.forEach((name, node) -> entries.put(name, bytes(node)));
  }

  private void linkAhead(String name, ClassNode node) {
    if (OwnRecords.replaceIn(node)) {
      changed.put(name, node);
    }
    Map<String, byte[]> made = hasNests(node) ? OwnLambdas.replaceIn(node) : Map.of();
    if (!made.isEmpty()) {
      changed.put(name, node);
      made.forEach((type, bytes) -> entries.put(type + CLASS, bytes));
      addToNest(OwnLambdas.nestHost(node), made);
    }
  }

  private void addToNest(String nestHost, Map<String, byte[]> members) {
    String name = nestHost + CLASS;
    ClassNode node = node(name);
    if (node.nestMembers == null) {
      node.nestMembers = new ArrayList<>();
    }
    node.nestMembers.addAll(members.keySet());
    changed.put(name, node);
  }

  private ClassNode node(String name) {
    ClassNode known = changed.get(name);
    if (known != null) {
      return known;
    }
    ClassNode node = new ClassNode();
    new ClassReader(entries.get(name)).accept(node, 0);
    return node;
  }

  private static boolean hasNests(ClassNode node) {
    return (node.version & 0xffff) >= Opcodes.V11;
  }

  private static byte[] bytes(ClassNode node) {
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    return writer.toByteArray();
  }

  private void write(OutputStream to) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(to)) {
      for (Map.Entry<String, byte[]> each : entries.entrySet()) {
        byte[] bytes = each.getValue();
        ZipEntry entry = new ZipEntry(each.getKey());
        entry.setLastModifiedTime(time);
        if (each.getKey().endsWith(CLASS)) {
          CRC32 sum = new CRC32();
          sum.update(bytes);
          entry.setMethod(ZipEntry.STORED);
          entry.setSize(bytes.length);
          entry.setCrc(sum.getValue());
        }
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
      }
    }
  }
}

package io.cosmodrome.maven;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The packages that a build has classes in. */
final class Packages {
  private Packages() {}

  /** Patterns for the topmost packages with classes, and all below them. */
  static SortedSet<String> patterns(List<Path> roots) throws IOException {
    SortedSet<String> packages = new TreeSet<>();
    for (Path root : roots) {
      if (Files.isDirectory(root)) {
        collect(root, packages);
      }
    }
    SortedSet<String> patterns = new TreeSet<>();
    for (String name : packages) {
      if (name.isEmpty()) {
        patterns.add("*");
      } else if (packages.stream().noneMatch(other -> isAbove(other, name))) {
        patterns.add(name + ".**");
      }
    }
    return patterns;
  }

  private static boolean isAbove(String other, String name) {
    return !other.isEmpty() && name.startsWith(other + ".");
  }

  private static void collect(Path root, SortedSet<String> packages) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes facts)
              throws IOException {
            if (directory.endsWith("META-INF")) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            if (!hasClasses(directory)) {
              return FileVisitResult.CONTINUE;
            }
            String name = root.relativize(directory).toString().replaceAll("[/\\\\]", ".");
            packages.add(name);
            return name.isEmpty() ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
          }
        });
  }

  private static boolean hasClasses(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .anyMatch(name -> name.endsWith(".class") && !name.endsWith("-info.class"));
    }
  }
}

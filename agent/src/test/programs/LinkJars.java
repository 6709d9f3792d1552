// UNKNOWN: nothing runs
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads and links, and so verifies, every class of the jars on the class path; static initializers
 * do not run. With the agent it tells whether the JVM takes what the agent makes of real libraries:
 *
 * <pre>
 * java -javaagent:cosmodrome.jar=exclude=LinkJars -cp 'classes:lib/*' LinkJars
 * </pre>
 *
 * <p>Prints, for each jar, how many classes were linked and what went wrong how often; classes that
 * need others which are not there fail without the agent, too. Then every {@code VerifyError} and
 * {@code ClassFormatError} in full.
 */
final class LinkJars {
  private final Map<String, Integer> problems = new TreeMap<>();
  private final List<String> rejected = new ArrayList<>();

  private LinkJars() {}

  public static void main(String[] args) throws IOException {
    LinkJars all = new LinkJars();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (entry.endsWith(".jar")) {
        all.link(Path.of(entry));
      }
    }
    all.rejected.forEach(System.out::println);
    System.out.println(all.rejected.size() + " classes were rejected by the verifier");
  }

  private void link(Path jar) throws IOException {
    problems.clear();
    int linked = 0;
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : Collections.list(file.entries())) {
        String name = entry.getName();
        if (name.endsWith(".class") && !name.contains("-") && !name.startsWith("META-INF/")) {
          linked += link(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
        }
      }
    }
    System.out.println(jar.getFileName() + ": " + linked + " linked; " + problems);
  }

  /** Returns how many classes were linked: one or none. */
  private int link(String name) {
    try {
      Class<?> type = Class.forName(name, false, LinkJars.class.getClassLoader());
      type.getDeclaredMethods(); // links first
      return 1;
    } catch (VerifyError | ClassFormatError e) {
      rejected.add(name + ": " + e);
      problems.merge(e.getClass().getSimpleName(), 1, Integer::sum);
    } catch (ClassNotFoundException | LinkageError e) {
      problems.merge(e.getClass().getSimpleName(), 1, Integer::sum);
    }
    return 0;
  }
}

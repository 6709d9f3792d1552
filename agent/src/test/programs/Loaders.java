import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;

/** The same class in isolated class loaders is a class of its own in each. */
public final class Loaders {
  // UNKNOWN: blocks run on one thread only
  public static final class Task implements Callable<String> {
    private static int calls;
    private int own;

    @Override
    public String call() {
      calls++;
      own += 2;
      return "call " + calls + " " + own;
    }
  }

  /** Asks nobody but the JDK for anything that is not its own. */
  static final class Hiding extends ClassLoader {
    Hiding() {
      super(null);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("java.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      if (!name.startsWith("Loaders")) {
        throw new ClassNotFoundException(name);
      }
      try (InputStream in = Loaders.class.getResourceAsStream(name + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static void use(ClassLoader loader) throws Exception {
    Class<?> type = Class.forName("Loaders$Task", true, loader);
    for (int i = 0; i < 2; i++) {
      System.out.println(((Callable<?>) type.getConstructor().newInstance()).call());
    }
  }

  public static void main(String[] args) throws Exception {
    URL here = Loaders.class.getProtectionDomain().getCodeSource().getLocation();
    for (int i = 0; i < 2; i++) {
      try (URLClassLoader loader = new URLClassLoader(new URL[] {here}, null)) {
        use(loader);
      }
    }
    use(Loaders.class.getClassLoader());
    use(new Hiding());
  }
}

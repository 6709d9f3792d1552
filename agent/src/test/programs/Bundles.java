import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Class loaders in the manner of OSGi: each asks the JDK for {@code java.*}, another bundle for what
 * it imports from there, and nobody for anything else. Its classes are checked all the same.
 */
public final class Bundles {
  /** A service that one bundle exports. */
  public static final class Store {
    private int value;

    public void add(Runnable meanwhile) { // VIOLATION Bundles$Store.add
      int before = value;
      meanwhile.run();
      value = before + 1;
    }

    @Override
    public String toString() {
      return "value " + value;
    }
  }

  /** Its client in another bundle. */
  public static final class Client implements Consumer<Runnable> {
    private static Store store = new Store();

    @Override
    public void accept(Runnable meanwhile) {
      store.add(meanwhile);
      System.out.println(store);
    }
  }

  static final class Bundle extends ClassLoader {
    private final List<String> own;
    private final Map<String, ClassLoader> imports;

    Bundle(List<String> own, Map<String, ClassLoader> imports) {
      super(null);
      this.own = own;
      this.imports = imports;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("java.")) {
        return super.loadClass(name, resolve);
      }
      ClassLoader exporter = imports.get(name);
      if (exporter != null) {
        return exporter.loadClass(name);
      }
      if (!own.contains(name)) {
        throw new ClassNotFoundException(name + " is not imported");
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = Bundles.class.getResourceAsStream(name + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Bundle exporter = new Bundle(List.of("Bundles$Store"), Map.of());
    Bundle importer = new Bundle(List.of("Bundles$Client"), Map.of("Bundles$Store", exporter));
    try {
      importer.loadClass("Schedule");
    } catch (ClassNotFoundException e) {
      System.out.println(e.getMessage());
    }
    @SuppressWarnings("unchecked")
    Consumer<Runnable> client =
        (Consumer<Runnable>)
            importer.loadClass("Bundles$Client").getConstructor().newInstance();
    Schedule.between(() -> client.accept(Schedule::pause), () -> client.accept(() -> {}));
  }
}

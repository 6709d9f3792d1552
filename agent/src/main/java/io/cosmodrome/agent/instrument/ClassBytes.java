package io.cosmodrome.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * The bytes of classes that are not loaded yet, as a class loader would find them, and classes of
 * the JDK that were loaded before the program: these need not be read. Nothing is loaded here: what
 * a transformer loads is not transformed.
 *
 * <p>To ask the loader for a resource takes long: for what is not in the JDK, all its modules are
 * searched first, some seventy of them. So the loader of the class path is asked for what is on the
 * class path, which it does not let others do; where it cannot be had, all loaders are asked in the
 * same way.
 */
public final class ClassBytes {
  private static final String LOADERS = "jdk.internal.loader";

  private final Map<String, Class<?>> loaded; // by internal name
  private final @Nullable ClassPath classPath; // how to search it; null if loaders are asked

  /**
   * @param search the JDK's list of jars and directories
   * @param find gives what is found under a name, or null
   * @param read gives the bytes of that
   */
  private record ClassPath(Object search, Method find, Method read) {}

  /** Asks class loaders for everything. */
  ClassBytes() {
    this(Map.of(), null);
  }

  private ClassBytes(Map<String, Class<?>> loaded, @Nullable ClassPath classPath) {
    this.loaded = loaded;
    this.classPath = classPath;
  }

  /** Searches the class path itself, if the JDK is as expected. */
  public static ClassBytes with(Instrumentation instrumentation) {
    Map<String, Class<?>> loaded = new HashMap<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getClassLoader() == null && type.getName().startsWith("java.")) {
        loaded.put(Type.getInternalName(type), type);
      }
    }
    return new ClassBytes(loaded, classPath(instrumentation));
  }

  private static @Nullable ClassPath classPath(Instrumentation instrumentation) {
    try {
      JdkInternals.open(instrumentation, Object.class.getModule(), LOADERS);
      Field search = Class.forName(LOADERS + ".BuiltinClassLoader").getDeclaredField("ucp");
      Method find = Class.forName(LOADERS + ".URLClassPath").getMethod("getResource", String.class);
      Method read = Class.forName(LOADERS + ".Resource").getMethod("getBytes");
      search.setAccessible(true);
      find.setAccessible(true);
      read.setAccessible(true);
      Object list = search.get(ClassLoader.getSystemClassLoader());
      return list == null ? null : new ClassPath(list, find, read);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return null; // then it takes longer
    }
  }

  /** A class of the JDK that was loaded before the program was, or null. */
  @Nullable Class<?> loaded(String name) {
    return loaded.get(name);
  }

  /**
   * A class by its internal name, or null if it cannot be found or read.
   *
   * @param parse makes of it what is needed
   */
  <T> @Nullable T find(ClassLoader loader, String name, Function<ClassReader, T> parse) {
    String file = name + ".class";
    try {
      ClassPath search = classPath;
      if (search != null && loader == ClassLoader.getSystemClassLoader()) {
        Object found = search.find.invoke(search.search, file);
        if (found != null) {
          return parse.apply(new ClassReader((byte[]) search.read.invoke(found)));
        }
      }
      try (InputStream bytes = loader.getResourceAsStream(file)) {
        return bytes == null ? null : parse.apply(new ClassReader(bytes));
      }
    } catch (IOException | ReflectiveOperationException | RuntimeException e) {
      return null; // whatever the loader says: the class is unknown
    }
  }
}

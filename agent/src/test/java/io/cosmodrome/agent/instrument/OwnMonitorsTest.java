package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Hooks;
import io.cosmodrome.agent.runtime.Pins;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What the build does to the monitors of the runtime's classes. */
final class OwnMonitorsTest {
  /** Stands for a class of the runtime. */
  static final class Sample {
    private final Object lock = new Object();
    private long sum;

    synchronized long add(int first, long second, String third) {
      if (third.isEmpty()) {
        throw new IllegalArgumentException("empty");
      }
      sum += first + second + third.length();
      return sum;
    }

    static synchronized String join(double number, byte[] bytes) {
      return number + ":" + bytes.length;
    }

    String find(List<String> names) {
      for (String name : names) {
        synchronized (lock) {
          if (name.isEmpty()) {
            continue;
          }
          synchronized (this) {
            if (name.length() > 2) {
              return name;
            }
          }
        }
      }
      synchronized (lock) {
        throw new IllegalStateException("none");
      }
    }
  }

  @Test
  void runtime_asBuilt_pinsWhereverItHasMonitors() throws IOException {
    Path runtime =
        Path.of(Hooks.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .resolve(Type.getInternalName(Hooks.class))
            .getParent();
    int monitors = 0;
    try (Stream<Path> files = Files.list(runtime)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        monitors += checkedMonitors(Files.readAllBytes(file));
      }
    }

    assertThat(monitors).isGreaterThan(50);
  }

  @Test
  void pinned_class_pinsWhereverItHasMonitors() throws IOException {
    byte[] pinned = OwnMonitors.pinned(bytes(Sample.class));

    assertThat(checkedMonitors(pinned)).isEqualTo(5);
  }

  @Test
  void pinned_classThatIsAlready_staysAsItIs() throws IOException {
    byte[] pinned = OwnMonitors.pinned(bytes(Sample.class));

    assertThat(OwnMonitors.pinned(pinned)).isEqualTo(pinned);
  }

  @Test
  void pinned_class_isVerifiedAndDoesWhatItDid() throws Throwable {
    Class<?> type = new Loader(OwnMonitors.pinned(bytes(Sample.class))).loadClass();
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object sample = constructor.newInstance();

    assertThat(call(sample, "add", 1, 20L, "abc")).isEqualTo(24L);
    assertThat(call(sample, "join", 0.5, new byte[3])).isEqualTo("0.5:3");
    assertThat(call(sample, "find", List.of("", "x", "four"))).isEqualTo("four");
    assertThatThrownBy(() -> call(sample, "add", 1, 2L, "")).hasMessage("empty");
    assertThatThrownBy(() -> call(sample, "find", List.of())).hasMessage("none");
    Thread other = new Thread(() -> enter(sample)); // which the exceptions have left
    other.start();
    other.join(10_000);
    assertThat(other.isAlive()).isFalse();
  }

  private static void enter(Object monitor) {
    synchronized (monitor) {
      assertThat(Thread.holdsLock(monitor)).isTrue();
    }
  }

  private static Object call(Object sample, String name, Object... arguments) throws Throwable {
    for (Method method : sample.getClass().getDeclaredMethods()) {
      if (method.getName().equals(name)) {
        method.setAccessible(true);
        try {
          return method.invoke(sample, arguments);
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
      }
    }
    throw new NoSuchMethodException(name);
  }

  /** How many monitors a class enters, all of which it must be pinned for. */
  private static int checkedMonitors(byte[] bytes) {
    ClassNode type = new ClassNode();
    new ClassReader(bytes).accept(type, 0);
    List<String> callers = new ArrayList<>();
    int found = 0;
    for (MethodNode method : type.methods) {
      String where = type.name + "." + method.name;
      if ((method.access & ACC_SYNCHRONIZED) != 0) {
        assertThat(method.name).as(where).endsWith("$held");
        callers.add(method.name.replace("$held", "") + method.desc);
        found++;
      }
      for (AbstractInsnNode each : method.instructions) {
        if (each.getOpcode() == MONITORENTER) {
          assertThat(pins(before(each), "pin")).as(where).isTrue();
          found++;
        } else if (each.getOpcode() == MONITOREXIT) {
          AbstractInsnNode next = after(each);
          assertThat(pins(next, "unpin")).as(where).isTrue();
          // what leaves the monitor does not get what is thrown after that
          assertThat(handlers(next, method)).as(where).isLessThan(handlers(each, method));
        }
      }
    }
    for (MethodNode method : type.methods) {
      if (callers.remove(method.name + method.desc)) {
        assertThat(Stream.of(method.instructions.toArray()).filter(each -> pins(each, "pin")))
            .as(method.name)
            .hasSize(1);
      }
    }
    assertThat(callers).as("of " + type.name).isEmpty();
    return found;
  }

  private static boolean pins(AbstractInsnNode instruction, String how) {
    return instruction instanceof MethodInsnNode call
        && call.owner.equals(Type.getInternalName(Pins.class))
        && call.name.equals(how);
  }

  private static AbstractInsnNode before(AbstractInsnNode instruction) {
    AbstractInsnNode result = instruction.getPrevious();
    while (result.getOpcode() < 0) {
      result = result.getPrevious();
    }
    return result;
  }

  private static AbstractInsnNode after(AbstractInsnNode instruction) {
    AbstractInsnNode result = instruction.getNext();
    while (result.getOpcode() < 0) {
      result = result.getNext();
    }
    return result;
  }

  /** How many handlers get what an instruction throws. */
  private static long handlers(AbstractInsnNode instruction, MethodNode method) {
    int at = method.instructions.indexOf(instruction);
    return method.tryCatchBlocks.stream()
        .filter(block -> method.instructions.indexOf(block.start) <= at)
        .filter(block -> at < method.instructions.indexOf(block.end))
        .count();
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream("OwnMonitorsTest$Sample.class")) {
      return in.readAllBytes();
    }
  }

  /** Defines the one class anew. */
  private static final class Loader extends ClassLoader {
    private final byte[] bytes;

    Loader(byte[] bytes) {
      super(OwnMonitorsTest.class.getClassLoader());
      this.bytes = bytes;
    }

    Class<?> loadClass() {
      return defineClass(Sample.class.getName(), bytes, 0, bytes.length);
    }
  }
}

package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.spec.AtomicitySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which methods and synchronized blocks are meant to be atomic: by default those methods that
 * others can call and all that is synchronized, except what waits; then what annotations say; then
 * what the specification says, which has the last word.
 */
public final class Blocks {
  private static final String ATOMIC = "Lio/cosmodrome/annotations/Atomic;";
  private static final String NOT_ATOMIC = "Lio/cosmodrome/annotations/NotAtomic;";

  private static final List<String> TEST_PACKAGES = List.of("Lorg/junit/", "Lorg/testng/");

  /** Calls that wait for other threads or for the outside, by their names. */
  private static final Set<String> WAITS =
      Set.of(
          "java/lang/Object.wait",
          "java/lang/Thread.sleep",
          "java/lang/Thread.join",
          "java/lang/Thread.yield",
          "java/lang/Thread.onSpinWait",
          "java/lang/Process.waitFor",
          "java/util/concurrent/locks/LockSupport.park",
          "java/util/concurrent/locks/LockSupport.parkNanos",
          "java/util/concurrent/locks/LockSupport.parkUntil",
          "java/util/concurrent/TimeUnit.sleep",
          "java/util/concurrent/TimeUnit.timedJoin");

  private static final Set<String> WAITING_NAMES =
      Set.of(
          "await",
          "awaitTermination",
          "awaitUninterruptibly",
          "awaitNanos",
          "awaitAdvance",
          "arriveAndAwaitAdvance",
          "invokeAll",
          "invokeAny",
          "exchange",
          "transfer",
          "take",
          "takeFirst",
          "takeLast");

  private static final Set<String> FUTURE_NAMES = Set.of("get", "join");

  private final AtomicitySpec spec;

  public Blocks(AtomicitySpec spec) {
    this.spec = spec;
  }

  /** {@code com.acme.Bank.transfer(Account,int)}. */
  static String label(ClassNode owner, MethodNode method, String suffix) {
    List<String> parameters = new ArrayList<>();
    for (Type type : Type.getArgumentTypes(method.desc)) {
      String name = type.getClassName();
      parameters.add(name.substring(name.lastIndexOf('.') + 1));
    }
    return owner.name.replace('/', '.')
        + '.'
        + MethodReferences.readable(method.name)
        + suffix
        + '('
        + String.join(",", parameters)
        + ')';
  }

  /**
   * @param waits which other calls wait for other threads
   */
  boolean isAtomic(ClassNode owner, MethodNode method, Predicate<MethodInsnNode> waits) {
    Boolean said = said(owner, method);
    return said != null ? said : !isTest(owner) && isAtomicByDefault(method, waits);
  }

  /** Whether somebody has said what a method is meant to be. */
  boolean isSaid(ClassNode owner, MethodNode method) {
    return said(owner, method) != null;
  }

  private @Nullable Boolean said(ClassNode owner, MethodNode method) {
    Optional<AtomicitySpec.Rule> rule = spec.ruleFor(label(owner, method, ""));
    if (rule.isPresent()) {
      return rule.get().atomic();
    }
    Boolean said = said(method.invisibleAnnotations);
    return said != null ? said : said(owner.invisibleAnnotations);
  }

  /** Whether a class has tests: these start threads and wait for them, as {@code main} does. */
  private static boolean isTest(ClassNode owner) {
    for (MethodNode method : owner.methods) {
      if (method.visibleAnnotations != null
          && method.visibleAnnotations.stream()
              .anyMatch(
                  annotation -> TEST_PACKAGES.stream().anyMatch(annotation.desc::startsWith))) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Boolean said(@Nullable List<AnnotationNode> annotations) {
    if (annotations != null) {
      for (AnnotationNode annotation : annotations) {
        if (annotation.desc.equals(ATOMIC)) {
          return true;
        }
        if (annotation.desc.equals(NOT_ATOMIC)) {
          return false;
        }
      }
    }
    return null;
  }

  private static boolean isAtomicByDefault(MethodNode method, Predicate<MethodInsnNode> waits) {
    boolean isSynchronized = (method.access & ACC_SYNCHRONIZED) != 0;
    if (!isSynchronized && (method.access & (ACC_PRIVATE | ACC_SYNTHETIC)) != 0) {
      return false;
    }
    boolean isMain = method.name.equals("main") && (method.access & ACC_STATIC) != 0;
    boolean isRun = method.name.equals("run") && method.desc.equals("()V");
    if (isMain || isRun || method.name.equals("<clinit>")) {
      return false;
    }
    for (AbstractInsnNode instruction : method.instructions) {
      if (waits(instruction, waits)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the synchronized block that begins at {@code enter} is meant to be atomic. */
  boolean isAtomic(String label, AbstractInsnNode enter, Predicate<MethodInsnNode> waits) {
    return spec.ruleFor(label)
        .map(AtomicitySpec.Rule::atomic)
        .orElseGet(() -> !waitsInside(enter, waits));
  }

  /** Looks for a waiting call up to where the monitor is left for the first time. */
  private static boolean waitsInside(AbstractInsnNode enter, Predicate<MethodInsnNode> waits) {
    int depth = 1;
    AbstractInsnNode instruction = enter.getNext();
    while (instruction != null && depth > 0) {
      if (waits(instruction, waits)) {
        return true;
      }
      if (instruction.getOpcode() == MONITORENTER) {
        depth++;
      } else if (instruction.getOpcode() == MONITOREXIT && rethrow(instruction) == null) {
        depth--;
      }
      instruction = instruction.getNext();
    }
    return false;
  }

  /** Where the exception goes on, if this is the exit of the handler that compilers add. */
  static @Nullable AbstractInsnNode rethrow(AbstractInsnNode exit) {
    AbstractInsnNode next = exit.getNext();
    while (next != null && (next.getOpcode() < 0 || next.getOpcode() == ALOAD)) {
      next = next.getNext();
    }
    return next != null && next.getOpcode() == ATHROW ? next : null;
  }

  private static boolean waits(AbstractInsnNode instruction, Predicate<MethodInsnNode> others) {
    if (!(instruction instanceof MethodInsnNode call)) {
      return false;
    }
    if (others.test(call)) {
      return true;
    }
    boolean concurrent = call.owner.startsWith("java/util/concurrent/");
    return WAITS.contains(call.owner + "." + call.name)
        || (call.name.equals("wait") && call.desc.matches("\\((J|JI)?\\)V"))
        || (concurrent && WAITING_NAMES.contains(call.name))
        || (concurrent && call.owner.endsWith("Future") && FUTURE_NAMES.contains(call.name))
        || readsFromOutside(call);
  }

  private static boolean readsFromOutside(MethodInsnNode call) {
    return switch (call.owner) {
      case "java/io/InputStream", "java/io/BufferedReader", "java/util/Scanner" ->
          call.name.startsWith("read") || call.name.startsWith("next");
      case "java/net/ServerSocket", "java/net/Socket" ->
          call.name.equals("accept") || call.name.equals("connect");
      case "java/nio/channels/Selector" -> call.name.equals("select");
      default -> false;
    };
  }
}

package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.JdkHooks;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Hooks inside the JDK, where tasks are handed to other threads and results come back: the one
 * table of them. Calls are inserted, nothing else, and no branch, so frames stay as they are.
 *
 * <p>The program's own calls do not tell enough here: {@code submit} makes a task of its own, and
 * tasks are started by the JDK. What cannot be found in the JDK at hand is said in the summary.
 */
public final class JdkEntryPoints extends ClassChange {
  private static final String JUC = "java/util/concurrent/";
  private static final String HOOKS = Type.getInternalName(JdkHooks.class);

  private enum Where {
    ENTRY,
    RETURN,
    /** Before the call of a method that has the name of {@link EntryPoint#detail}. */
    CALL,
    /** After such a call. */
    AFTER
  }

  private enum Operand {
    THIS,
    /** The first argument that is an object. */
    FIRST,
    /** The second one. */
    SECOND,
    /** {@code this}, and the first argument that is an object. */
    THIS_AND_FIRST,
    /** {@code this}, and the second one. */
    THIS_AND_SECOND,
    /** The object whose method is about to be called. */
    RECEIVER,
    /** A field of {@code this}: the stage that a dependent action waits for. */
    SOURCE,
    /** The second one. */
    SECOND_SOURCE,
    /** A field of {@code this}: the threads of a structured task scope. */
    FLOCK;

    boolean isArgument() {
      return this == FIRST || this == SECOND || hasThisToo();
    }

    boolean hasThisToo() {
      return this == THIS_AND_FIRST || this == THIS_AND_SECOND;
    }
  }

  /**
   * @param methods by name, those of them that the JDK has; it must have one
   * @param hook is given the operand; at a return of true or false, after that
   */
  private record EntryPoint(
      String type, String methods, Where where, String detail, Operand operand, String hook) {

    EntryPoint(String type, String methods, Where where, Operand operand, String hook) {
      this(JUC + type, methods, where, "", operand, hook);
    }

    boolean concerns(String method) {
      return (" " + methods + " ").contains(" " + method + " ");
    }
  }

  private static final String COMPLETIONS =
      "internalComplete completeNull completeValue completeThrowable completeRelay";
  private static final String UNI_STAGES =
      "uniApplyStage uniAcceptStage uniRunStage uniWhenCompleteStage uniHandleStage"
          + " uniExceptionallyStage uniComposeStage uniComposeExceptionallyStage";
  private static final String BI_STAGES =
      "biApplyStage biAcceptStage biRunStage orApplyStage orAcceptStage orRunStage";

  private static final String BI_APPLY = JUC + "CompletableFuture$BiApply";
  private static final String BI_ACCEPT = JUC + "CompletableFuture$BiAccept";
  private static final String BI_RUN = JUC + "CompletableFuture$BiRun";
  private static final String BI_RELAY = JUC + "CompletableFuture$BiRelay";
  private static final String PHASER = JUC + "Phaser";
  private static final String PHASER_ADVANCES = "doArrive arriveAndAwaitAdvance";
  private static final String SUBSCRIPTION = JUC + "SubmissionPublisher$BufferedSubscription";
  private static final String FLOCK = "jdk/internal/misc/ThreadFlock";

  private static final List<EntryPoint> ALL =
      List.of(
          new EntryPoint("ThreadPoolExecutor", "execute", Where.ENTRY, Operand.FIRST, "handsOn"),
          new EntryPoint(
              JUC + "ThreadPoolExecutor", "runWorker", Where.CALL, "run", Operand.RECEIVER, "runs"),
          // before it counts as gone: from then on the pool may be terminated
          new EntryPoint(
              JUC + "ThreadPoolExecutor",
              "getTask",
              Where.CALL,
              "decrementWorkerCount",
              Operand.THIS,
              "completes"),
          new EntryPoint(
              JUC + "ThreadPoolExecutor",
              "getTask",
              Where.CALL,
              "compareAndDecrementWorkerCount",
              Operand.THIS,
              "completes"),
          new EntryPoint(
              "ThreadPoolExecutor", "processWorkerExit", Where.ENTRY, Operand.THIS, "completes"),
          new EntryPoint(
              "ThreadPoolExecutor",
              "awaitTermination isTerminated",
              Where.RETURN,
              Operand.THIS,
              "sees"),
          new EntryPoint(
              "ScheduledThreadPoolExecutor",
              "delayedExecute reExecutePeriodic",
              Where.ENTRY,
              Operand.FIRST,
              "handsOn"),
          new EntryPoint("FutureTask", "set setException", Where.ENTRY, Operand.THIS, "completes"),
          new EntryPoint("FutureTask", "report", Where.ENTRY, Operand.THIS, "sees"),
          new EntryPoint("FutureTask", "isDone", Where.RETURN, Operand.THIS, "sees"),
          new EntryPoint("CompletableFuture", COMPLETIONS, Where.ENTRY, Operand.THIS, "completes"),
          new EntryPoint("CompletableFuture", COMPLETIONS, Where.RETURN, Operand.THIS, "completed"),
          new EntryPoint(
              JUC + "CompletableFuture", "get", Where.CALL, "reportGet", Operand.THIS, "sees"),
          new EntryPoint(
              JUC + "CompletableFuture",
              "join getNow",
              Where.CALL,
              "reportJoin",
              Operand.THIS,
              "sees"),
          new EntryPoint(
              JUC + "CompletableFuture$ThreadPerTaskExecutor",
              "execute",
              Where.CALL,
              "start",
              Operand.RECEIVER,
              "forks"),
          new EntryPoint("CompletableFuture", UNI_STAGES, Where.ENTRY, Operand.THIS, "looksAt"),
          new EntryPoint("CompletableFuture", BI_STAGES, Where.ENTRY, Operand.THIS, "looksAt"),
          new EntryPoint("CompletableFuture", BI_STAGES, Where.ENTRY, Operand.SECOND, "looksAt"),
          new EntryPoint(
              "CompletableFuture",
              "obtrudeValue obtrudeException",
              Where.RETURN,
              Operand.THIS,
              "completes"),
          new EntryPoint("CompletableFuture", "allOf", Where.ENTRY, Operand.FIRST, "looksAtAll"),
          new EntryPoint(BI_APPLY, "tryFire", Where.CALL, "biApply", Operand.SOURCE, "sees"),
          new EntryPoint(BI_APPLY, "tryFire", Where.CALL, "biApply", Operand.SECOND_SOURCE, "sees"),
          new EntryPoint(BI_ACCEPT, "tryFire", Where.CALL, "biAccept", Operand.SOURCE, "sees"),
          new EntryPoint(
              BI_ACCEPT, "tryFire", Where.CALL, "biAccept", Operand.SECOND_SOURCE, "sees"),
          new EntryPoint(BI_RUN, "tryFire", Where.CALL, "biRun", Operand.SOURCE, "sees"),
          new EntryPoint(BI_RUN, "tryFire", Where.CALL, "biRun", Operand.SECOND_SOURCE, "sees"),
          new EntryPoint(BI_RELAY, "tryFire", Where.CALL, "completeNull", Operand.SOURCE, "sees"),
          new EntryPoint(
              BI_RELAY, "tryFire", Where.CALL, "completeNull", Operand.SECOND_SOURCE, "sees"),
          new EntryPoint(
              BI_RELAY, "tryFire", Where.CALL, "completeThrowable", Operand.SOURCE, "sees"),
          new EntryPoint(
              BI_RELAY, "tryFire", Where.CALL, "completeThrowable", Operand.SECOND_SOURCE, "sees"),
          new EntryPoint(
              "locks/AbstractQueuedSynchronizer", "acquire", Where.ENTRY, Operand.FIRST, "queues"),
          new EntryPoint(
              JUC + "locks/AbstractQueuedSynchronizer",
              "acquire",
              Where.CALL,
              "park",
              Operand.THIS_AND_FIRST,
              "sleeps"),
          new EntryPoint(
              "locks/AbstractQueuedLongSynchronizer",
              "acquire",
              Where.ENTRY,
              Operand.FIRST,
              "queues"),
          new EntryPoint(
              PHASER, PHASER_ADVANCES, Where.CALL, "onAdvance", Operand.THIS, "advances"),
          new EntryPoint(
              PHASER, PHASER_ADVANCES, Where.AFTER, "onAdvance", Operand.THIS, "advanced"),
          new EntryPoint(
              "java/lang/InterruptedException",
              "<init>",
              Where.RETURN,
              "",
              Operand.THIS,
              "interrupted"),
          new EntryPoint(SUBSCRIPTION, "offer", Where.ENTRY, "", Operand.THIS_AND_FIRST, "puts"),
          new EntryPoint(
              SUBSCRIPTION, "consumeNext", Where.CALL, "onNext", Operand.THIS_AND_SECOND, "takes"),
          new EntryPoint(
              SUBSCRIPTION, "onComplete onError", Where.ENTRY, "", Operand.THIS, "completes"),
          new EntryPoint(
              SUBSCRIPTION, "consumeComplete", Where.CALL, "onComplete", Operand.THIS, "sees"),
          new EntryPoint(SUBSCRIPTION, "consumeError", Where.CALL, "onError", Operand.THIS, "sees"),
          new EntryPoint("java/util/Timer", "sched", Where.ENTRY, "", Operand.FIRST, "handsOn"),
          new EntryPoint(
              "java/util/TimerThread", "mainLoop", Where.CALL, "run", Operand.RECEIVER, "runs"),
          new EntryPoint(FLOCK, "start", Where.ENTRY, "", Operand.FIRST, "forks"),
          new EntryPoint(FLOCK, "awaitAll", Where.RETURN, "", Operand.THIS, "sees"),
          new EntryPoint(
              "StructuredTaskScopeImpl", "onComplete", Where.ENTRY, Operand.FIRST, "completes"),
          new EntryPoint(
              "StructuredTaskScopeImpl", "onComplete", Where.ENTRY, Operand.FLOCK, "completes"),
          new EntryPoint(
              "StructuredTaskScopeImpl$SubtaskImpl",
              "get exception",
              Where.RETURN,
              Operand.THIS,
              "sees"),
          new EntryPoint("ForkJoinTask", "fork", Where.ENTRY, Operand.THIS, "handsOn"),
          new EntryPoint("ForkJoinTask", "doExec", Where.ENTRY, Operand.THIS, "runs"),
          new EntryPoint(
              "ForkJoinTask", "setDone trySetThrown", Where.ENTRY, Operand.THIS, "completes"),
          new EntryPoint(
              "ForkJoinTask",
              "join invoke get quietlyJoin joinForPoolInvoke getForPoolInvoke",
              Where.RETURN,
              Operand.THIS,
              "sees"),
          new EntryPoint("ForkJoinTask", "invokeAll", Where.RETURN, Operand.FIRST, "sees"),
          new EntryPoint("ForkJoinTask", "invokeAll", Where.RETURN, Operand.SECOND, "sees"),
          new EntryPoint("ForkJoinTask", "invokeAll", Where.RETURN, Operand.FIRST, "seesAll"),
          new EntryPoint(
              "CountedCompleter",
              "tryComplete propagateCompletion",
              Where.ENTRY,
              Operand.THIS,
              "completesShare"),
          new EntryPoint(
              "ForkJoinPool",
              "poolSubmit externalSubmit",
              Where.ENTRY,
              Operand.THIS_AND_FIRST,
              "submits"),
          new EntryPoint(
              "ForkJoinPool", "deregisterWorker", Where.ENTRY, Operand.THIS, "completes"),
          new EntryPoint(
              "ForkJoinPool", "awaitTermination isTerminated", Where.RETURN, Operand.THIS, "sees"),
          new EntryPoint("ThreadPerTaskExecutor", "start", Where.ENTRY, Operand.FIRST, "forks"),
          new EntryPoint(
              "ThreadPerTaskExecutor", "taskComplete", Where.ENTRY, Operand.THIS, "completes"),
          new EntryPoint(
              "ThreadPerTaskExecutor",
              "awaitTermination isTerminated",
              Where.RETURN,
              Operand.THIS,
              "sees"));

  private static final Set<String> TYPES =
      ALL.stream().map(EntryPoint::type).collect(Collectors.toUnmodifiableSet());

  private final Coverage coverage;

  private JdkEntryPoints(Coverage coverage) {
    super(coverage);
    this.coverage = coverage;
  }

  /** Puts the hooks in: into classes that are loaded at once, into others when they will be. */
  public static void install(Instrumentation instrumentation, Coverage coverage) {
    instrumentation.addTransformer(new JdkEntryPoints(coverage), true);
    Class<?>[] loaded =
        Stream.of(instrumentation.getAllLoadedClasses())
            .filter(type -> type.getClassLoader() == null)
            .filter(type -> TYPES.contains(type.getName().replace('.', '/')))
            .toArray(Class<?>[]::new);
    if (loaded.length > 0) {
      try {
        instrumentation.retransformClasses(loaded);
      } catch (UnmodifiableClassException | LinkageError e) {
        coverage.skipped("classes of the JDK", e.toString());
      }
    }
  }

  @Override
  protected byte @Nullable [] changeBoot(String name, byte[] bytes) {
    if (!TYPES.contains(name)) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Set<EntryPoint> found = Collections.newSetFromMap(new IdentityHashMap<>());
    reader.accept(new Inserter(name, writer, found), 0);
    for (EntryPoint point : ALL) {
      if (point.type.equals(name) && !found.contains(point)) {
        coverage.skipped(name.replace('/', '.'), "has no " + point.methods.replace(" ", ", "));
      }
    }
    return writer.toByteArray();
  }

  /** Inserts the hooks of a class. */
  private static final class Inserter extends ClassVisitor {
    private final String type;
    private final Set<EntryPoint> found;

    Inserter(String type, ClassVisitor next, Set<EntryPoint> found) {
      super(Opcodes.ASM9, next);
      this.type = type;
      this.found = found;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      boolean isStatic = (access & ACC_STATIC) != 0;
      List<EntryPoint> points =
          ALL.stream()
              .filter(point -> point.type.equals(type) && point.concerns(name))
              .filter(
                  point -> !isStatic || (point.operand.isArgument() && !point.operand.hasThisToo()))
              .filter(point -> local(point.operand, isStatic, descriptor) >= 0)
              .toList();
      boolean hasCode = (access & (ACC_ABSTRACT | ACC_NATIVE | ACC_BRIDGE)) == 0;
      return points.isEmpty() || !hasCode
          ? next
          : new Hooked(next, type, points, isStatic, descriptor, found);
    }
  }

  /** Which local variable holds an operand; -1 if the method has none such. */
  private static int local(Operand operand, boolean isStatic, String descriptor) {
    if (!operand.isArgument()) {
      return 0;
    }
    int wanted = operand == Operand.FIRST || operand == Operand.THIS_AND_FIRST ? 1 : 2;
    int at = isStatic ? 0 : 1;
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      if (argument.getSort() >= Type.ARRAY && --wanted == 0) {
        return at;
      }
      at += argument.getSize();
    }
    return -1;
  }

  /** Inserts the hooks of a method. */
  private static final class Hooked extends MethodVisitor {
    private final String type;
    private final List<EntryPoint> points;
    private final boolean isStatic;
    private final String descriptor;
    private final Set<EntryPoint> found;

    Hooked(
        MethodVisitor next,
        String type,
        List<EntryPoint> points,
        boolean isStatic,
        String descriptor,
        Set<EntryPoint> found) {
      super(Opcodes.ASM9, next);
      this.type = type;
      this.points = points;
      this.isStatic = isStatic;
      this.descriptor = descriptor;
      this.found = found;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      insert(Where.ENTRY, "");
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= IRETURN && opcode <= RETURN) {
        insert(Where.RETURN, "");
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String called, boolean isInterface) {
      insert(Where.CALL, name);
      super.visitMethodInsn(opcode, owner, name, called, isInterface);
      insert(Where.AFTER, name);
    }

    private void loadField(Operand operand) {
      String future = "L" + JUC + "CompletableFuture;";
      switch (operand) {
        case SOURCE -> super.visitFieldInsn(GETFIELD, type, "src", future);
        case SECOND_SOURCE -> super.visitFieldInsn(GETFIELD, type, "snd", future);
        case FLOCK ->
            super.visitFieldInsn(GETFIELD, type, "flock", "L" + JdkEntryPoints.FLOCK + ";");
        case THIS, FIRST, SECOND, THIS_AND_FIRST, THIS_AND_SECOND, RECEIVER -> {}
      }
    }

    private void insert(Where where, String detail) {
      for (EntryPoint point : points) {
        if (point.where == where && point.detail.equals(detail)) {
          found.add(point);
          boolean tells = where == Where.RETURN && descriptor.endsWith(")Z");
          if (tells || point.operand == Operand.RECEIVER) {
            super.visitInsn(DUP);
          }
          if (point.operand.hasThisToo()) {
            super.visitVarInsn(ALOAD, 0);
          }
          if (point.operand != Operand.RECEIVER) {
            super.visitVarInsn(ALOAD, local(point.operand, isStatic, descriptor));
          }
          loadField(point.operand);
          super.visitMethodInsn(
              INVOKESTATIC,
              HOOKS,
              point.hook,
              "("
                  + (tells ? "Z" : "")
                  + (point.operand.hasThisToo() ? "Ljava/lang/Object;" : "")
                  + "Ljava/lang/Object;)V",
              false);
        }
      }
    }
  }
}

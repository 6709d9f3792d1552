package io.cosmodrome.agent.instrument;

import static io.cosmodrome.agent.instrument.ConcurrencyRules.Variable.*;
import static io.cosmodrome.agent.instrument.Effect.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Which calls of {@code java.util.concurrent} and its kin mean what: the one table of them.
 *
 * <p>A rule holds for calls through its class or interface and, unless it is said to be exact,
 * through every subtype. All overloads count. To model another class, add its lines here and a
 * program to src/test/programs; the table in docs/agent.md is checked against this one.
 */
final class ConcurrencyRules {
  /** Which variable a call accesses. */
  enum Variable {
    /** None, or it is said by the effect. */
    NO_VARIABLE,
    /** The receiver is the variable. */
    RECEIVER,
    /** The receiver's element whose index is the first argument. */
    ELEMENT,
    /** What the receiver, a handle, stands for in the object that is the first argument. */
    FIELD,
    /** The same, but how many of the arguments tell the place depends on the handle. */
    PLACE
  }

  /**
   * @param exact whether calls through subtypes do not count
   * @param waits whether a method that calls it waits for others, so is not meant to be atomic
   */
  record Rule(
      String owner,
      boolean exact,
      Effect effect,
      Variable variable,
      Set<String> names,
      boolean waits) {

    private Rule(String owner, Effect effect, Variable variable, String names) {
      this(owner, false, effect, variable, new LinkedHashSet<>(List.of(names.split(" "))), false);
    }

    private Rule exactly() {
      return new Rule(owner, true, effect, variable, names, waits);
    }

    private Rule waiting() {
      return new Rule(owner, exact, effect, variable, names, true);
    }

    /** Whether this reads or writes a variable, and does nothing else. */
    boolean isAccess() {
      return switch (effect) {
        case READ, WRITE, COMPARE, EXCHANGE -> true;
        default -> false;
      };
    }

    /** Whether that is so whatever the receiver is, since nobody can override the method. */
    boolean isOneAccess(String name) {
      return isAccess() && FINAL_ATOMICS.contains(owner) && !OVERRIDABLE.contains(name);
    }

    String className() {
      return owner.replace('/', '.').replace('$', '.');
    }
  }

  private static final String JUC = "java/util/concurrent/";
  private static final String LOCKS = JUC + "locks/";
  private static final String ATOMIC = JUC + "atomic/";

  private static final String GETS = "get getPlain getOpaque getAcquire";
  private static final String SETS = "set setPlain setOpaque setRelease lazySet getAndSet";
  private static final String UPDATER_SETS = "set lazySet getAndSet";
  private static final String UPDATER_COMPARISONS = "compareAndSet weakCompareAndSet";
  private static final String NUMBERS = "intValue longValue floatValue doubleValue";
  private static final String ADDITIONS =
      "incrementAndGet decrementAndGet addAndGet getAndIncrement getAndDecrement getAndAdd";
  private static final String COMPARISONS =
      "compareAndSet weakCompareAndSet weakCompareAndSetPlain weakCompareAndSetVolatile"
          + " weakCompareAndSetAcquire weakCompareAndSetRelease";
  private static final String EXCHANGES =
      "compareAndExchange compareAndExchangeAcquire compareAndExchangeRelease";
  private static final String UPDATES =
      "updateAndGet getAndUpdate accumulateAndGet getAndAccumulate";
  private static final String DEQUE_PUTS = "addFirst addLast offerFirst offerLast push";
  private static final String DEQUE_PEEKS = "getFirst getLast peekFirst peekLast";
  private static final String DEQUE_TAKES = "removeFirst removeLast pollFirst pollLast pop";
  private static final String ACQUIRES = "acquire acquireInterruptibly tryAcquireNanos";
  private static final String SHARED_ACQUIRES =
      "acquireShared acquireSharedInterruptibly tryAcquireSharedNanos";
  private static final String WHOLE_COLLECTION =
      "size isEmpty iterator toArray stream forEach addAll removeAll retainAll removeIf clear";
  private static final String WHOLE_QUEUE = WHOLE_COLLECTION + " contains remove";
  private static final String WHOLE_MAP =
      "size isEmpty containsValue keySet values entrySet forEach putAll replaceAll clear";
  private static final String STAGES =
      "thenApply thenApplyAsync thenAccept thenAcceptAsync thenRun thenRunAsync thenCombine"
          + " thenCombineAsync thenAcceptBoth thenAcceptBothAsync runAfterBoth runAfterBothAsync"
          + " applyToEither applyToEitherAsync acceptEither acceptEitherAsync runAfterEither"
          + " runAfterEitherAsync thenCompose thenComposeAsync handle handleAsync whenComplete"
          + " whenCompleteAsync exceptionally exceptionallyAsync exceptionallyCompose"
          + " exceptionallyComposeAsync";

  /** Classes whose accesses are final methods, but for a few. */
  private static final Set<String> FINAL_ATOMICS =
      Set.of(
          ATOMIC + "AtomicInteger",
          ATOMIC + "AtomicLong",
          ATOMIC + "AtomicBoolean",
          ATOMIC + "AtomicReference",
          ATOMIC + "AtomicIntegerArray",
          ATOMIC + "AtomicLongArray",
          ATOMIC + "AtomicReferenceArray");

  private static final Set<String> OVERRIDABLE =
      Set.of(
          "intValue",
          "longValue",
          "floatValue",
          "doubleValue",
          "weakCompareAndSet",
          "weakCompareAndSetPlain");

  static final List<Rule> ALL =
      List.of(
          // locks
          new Rule(LOCKS + "Lock", LOCK, NO_VARIABLE, "lock lockInterruptibly tryLock"),
          new Rule(LOCKS + "Lock", UNLOCK, NO_VARIABLE, "unlock"),
          new Rule(LOCKS + "Lock", PART, NO_VARIABLE, "newCondition"),
          new Rule(LOCKS + "ReadWriteLock", PART, NO_VARIABLE, "readLock writeLock"),
          new Rule(
                  LOCKS + "Condition",
                  AWAIT_CONDITION,
                  NO_VARIABLE,
                  "await awaitUninterruptibly awaitNanos awaitUntil")
              .waiting(),
          new Rule(
              LOCKS + "StampedLock",
              STAMPED_WRITE,
              NO_VARIABLE,
              "writeLock tryWriteLock writeLockInterruptibly"),
          new Rule(
              LOCKS + "StampedLock",
              STAMPED_READ,
              NO_VARIABLE,
              "readLock tryReadLock readLockInterruptibly"),
          new Rule(LOCKS + "StampedLock", STAMPED_TRY, NO_VARIABLE, "tryOptimisticRead"),
          new Rule(LOCKS + "StampedLock", STAMPED_VALIDATE, NO_VARIABLE, "validate"),
          new Rule(
              LOCKS + "StampedLock", STAMPED_UNLOCK, NO_VARIABLE, "unlock unlockRead unlockWrite"),
          new Rule(
              LOCKS + "StampedLock",
              STAMPED_TRY_UNLOCK,
              NO_VARIABLE,
              "tryUnlockRead tryUnlockWrite"),
          new Rule(
              LOCKS + "StampedLock",
              STAMPED_CONVERT,
              NO_VARIABLE,
              "tryConvertToWriteLock tryConvertToReadLock tryConvertToOptimisticRead"),
          new Rule(
              LOCKS + "StampedLock", PART, NO_VARIABLE, "asReadLock asWriteLock asReadWriteLock"),
          // synchronizers
          new Rule(JUC + "Semaphore", RELEASE, NO_VARIABLE, "release"),
          new Rule(
              JUC + "Semaphore",
              ACQUIRE,
              NO_VARIABLE,
              "acquire acquireUninterruptibly tryAcquire drainPermits"),
          new Rule(JUC + "CountDownLatch", RELEASE, NO_VARIABLE, "countDown"),
          new Rule(JUC + "CountDownLatch", ACQUIRE, NO_VARIABLE, "await").waiting(),
          new Rule(JUC + "CyclicBarrier", BARRIER, NO_VARIABLE, "await").waiting(),
          new Rule(JUC + "CyclicBarrier", RESET_BARRIER, NO_VARIABLE, "reset"),
          new Rule(JUC + "Phaser", ARRIVE, NO_VARIABLE, "arrive arriveAndDeregister"),
          new Rule(JUC + "Phaser", ARRIVE_AND_AWAIT, NO_VARIABLE, "arriveAndAwaitAdvance")
              .waiting(),
          new Rule(
                  JUC + "Phaser",
                  AWAIT_PHASE,
                  NO_VARIABLE,
                  "awaitAdvance awaitAdvanceInterruptibly")
              .waiting(),
          new Rule(LOCKS + "AbstractQueuedSynchronizer", RELEASE_OWN, NO_VARIABLE, "release"),
          new Rule(LOCKS + "AbstractQueuedSynchronizer", ACQUIRE_OWN, NO_VARIABLE, ACQUIRES),
          new Rule(
              LOCKS + "AbstractQueuedSynchronizer",
              RELEASE_OWN_SHARED,
              NO_VARIABLE,
              "releaseShared"),
          new Rule(
              LOCKS + "AbstractQueuedSynchronizer",
              ACQUIRE_OWN_SHARED,
              NO_VARIABLE,
              SHARED_ACQUIRES),
          new Rule(LOCKS + "AbstractQueuedLongSynchronizer", RELEASE_OWN, NO_VARIABLE, "release"),
          new Rule(LOCKS + "AbstractQueuedLongSynchronizer", ACQUIRE_OWN, NO_VARIABLE, ACQUIRES),
          new Rule(
              LOCKS + "AbstractQueuedLongSynchronizer",
              RELEASE_OWN_SHARED,
              NO_VARIABLE,
              "releaseShared"),
          new Rule(
              LOCKS + "AbstractQueuedLongSynchronizer",
              ACQUIRE_OWN_SHARED,
              NO_VARIABLE,
              SHARED_ACQUIRES),
          new Rule(LOCKS + "LockSupport", UNPARK, NO_VARIABLE, "unpark"),
          new Rule(LOCKS + "LockSupport", PARK, NO_VARIABLE, "park parkNanos parkUntil").waiting(),
          new Rule("java/lang/Thread", INTERRUPT, NO_VARIABLE, "interrupt"),
          new Rule("java/lang/Thread", NOTICE, NO_VARIABLE, "isInterrupted interrupted"),
          // queues
          new Rule(JUC + "BlockingQueue", PUT, NO_VARIABLE, "add offer put"),
          new Rule(JUC + "BlockingQueue", TAKE, NO_VARIABLE, "remove poll take"),
          new Rule(JUC + "BlockingQueue", PEEK, NO_VARIABLE, "peek element"),
          new Rule(JUC + "BlockingQueue", DRAIN, NO_VARIABLE, "drainTo"),
          new Rule(JUC + "BlockingDeque", PEEK, NO_VARIABLE, DEQUE_PEEKS),
          new Rule(JUC + "BlockingDeque", PUT, NO_VARIABLE, DEQUE_PUTS + " putFirst putLast"),
          new Rule(JUC + "BlockingDeque", TAKE, NO_VARIABLE, DEQUE_TAKES + " takeFirst takeLast"),
          new Rule(JUC + "TransferQueue", PUT, NO_VARIABLE, "transfer tryTransfer"),
          new Rule(JUC + "ConcurrentLinkedQueue", PUT, NO_VARIABLE, "add offer"),
          new Rule(JUC + "ConcurrentLinkedQueue", TAKE, NO_VARIABLE, "remove poll"),
          new Rule(JUC + "ConcurrentLinkedDeque", PUT, NO_VARIABLE, "add offer " + DEQUE_PUTS),
          new Rule(JUC + "ConcurrentLinkedDeque", TAKE, NO_VARIABLE, "remove poll " + DEQUE_TAKES),
          new Rule("java/util/Queue", PUT, NO_VARIABLE, "add offer").exactly(),
          new Rule("java/util/Queue", TAKE, NO_VARIABLE, "remove poll").exactly(),
          new Rule("java/util/Deque", PUT, NO_VARIABLE, "add offer " + DEQUE_PUTS).exactly(),
          new Rule("java/util/Deque", TAKE, NO_VARIABLE, "remove poll " + DEQUE_TAKES).exactly(),
          new Rule(JUC + "ConcurrentLinkedQueue", PEEK, NO_VARIABLE, "peek element"),
          new Rule(JUC + "ConcurrentLinkedDeque", PEEK, NO_VARIABLE, "peek element " + DEQUE_PEEKS),
          new Rule("java/util/Queue", PEEK, NO_VARIABLE, "peek element").exactly(),
          new Rule("java/util/Deque", PEEK, NO_VARIABLE, "peek element " + DEQUE_PEEKS).exactly(),
          new Rule(JUC + "Exchanger", SWAP, NO_VARIABLE, "exchange").waiting(),
          // tasks, futures, threads
          new Rule(JUC + "Executor", CALL, NO_VARIABLE, "execute"),
          new Rule(JUC + "ExecutorService", CALL, NO_VARIABLE, "submit isTerminated"),
          new Rule(
                  JUC + "ExecutorService",
                  CALL,
                  NO_VARIABLE,
                  "invokeAll invokeAny awaitTermination close")
              .waiting(),
          new Rule(
              JUC + "ScheduledExecutorService",
              CALL,
              NO_VARIABLE,
              "schedule scheduleAtFixedRate scheduleWithFixedDelay"),
          new Rule(JUC + "CompletionService", CALL, NO_VARIABLE, "submit"),
          new Rule(JUC + "ForkJoinPool", CALL, NO_VARIABLE, "invoke").waiting(),
          new Rule(JUC + "ForkJoinTask", CALL, NO_VARIABLE, "fork"),
          new Rule(
                  JUC + "ForkJoinTask",
                  CALL,
                  NO_VARIABLE,
                  "join invoke invokeAll quietlyJoin quietlyInvoke")
              .waiting(),
          new Rule(JUC + "Future", ACQUIRE, NO_VARIABLE, "isDone"),
          new Rule(JUC + "Future", CALL, NO_VARIABLE, "get").waiting(),
          new Rule(JUC + "CompletableFuture", CALL, NO_VARIABLE, "join").waiting(),
          new Rule(
              JUC + "CompletableFuture",
              CALL,
              NO_VARIABLE,
              "getNow complete completeExceptionally completeAsync runAsync supplyAsync allOf anyOf"
                  + " orTimeout completeOnTimeout obtrudeValue obtrudeException"),
          new Rule(JUC + "CompletionStage", CALL, NO_VARIABLE, STAGES),
          new Rule(
              JUC + "SubmissionPublisher",
              CALL,
              NO_VARIABLE,
              "submit offer subscribe consume close closeExceptionally"),
          new Rule("java/util/Timer", CALL, NO_VARIABLE, "schedule scheduleAtFixedRate"),
          new Rule("java/util/Collection", NONE, NO_VARIABLE, "parallelStream").waiting(),
          new Rule("java/util/stream/BaseStream", NONE, NO_VARIABLE, "parallel").waiting(),
          new Rule("java/lang/Thread", START, NO_VARIABLE, "startVirtualThread"),
          new Rule("java/lang/Thread$Builder", START, NO_VARIABLE, "start"),
          // atomics
          new Rule(ATOMIC + "AtomicInteger", READ, RECEIVER, GETS + " " + NUMBERS),
          new Rule(ATOMIC + "AtomicInteger", WRITE, RECEIVER, SETS + " " + ADDITIONS),
          new Rule(ATOMIC + "AtomicInteger", COMPARE, RECEIVER, COMPARISONS),
          new Rule(ATOMIC + "AtomicInteger", EXCHANGE, RECEIVER, EXCHANGES),
          new Rule(ATOMIC + "AtomicInteger", UPDATE, RECEIVER, UPDATES),
          new Rule(ATOMIC + "AtomicLong", READ, RECEIVER, GETS + " " + NUMBERS),
          new Rule(ATOMIC + "AtomicLong", WRITE, RECEIVER, SETS + " " + ADDITIONS),
          new Rule(ATOMIC + "AtomicLong", COMPARE, RECEIVER, COMPARISONS),
          new Rule(ATOMIC + "AtomicLong", EXCHANGE, RECEIVER, EXCHANGES),
          new Rule(ATOMIC + "AtomicLong", UPDATE, RECEIVER, UPDATES),
          new Rule(ATOMIC + "AtomicBoolean", READ, RECEIVER, GETS),
          new Rule(ATOMIC + "AtomicBoolean", WRITE, RECEIVER, SETS),
          new Rule(ATOMIC + "AtomicBoolean", COMPARE, RECEIVER, COMPARISONS),
          new Rule(ATOMIC + "AtomicBoolean", EXCHANGE, RECEIVER, EXCHANGES),
          new Rule(ATOMIC + "AtomicReference", READ, RECEIVER, GETS),
          new Rule(ATOMIC + "AtomicReference", WRITE, RECEIVER, SETS),
          new Rule(ATOMIC + "AtomicReference", COMPARE, RECEIVER, COMPARISONS),
          new Rule(ATOMIC + "AtomicReference", EXCHANGE, RECEIVER, EXCHANGES),
          new Rule(ATOMIC + "AtomicReference", UPDATE, RECEIVER, UPDATES),
          new Rule(ATOMIC + "AtomicStampedReference", READ, RECEIVER, "get getReference getStamp"),
          new Rule(ATOMIC + "AtomicStampedReference", WRITE, RECEIVER, "set"),
          new Rule(
              ATOMIC + "AtomicStampedReference",
              COMPARE,
              RECEIVER,
              "compareAndSet weakCompareAndSet attemptStamp"),
          new Rule(ATOMIC + "AtomicMarkableReference", READ, RECEIVER, "get getReference isMarked"),
          new Rule(ATOMIC + "AtomicMarkableReference", WRITE, RECEIVER, "set"),
          new Rule(
              ATOMIC + "AtomicMarkableReference",
              COMPARE,
              RECEIVER,
              "compareAndSet weakCompareAndSet attemptMark"),
          new Rule(ATOMIC + "AtomicIntegerArray", READ, ELEMENT, GETS),
          new Rule(ATOMIC + "AtomicIntegerArray", WRITE, ELEMENT, SETS + " " + ADDITIONS),
          new Rule(ATOMIC + "AtomicIntegerArray", COMPARE, ELEMENT, COMPARISONS),
          new Rule(ATOMIC + "AtomicIntegerArray", EXCHANGE, ELEMENT, EXCHANGES),
          new Rule(ATOMIC + "AtomicIntegerArray", UPDATE, ELEMENT, UPDATES),
          new Rule(ATOMIC + "AtomicLongArray", READ, ELEMENT, GETS),
          new Rule(ATOMIC + "AtomicLongArray", WRITE, ELEMENT, SETS + " " + ADDITIONS),
          new Rule(ATOMIC + "AtomicLongArray", COMPARE, ELEMENT, COMPARISONS),
          new Rule(ATOMIC + "AtomicLongArray", EXCHANGE, ELEMENT, EXCHANGES),
          new Rule(ATOMIC + "AtomicLongArray", UPDATE, ELEMENT, UPDATES),
          new Rule(ATOMIC + "AtomicReferenceArray", READ, ELEMENT, GETS),
          new Rule(ATOMIC + "AtomicReferenceArray", WRITE, ELEMENT, SETS),
          new Rule(ATOMIC + "AtomicReferenceArray", COMPARE, ELEMENT, COMPARISONS),
          new Rule(ATOMIC + "AtomicReferenceArray", EXCHANGE, ELEMENT, EXCHANGES),
          new Rule(ATOMIC + "AtomicReferenceArray", UPDATE, ELEMENT, UPDATES),
          new Rule(ATOMIC + "AtomicIntegerFieldUpdater", HANDLE, NO_VARIABLE, "newUpdater"),
          new Rule(ATOMIC + "AtomicIntegerFieldUpdater", READ, FIELD, "get"),
          new Rule(
              ATOMIC + "AtomicIntegerFieldUpdater", WRITE, FIELD, UPDATER_SETS + " " + ADDITIONS),
          new Rule(ATOMIC + "AtomicIntegerFieldUpdater", COMPARE, FIELD, UPDATER_COMPARISONS),
          new Rule(ATOMIC + "AtomicLongFieldUpdater", HANDLE, NO_VARIABLE, "newUpdater"),
          new Rule(ATOMIC + "AtomicLongFieldUpdater", READ, FIELD, "get"),
          new Rule(ATOMIC + "AtomicLongFieldUpdater", WRITE, FIELD, UPDATER_SETS + " " + ADDITIONS),
          new Rule(ATOMIC + "AtomicLongFieldUpdater", COMPARE, FIELD, UPDATER_COMPARISONS),
          new Rule(ATOMIC + "AtomicReferenceFieldUpdater", HANDLE, NO_VARIABLE, "newUpdater"),
          new Rule(ATOMIC + "AtomicReferenceFieldUpdater", READ, FIELD, "get"),
          new Rule(ATOMIC + "AtomicReferenceFieldUpdater", WRITE, FIELD, UPDATER_SETS),
          new Rule(ATOMIC + "AtomicReferenceFieldUpdater", COMPARE, FIELD, UPDATER_COMPARISONS),
          new Rule(
              "java/lang/invoke/MethodHandles$Lookup",
              HANDLE,
              NO_VARIABLE,
              "findVarHandle findStaticVarHandle"),
          new Rule(
              "java/lang/invoke/ConstantBootstraps",
              HANDLE,
              NO_VARIABLE,
              "fieldVarHandle staticFieldVarHandle"),
          new Rule(
              "java/lang/invoke/VarHandle", READ, PLACE, "get getVolatile getOpaque getAcquire"),
          new Rule(
              "java/lang/invoke/VarHandle",
              WRITE,
              PLACE,
              "set setVolatile setOpaque setRelease getAndSet getAndSetAcquire getAndSetRelease"
                  + " getAndAdd getAndAddAcquire getAndAddRelease getAndBitwiseOr"
                  + " getAndBitwiseOrAcquire getAndBitwiseOrRelease getAndBitwiseAnd"
                  + " getAndBitwiseAndAcquire getAndBitwiseAndRelease getAndBitwiseXor"
                  + " getAndBitwiseXorAcquire getAndBitwiseXorRelease"),
          new Rule(
              "java/lang/invoke/VarHandle",
              COMPARE,
              PLACE,
              "compareAndSet weakCompareAndSet weakCompareAndSetPlain weakCompareAndSetAcquire"
                  + " weakCompareAndSetRelease"),
          new Rule("java/lang/invoke/VarHandle", EXCHANGE, PLACE, EXCHANGES),
          new Rule(ATOMIC + "LongAdder", ADD, RECEIVER, "add increment decrement"),
          new Rule(ATOMIC + "LongAdder", QUERY, RECEIVER, "sum " + NUMBERS),
          new Rule(ATOMIC + "LongAdder", RESET_SUM, RECEIVER, "reset sumThenReset"),
          new Rule(ATOMIC + "DoubleAdder", ADD, RECEIVER, "add"),
          new Rule(ATOMIC + "DoubleAdder", QUERY, RECEIVER, "sum " + NUMBERS),
          new Rule(ATOMIC + "DoubleAdder", RESET_SUM, RECEIVER, "reset sumThenReset"),
          new Rule(ATOMIC + "LongAccumulator", ACCUMULATE, NO_VARIABLE, "accumulate"),
          new Rule(ATOMIC + "LongAccumulator", QUERY_RESULT, NO_VARIABLE, "get " + NUMBERS),
          new Rule(ATOMIC + "LongAccumulator", RESET_RESULT, NO_VARIABLE, "reset getThenReset"),
          new Rule(ATOMIC + "DoubleAccumulator", ACCUMULATE, NO_VARIABLE, "accumulate"),
          new Rule(ATOMIC + "DoubleAccumulator", QUERY_RESULT, NO_VARIABLE, "get " + NUMBERS),
          new Rule(ATOMIC + "DoubleAccumulator", RESET_RESULT, NO_VARIABLE, "reset getThenReset"),
          // maps
          new Rule(JUC + "ConcurrentMap", READ_KEY, NO_VARIABLE, "get containsKey getOrDefault"),
          new Rule(JUC + "ConcurrentMap", WRITE_KEY, NO_VARIABLE, "put compute merge"),
          new Rule(
              JUC + "ConcurrentMap", WRITE_ABSENT_KEY, NO_VARIABLE, "putIfAbsent computeIfAbsent"),
          new Rule(
              JUC + "ConcurrentMap",
              WRITE_PRESENT_KEY,
              NO_VARIABLE,
              "remove replace computeIfPresent"),
          // sets and lists, by element
          new Rule(JUC + "ConcurrentSkipListSet", READ_KEY, NO_VARIABLE, "contains"),
          new Rule(JUC + "ConcurrentSkipListSet", WRITE_ABSENT_KEY, NO_VARIABLE, "add"),
          new Rule(JUC + "ConcurrentSkipListSet", WRITE_PRESENT_KEY, NO_VARIABLE, "remove"),
          new Rule(JUC + "ConcurrentHashMap$KeySetView", READ_KEY, NO_VARIABLE, "contains"),
          new Rule(JUC + "ConcurrentHashMap$KeySetView", WRITE_ABSENT_KEY, NO_VARIABLE, "add"),
          new Rule(JUC + "ConcurrentHashMap$KeySetView", WRITE_PRESENT_KEY, NO_VARIABLE, "remove"),
          new Rule(JUC + "CopyOnWriteArraySet", READ_KEY, NO_VARIABLE, "contains"),
          new Rule(JUC + "CopyOnWriteArraySet", WRITE_ABSENT_KEY, NO_VARIABLE, "add"),
          new Rule(JUC + "CopyOnWriteArraySet", WRITE_PRESENT_KEY, NO_VARIABLE, "remove"),
          new Rule("java/util/Set", READ_KEY, NO_VARIABLE, "contains").exactly(),
          new Rule("java/util/Set", WRITE_ABSENT_KEY, NO_VARIABLE, "add").exactly(),
          new Rule("java/util/Set", WRITE_PRESENT_KEY, NO_VARIABLE, "remove").exactly(),
          new Rule(JUC + "CopyOnWriteArrayList", READ_KEY, NO_VARIABLE, "contains"),
          new Rule(JUC + "CopyOnWriteArrayList", WRITE_KEY, NO_VARIABLE, "add"),
          new Rule(JUC + "CopyOnWriteArrayList", WRITE_ABSENT_KEY, NO_VARIABLE, "addIfAbsent"),
          new Rule(JUC + "CopyOnWriteArrayList", WRITE_PRESENT_KEY, NO_VARIABLE, "remove"),
          new Rule("java/util/Map", READ_KEY, NO_VARIABLE, "get containsKey getOrDefault")
              .exactly(),
          new Rule("java/util/Map", WRITE_KEY, NO_VARIABLE, "put compute merge").exactly(),
          new Rule("java/util/Map", WRITE_ABSENT_KEY, NO_VARIABLE, "putIfAbsent computeIfAbsent")
              .exactly(),
          new Rule(
                  "java/util/Map",
                  WRITE_PRESENT_KEY,
                  NO_VARIABLE,
                  "remove replace computeIfPresent")
              .exactly(),
          // what is not modelled: after all others, so only for calls that none of them fits
          new Rule(JUC + "Flow$Publisher", UNMODELLED, NO_VARIABLE, "subscribe"),
          new Rule(JUC + "Flow$Subscription", UNMODELLED, NO_VARIABLE, "request cancel"),
          new Rule(JUC + "ForkJoinPool", UNMODELLED, NO_VARIABLE, "managedBlock"),
          new Rule(JUC + "Phaser", UNMODELLED, NO_VARIABLE, "getPhase isTerminated"),
          new Rule(JUC + "Future", UNMODELLED, NO_VARIABLE, "isCancelled state resultNow"),
          new Rule(JUC + "BlockingQueue", UNMODELLED, NO_VARIABLE, WHOLE_QUEUE),
          new Rule(JUC + "ConcurrentLinkedQueue", UNMODELLED, NO_VARIABLE, WHOLE_QUEUE),
          new Rule(JUC + "ConcurrentLinkedDeque", UNMODELLED, NO_VARIABLE, WHOLE_QUEUE),
          new Rule(JUC + "ConcurrentMap", UNMODELLED, NO_VARIABLE, WHOLE_MAP),
          new Rule(JUC + "ConcurrentSkipListSet", UNMODELLED, NO_VARIABLE, WHOLE_COLLECTION),
          new Rule(JUC + "CopyOnWriteArraySet", UNMODELLED, NO_VARIABLE, WHOLE_COLLECTION),
          new Rule(
              JUC + "CopyOnWriteArrayList",
              UNMODELLED,
              NO_VARIABLE,
              WHOLE_COLLECTION + " get set indexOf remove"));

  private static final Map<String, List<Rule>> BY_NAME = byName();

  private ConcurrencyRules() {}

  private static Map<String, List<Rule>> byName() {
    Map<String, List<Rule>> map = new HashMap<>();
    for (Rule rule : ALL) {
      for (String name : rule.names) {
        map.computeIfAbsent(name, key -> new ArrayList<>()).add(rule);
      }
    }
    return map;
  }

  /** Whether any rule is for calls of this name. */
  static boolean hasName(String name) {
    return BY_NAME.containsKey(name);
  }

  /** The rule for a call, or null if it means nothing to us. */
  static @Nullable Rule find(
      ClassLoader loader, Hierarchy hierarchy, String owner, String name, String descriptor) {
    for (Rule rule : BY_NAME.getOrDefault(name, List.of())) {
      boolean concerned =
          rule.exact ? rule.owner.equals(owner) : hierarchy.isSubtype(loader, owner, rule.owner);
      if (concerned && fits(rule, descriptor)) {
        return rule;
      }
    }
    return null;
  }

  /** Whether an overload has what the effect needs; others of that name mean something else. */
  private static boolean fits(Rule rule, String descriptor) {
    Type[] arguments = Type.getArgumentTypes(descriptor);
    Type result = Type.getReturnType(descriptor);
    return switch (rule.effect) {
      case PUT, READ_KEY, WRITE_KEY, WRITE_ABSENT_KEY, WRITE_PRESENT_KEY ->
          arguments.length > 0 && isObject(arguments[0]);
      case TAKE -> isObject(result) && Arrays.stream(arguments).noneMatch(ConcurrencyRules::isKey);
      case START -> arguments.length == 1;
      default -> true;
    };
  }

  private static boolean isObject(Type type) {
    return type.getDescriptor().equals("Ljava/lang/Object;");
  }

  private static boolean isKey(Type type) {
    return isObject(type) || type.getSort() == Type.INT;
  }
}

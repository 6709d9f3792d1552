package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.instrument.ConcurrencyRules.Rule;
import io.cosmodrome.agent.instrument.ConcurrencyRules.Variable;
import io.cosmodrome.agent.runtime.Cell;
import io.cosmodrome.agent.runtime.Concurrency;
import io.cosmodrome.agent.runtime.ConcurrentMaps;
import io.cosmodrome.agent.runtime.Drains;
import io.cosmodrome.agent.runtime.Hooks;
import io.cosmodrome.agent.runtime.OwnSynchronizers;
import io.cosmodrome.agent.runtime.Phasers;
import io.cosmodrome.agent.runtime.StampedLocks;
import io.cosmodrome.agent.runtime.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Methods that a class gets for its calls that {@link ConcurrencyRules} speak of: one for each
 * method called. It takes what the call takes, then the thread and the site; it makes the call,
 * with hooks around it, and has the call's result and exceptions.
 *
 * <p>So all that is needed around a call stands in a small method of its own, where the types of
 * all local variables are known: the method that calls gets no longer, and no frame of it changes.
 */
final class Bridges {
  private static final String ME = "L" + Shadows.ME + ";";
  private static final String CELL = "L" + Type.getInternalName(Cell.class) + ";";
  private static final String CONCURRENCY = Type.getInternalName(Concurrency.class);
  private static final String STAMPED = Type.getInternalName(StampedLocks.class);
  private static final String PHASERS = Type.getInternalName(Phasers.class);
  private static final String OWN = Type.getInternalName(OwnSynchronizers.class);
  private static final String DRAINS = Type.getInternalName(Drains.class);
  private static final String VARIABLES = Type.getInternalName(Variables.class);
  private static final String MAPS = Type.getInternalName(ConcurrentMaps.class);
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String COLLECTION = "Ljava/util/Collection;";
  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

  private final ClassNode owner;
  private final Map<String, MethodNode> methods = new LinkedHashMap<>();

  Bridges(ClassNode owner) {
    this.owner = owner;
  }

  /** Whether the class can have a bridge for this call. */
  boolean canBridge(MethodInsnNode call) {
    boolean isInterface = (owner.access & ACC_INTERFACE) != 0;
    boolean isSuper = call.getOpcode() == INVOKESPECIAL;
    return !(isSuper && (call.itf || isInterface))
        && !(isInterface && (owner.version & 0xffff) < V1_8);
  }

  /** The call to make instead, with the thread and the site as additional arguments. */
  MethodInsnNode bridge(MethodInsnNode call, Rule rule) {
    String key = call.getOpcode() + call.owner + '.' + call.name + call.desc;
    MethodNode method = methods.get(key);
    if (method == null) {
      method = new Bridge(call, rule, methods.size()).build();
      methods.put(key, method);
    }
    boolean isStatic = (method.access & ACC_STATIC) != 0;
    boolean isInterface = (owner.access & ACC_INTERFACE) != 0;
    return new MethodInsnNode(
        isStatic ? INVOKESTATIC : INVOKESPECIAL, owner.name, method.name, method.desc, isInterface);
  }

  void addTo(ClassNode node) {
    node.methods.addAll(methods.values());
  }

  /** One of the methods. */
  private final class Bridge {
    private final MethodInsnNode call;
    private final Rule rule;
    private final MethodNode m;
    private final boolean hasReceiver;
    private final Type[] arguments;
    private final int[] argumentAt; // local variables
    private final Type result;
    private final int me;
    private final int site;
    private final int extra; // local variable: what a hook gave for the hook after the call
    private final int resultAt;
    private final List<Object> locals = new ArrayList<>(); // up to the site, as in frames

    Bridge(MethodInsnNode call, Rule rule, int number) {
      this.call = call;
      this.rule = rule;
      boolean isSuper = call.getOpcode() == INVOKESPECIAL;
      this.hasReceiver = call.getOpcode() != INVOKESTATIC;
      this.arguments = Type.getArgumentTypes(call.desc);
      this.argumentAt = new int[arguments.length];
      this.result = Type.getReturnType(call.desc);
      int at = 0;
      StringBuilder descriptor = new StringBuilder("(");
      if (hasReceiver) {
        locals.add(isSuper ? owner.name : call.owner);
        descriptor.append(isSuper ? "" : Type.getObjectType(call.owner).getDescriptor());
        at++;
      }
      for (int i = 0; i < arguments.length; i++) {
        argumentAt[i] = at;
        locals.add(inFrame(arguments[i]));
        descriptor.append(arguments[i].getDescriptor());
        at += arguments[i].getSize();
      }
      locals.add(Shadows.ME);
      locals.add(INTEGER);
      this.me = at;
      this.site = at + 1;
      this.extra = at + 2;
      this.resultAt = at + 3;
      this.m =
          new MethodNode(
              ACC_PRIVATE | ACC_SYNTHETIC | (isSuper ? 0 : ACC_STATIC),
              Hooks.PREFIX + "call$" + number + "$" + call.name,
              descriptor.append(ME).append("I)").append(result.getDescriptor()).toString(),
              null,
              null);
    }

    private static Object inFrame(Type type) {
      return switch (type.getSort()) {
        case Type.LONG -> LONG;
        case Type.FLOAT -> FLOAT;
        case Type.DOUBLE -> DOUBLE;
        case Type.OBJECT, Type.ARRAY -> type.getInternalName();
        default -> INTEGER;
      };
    }

    MethodNode build() {
      switch (rule.effect()) {
        case LOCK -> after("locked");
        case UNLOCK -> before("unlocks");
        case PART -> part();
        case AWAIT_CONDITION -> awaitCondition();
        case STAMPED_WRITE -> afterStamped("lockedAlone");
        case STAMPED_READ -> afterStamped("lockedShared");
        case STAMPED_TRY -> afterStamped("triesToRead");
        case STAMPED_VALIDATE -> afterStamped("validated");
        case STAMPED_UNLOCK -> unlockStamped();
        case STAMPED_TRY_UNLOCK -> afterStamped(call.name);
        case STAMPED_CONVERT -> convertStamp();
        case RELEASE -> before("releases");
        case ACQUIRE -> after("acquired");
        case ARRIVE -> arrive("arrived", "");
        case ARRIVE_AND_AWAIT -> arrive("passed", "I");
        case AWAIT_PHASE -> awaitPhase();
        case RELEASE_OWN -> releaseOwn("releases");
        case RELEASE_OWN_SHARED -> releaseOwn("releasesShared");
        case ACQUIRE_OWN -> acquireOwn("acquired");
        case ACQUIRE_OWN_SHARED -> acquireOwn("acquiredShared");
        case BARRIER -> barrier();
        case RESET_BARRIER -> resetBarrier();
        case UNPARK -> unpark();
        case PARK -> park();
        case PUT -> put();
        case TAKE -> take();
        case SWAP -> swap();
        case PEEK -> peek();
        case DRAIN -> drain();
        case CALL -> place();
        case START -> start();
        case READ, WRITE, COMPARE, EXCHANGE -> access();
        case UPDATE -> update();
        case ADD -> adder("added");
        case QUERY -> adder("queried");
        case RESET_SUM -> adder("reset");
        case ACCUMULATE -> accumulator(true, false);
        case QUERY_RESULT -> accumulator(false, true);
        case RESET_RESULT -> accumulator(true, true);
        case HANDLE -> handle();
        case READ_KEY -> key("reads");
        case WRITE_KEY -> key("writes");
        case WRITE_ABSENT_KEY -> key("writesIfAbsent");
        case WRITE_PRESENT_KEY -> key("writesIfPresent");
        case NONE, UNMODELLED -> throw new IllegalStateException(rule + " needs no bridge");
      }
      m.visitInsn(result.getOpcode(IRETURN));
      m.visitMaxs(0, 0);
      return m;
    }

    // ---- parts ----

    private void receiver() {
      m.visitVarInsn(ALOAD, 0);
    }

    private void argument(int index) {
      m.visitVarInsn(arguments[index].getOpcode(ILOAD), argumentAt[index]);
    }

    private void me() {
      m.visitVarInsn(ALOAD, me);
    }

    private void meAndSite() {
      me();
      m.visitVarInsn(ILOAD, site);
    }

    private void hook(String type, String name, String descriptor) {
      m.visitMethodInsn(INVOKESTATIC, type, name, descriptor, false);
    }

    private void call() {
      if (hasReceiver) {
        receiver();
      }
      for (int i = 0; i < arguments.length; i++) {
        argument(i);
      }
      m.visitMethodInsn(call.getOpcode(), call.owner, call.name, call.desc, call.itf);
    }

    private void storeResult() {
      if (result.getSize() > 0) {
        m.visitVarInsn(result.getOpcode(ISTORE), resultAt);
      }
    }

    private void loadResult() {
      if (result.getSize() > 0) {
        m.visitVarInsn(result.getOpcode(ILOAD), resultAt);
      }
    }

    /** {@code try { call } catch (Throwable e) { onThrow; throw e; }}; the result is stored. */
    private void callOr(@Nullable String extraType, Runnable onThrow) {
      Label start = new Label();
      Label end = new Label();
      Label handler = new Label();
      Label after = new Label();
      m.visitTryCatchBlock(start, end, handler, null);
      m.visitLabel(start);
      call();
      m.visitLabel(end);
      storeResult();
      m.visitJumpInsn(GOTO, after);
      m.visitLabel(handler);
      frame(extraType, "java/lang/Throwable");
      onThrow.run();
      m.visitInsn(ATHROW);
      m.visitLabel(after);
      List<Object> known = framed(extraType);
      if (result.getSize() > 0) {
        if (extraType == null) {
          known.add(TOP);
        }
        known.add(inFrame(result));
      }
      visitFrame(known);
    }

    private List<Object> framed(@Nullable String extraType) {
      List<Object> known = new ArrayList<>(locals);
      if (extraType != null) {
        known.add(extraType);
      }
      return known;
    }

    private void frame(@Nullable String extraType, Object... stack) {
      visitFrame(framed(extraType), stack);
    }

    private void visitFrame(List<Object> known, Object... stack) {
      if ((owner.version & 0xffff) >= V1_6) {
        m.visitFrame(F_NEW, known.size(), known.toArray(), stack.length, stack);
      }
    }

    // ---- locks and synchronizers ----

    private void before(String name) {
      receiver();
      meAndSite();
      hook(CONCURRENCY, name, "(" + OBJECT + ME + "I)V");
      call();
    }

    private void after(String name) {
      call();
      storeResult();
      receiver();
      boolean tells = result.equals(Type.BOOLEAN_TYPE) || result.equals(Type.INT_TYPE);
      if (tells) {
        loadResult();
      }
      meAndSite();
      hook(CONCURRENCY, name, "(" + OBJECT + (tells ? result.getDescriptor() : "") + ME + "I)V");
      loadResult();
    }

    private void part() {
      call();
      m.visitInsn(DUP);
      receiver();
      m.visitInsn(SWAP);
      me();
      hook(CONCURRENCY, "got", "(" + OBJECT + OBJECT + ME + ")V");
    }

    private void awaitCondition() {
      String descriptor = "(" + OBJECT + ME + "I)V";
      Runnable waited =
          () -> {
            receiver();
            meAndSite();
            hook(CONCURRENCY, "waited", descriptor);
          };
      receiver();
      meAndSite();
      hook(CONCURRENCY, "waits", descriptor);
      callOr(null, waited);
      waited.run();
      loadResult();
    }

    private void barrier() {
      receiver();
      meAndSite();
      hook(CONCURRENCY, "arrives", "(Ljava/util/concurrent/CyclicBarrier;" + ME + "I)" + OBJECT);
      m.visitVarInsn(ASTORE, extra);
      callOr(
          "java/lang/Object",
          () -> {
            m.visitVarInsn(ALOAD, extra);
            hook(CONCURRENCY, "failed", "(" + OBJECT + ")V");
          });
      m.visitVarInsn(ALOAD, extra);
      meAndSite();
      hook(CONCURRENCY, "passed", "(" + OBJECT + ME + "I)V");
      loadResult();
    }

    private void resetBarrier() {
      receiver();
      me();
      hook(CONCURRENCY, "resets", "(" + OBJECT + ME + ")V");
      call();
    }

    // ---- stamped locks ----

    /** The hook is told the result, a stamp or a success. */
    private void afterStamped(String name) {
      call();
      storeResult();
      receiver();
      loadResult();
      meAndSite();
      hook(STAMPED, name, "(" + OBJECT + result.getDescriptor() + ME + "I)V");
      loadResult();
    }

    private void unlockStamped() {
      receiver();
      argument(0);
      meAndSite();
      hook(STAMPED, "unlocks", "(" + OBJECT + "J" + ME + "I)V");
      call();
    }

    private void convertStamp() {
      int target =
          switch (call.name) {
            case "tryConvertToWriteLock" -> StampedLocks.TO_WRITE;
            case "tryConvertToReadLock" -> StampedLocks.TO_READ;
            default -> StampedLocks.TO_OPTIMISTIC;
          };
      String descriptor = "(" + OBJECT + "JI" + ME + "I)V";
      receiver();
      argument(0);
      Shadows.push(m, target);
      meAndSite();
      hook(STAMPED, "converts", descriptor);
      call();
      storeResult();
      receiver();
      loadResult();
      Shadows.push(m, target);
      meAndSite();
      hook(STAMPED, "converted", descriptor);
      loadResult();
    }

    // ---- phasers, synchronizers of the program's own ----

    private void arrive(String after, String siteType) {
      receiver();
      meAndSite();
      hook(PHASERS, "arrives", "(" + OBJECT + ME + "I)" + OBJECT);
      m.visitVarInsn(ASTORE, extra);
      callOr(
          "java/lang/Object",
          () -> {
            m.visitVarInsn(ALOAD, extra);
            me();
            hook(PHASERS, "notArrived", "(" + OBJECT + ME + ")V");
          });
      m.visitVarInsn(ALOAD, extra);
      loadResult();
      me();
      if (!siteType.isEmpty()) {
        m.visitVarInsn(ILOAD, site);
      }
      hook(PHASERS, after, "(" + OBJECT + "I" + ME + siteType + ")V");
      loadResult();
    }

    private void awaitPhase() {
      call();
      storeResult();
      receiver();
      argument(0);
      loadResult();
      meAndSite();
      hook(PHASERS, "awaited", "(" + OBJECT + "II" + ME + "I)V");
      loadResult();
    }

    private void releaseOwn(String name) {
      receiver();
      meAndSite();
      hook(OWN, name, "(" + OBJECT + ME + "I)V");
      callOr(
          null,
          () -> {
            receiver();
            me();
            hook(OWN, "notReleased", "(" + OBJECT + ME + ")V");
          });
      loadResult();
    }

    private void acquireOwn(String name) {
      me();
      hook(OWN, "begins", "(" + ME + ")V");
      call();
      storeResult();
      receiver();
      if (result.equals(Type.BOOLEAN_TYPE)) {
        loadResult();
      } else {
        m.visitInsn(ICONST_1);
      }
      meAndSite();
      hook(OWN, name, "(" + OBJECT + "Z" + ME + "I)V");
      loadResult();
    }

    private void unpark() {
      argument(0);
      meAndSite();
      hook(CONCURRENCY, "releases", "(" + OBJECT + ME + "I)V");
      call();
    }

    private void park() {
      call();
      meAndSite();
      hook(CONCURRENCY, "parked", "(" + ME + "I)V");
    }

    // ---- queues, tasks, threads ----

    private void put() {
      receiver();
      argument(0);
      meAndSite();
      hook(CONCURRENCY, "puts", "(" + OBJECT + OBJECT + ME + "I)V");
      callOr(
          null,
          () -> {
            receiver();
            argument(0);
            me();
            hook(CONCURRENCY, "notPut", "(" + OBJECT + OBJECT + ME + ")V");
          });
      if (result.equals(Type.BOOLEAN_TYPE)) {
        receiver();
        argument(0);
        loadResult();
        me();
        hook(CONCURRENCY, "put", "(" + OBJECT + OBJECT + "Z" + ME + ")V");
      }
      loadResult();
    }

    private void take() {
      call();
      storeResult();
      receiver();
      loadResult();
      meAndSite();
      hook(CONCURRENCY, "took", "(" + OBJECT + OBJECT + ME + "I)V");
      loadResult();
    }

    /** Gives an element and gets another. */
    private void swap() {
      receiver();
      argument(0);
      meAndSite();
      hook(CONCURRENCY, "puts", "(" + OBJECT + OBJECT + ME + "I)V");
      callOr(
          null,
          () -> {
            receiver();
            argument(0);
            me();
            hook(CONCURRENCY, "notPut", "(" + OBJECT + OBJECT + ME + ")V");
          });
      receiver();
      loadResult();
      meAndSite();
      hook(CONCURRENCY, "took", "(" + OBJECT + OBJECT + ME + "I)V");
      loadResult();
    }

    private void peek() {
      call();
      storeResult();
      receiver();
      loadResult();
      meAndSite();
      hook(CONCURRENCY, "saw", "(" + OBJECT + OBJECT + ME + "I)V");
      loadResult();
    }

    /** The queue is given a collection that knows what it was given. */
    private void drain() {
      receiver();
      argument(0);
      hook(DRAINS, "watched", "(" + OBJECT + COLLECTION + ")" + COLLECTION);
      m.visitVarInsn(ASTORE, argumentAt[0]);
      Runnable drained =
          () -> {
            receiver();
            argument(0);
            meAndSite();
            hook(DRAINS, "drained", "(" + OBJECT + COLLECTION + ME + "I)V");
          };
      callOr(null, drained);
      drained.run();
      loadResult();
    }

    private void place() {
      meAndSite();
      hook(CONCURRENCY, "calls", "(" + ME + "I)V");
      call();
      me();
      hook(CONCURRENCY, "called", "(" + ME + ")V");
    }

    /** {@code thread = builder.unstarted(task); thread.start(); return thread}. */
    private void start() {
      String builder = "java/lang/Thread$Builder";
      if (hasReceiver) {
        receiver();
      } else {
        builder += "$OfVirtual";
        m.visitMethodInsn(
            INVOKESTATIC, "java/lang/Thread", "ofVirtual", "()L" + builder + ";", false);
      }
      argument(0);
      m.visitMethodInsn(
          INVOKEINTERFACE, builder, "unstarted", "(Ljava/lang/Runnable;)Ljava/lang/Thread;", true);
      m.visitInsn(DUP);
      meAndSite();
      hook(Shadows.HOOKS, "start", "(" + OBJECT + ME + "I)V");
      m.visitInsn(DUP);
      m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Thread", "start", "()V", false);
    }

    // ---- variables ----

    private void access() {
      if (rule.variable() == Variable.PLACE && !isKnownPlace()) {
        call();
        return;
      }
      hold();
      m.visitVarInsn(ASTORE, extra);
      callOr(Type.getInternalName(Cell.class), this::letGo);
      m.visitVarInsn(ALOAD, extra);
      element();
      remember();
      loadResult();
    }

    private void letGo() {
      me();
      hook(Shadows.HOOKS, "letGo", "(" + ME + ")V");
    }

    private void hold() {
      receiver();
      boolean isField = rule.variable() == Variable.FIELD || rule.variable() == Variable.PLACE;
      if (isField) {
        if (rule.variable() == Variable.PLACE && coordinates() == 0) {
          m.visitInsn(ACONST_NULL);
        } else {
          argument(0);
        }
      }
      me();
      hook(VARIABLES, "hold", "(" + OBJECT + (isField ? OBJECT : "") + ME + ")" + CELL);
    }

    /** How many arguments of a variable handle's method tell the place; the rest are values. */
    private int coordinates() {
      return switch (rule.effect()) {
        case READ -> arguments.length;
        case WRITE -> arguments.length - 1;
        default -> arguments.length - 2;
      };
    }

    /** Whether it is a static field, a field of an object, or an element of an array. */
    private boolean isKnownPlace() {
      int coordinates = coordinates();
      return coordinates == 0
          || (coordinates <= 2
              && arguments[0].getSort() >= Type.ARRAY
              && (coordinates == 1 || arguments[1].equals(Type.INT_TYPE)));
    }

    private void element() {
      if (rule.variable() == Variable.ELEMENT) {
        argument(0);
      } else if (rule.variable() == Variable.PLACE && coordinates() == 2) {
        argument(1);
      } else {
        m.visitInsn(ICONST_0);
      }
    }

    private void remember() {
      String head = "(" + CELL + "I";
      String tail = ME + "I)V";
      Effect effect = rule.effect();
      if (effect == Effect.EXCHANGE && result.getSize() > 0) {
        Type expected = arguments[arguments.length - 2];
        boolean isValue = result.getSort() < Type.ARRAY;
        argument(arguments.length - 2);
        box(expected);
        loadResult();
        box(result);
        meAndSite();
        hook(VARIABLES, isValue ? "exchangedValue" : "exchanged", head + OBJECT + OBJECT + tail);
      } else if (effect == Effect.COMPARE && result.equals(Type.BOOLEAN_TYPE)) {
        loadResult();
        meAndSite();
        hook(VARIABLES, "compared", head + "Z" + tail);
      } else {
        meAndSite();
        hook(VARIABLES, effect == Effect.WRITE ? "wrote" : "read", head + tail);
      }
    }

    private void box(Type type) {
      String box =
          switch (type.getSort()) {
            case Type.BOOLEAN -> "Boolean";
            case Type.CHAR -> "Character";
            case Type.BYTE -> "Byte";
            case Type.SHORT -> "Short";
            case Type.INT -> "Integer";
            case Type.LONG -> "Long";
            case Type.FLOAT -> "Float";
            case Type.DOUBLE -> "Double";
            default -> "";
          };
      if (!box.isEmpty()) {
        String name = "java/lang/" + box;
        m.visitMethodInsn(
            INVOKESTATIC, name, "valueOf", "(" + type.getDescriptor() + ")L" + name + ";", false);
      }
    }

    private void update() {
      String descriptor = "(" + OBJECT + "I" + ME + "I)V";
      receiver();
      element();
      meAndSite();
      hook(VARIABLES, "updates", descriptor);
      call();
      storeResult();
      receiver();
      element();
      meAndSite();
      hook(VARIABLES, "updated", descriptor);
      loadResult();
    }

    private void adder(String name) {
      hold();
      m.visitInsn(POP);
      callOr(null, this::letGo);
      receiver();
      meAndSite();
      hook(VARIABLES, name, "(" + OBJECT + ME + "I)V");
      loadResult();
    }

    /** As an adder, but it runs a function of the program, so it cannot be one step. */
    private void accumulator(boolean changes, boolean looks) {
      String descriptor = "(" + OBJECT + "ZZ" + ME + "I)V";
      receiver();
      Shadows.push(m, changes ? 1 : 0);
      Shadows.push(m, looks ? 1 : 0);
      meAndSite();
      hook(VARIABLES, "meets", descriptor);
      call();
      storeResult();
      receiver();
      Shadows.push(m, changes ? 1 : 0);
      Shadows.push(m, looks ? 1 : 0);
      meAndSite();
      hook(VARIABLES, "met", descriptor);
      loadResult();
    }

    /** The arguments tell the class, the field's name and, as a second class, its type. */
    private void handle() {
      call();
      m.visitInsn(DUP);
      argument(0);
      boolean typeComesSecond = arguments[1].getClassName().equals("java.lang.Class");
      argument(typeComesSecond ? 2 : 1);
      if (arguments.length == 2) {
        m.visitInsn(ACONST_NULL);
      } else {
        argument(typeComesSecond ? 1 : 2);
      }
      m.visitMethodInsn(
          INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", "()L" + LOOKUP + ";", false);
      String type = "Ljava/lang/Class;";
      hook(
          VARIABLES,
          "made",
          "(" + OBJECT + type + "Ljava/lang/String;" + type + "L" + LOOKUP + ";)V");
    }

    // ---- maps ----

    private void key(String name) {
      receiver();
      argument(0);
      meAndSite();
      hook(MAPS, name, "(" + OBJECT + OBJECT + ME + "I)" + OBJECT);
      m.visitVarInsn(ASTORE, extra);
      call();
      storeResult();
      m.visitVarInsn(ALOAD, extra);
      boolean tells = result.equals(Type.BOOLEAN_TYPE);
      if (tells) {
        loadResult();
      }
      meAndSite();
      hook(MAPS, "ends", "(" + OBJECT + (tells ? "Z" : "") + ME + "I)V");
      loadResult();
    }
  }
}

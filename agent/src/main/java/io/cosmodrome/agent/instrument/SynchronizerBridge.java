package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.instrument.ConcurrencyRules.Rule;
import io.cosmodrome.agent.runtime.Concurrency;
import io.cosmodrome.agent.runtime.OwnSynchronizers;
import io.cosmodrome.agent.runtime.Phasers;
import io.cosmodrome.agent.runtime.StampedLocks;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Around calls of locks and of what threads wait at. */
final class SynchronizerBridge extends BridgeCode {
  private static final String CONCURRENCY = Type.getInternalName(Concurrency.class);
  private static final String STAMPED = Type.getInternalName(StampedLocks.class);
  private static final String PHASERS = Type.getInternalName(Phasers.class);
  private static final String OWN = Type.getInternalName(OwnSynchronizers.class);

  SynchronizerBridge(ClassNode owner, MethodInsnNode call, Rule rule, int number) {
    super(owner, call, rule, number);
  }

  @Override
  void write() {
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
      case INTERRUPT -> before("interrupts");
      case NOTICE -> notice();
      default -> throw new IllegalStateException(rule + " belongs to another bridge");
    }
  }

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

  private void notice() {
    call();
    storeResult();
    if (hasReceiver) {
      receiver();
    }
    loadResult();
    meAndSite();
    hook(CONCURRENCY, "noticed", "(" + (hasReceiver ? OBJECT : "") + "Z" + ME + "I)V");
    loadResult();
  }

  private void park() {
    call();
    meAndSite();
    hook(CONCURRENCY, "parked", "(" + ME + "I)V");
  }
}

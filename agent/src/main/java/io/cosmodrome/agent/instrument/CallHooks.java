package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Variables;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Puts hooks before, after or instead of calls that mean something to us. */
final class CallHooks {
  private final ClassContext context;
  private final HookWriter hooks;
  private final ClassNode owner;
  private final MethodNode method;
  private final boolean accesses; // whether clones are to be noted, too

  CallHooks(ClassContext context, HookWriter hooks, boolean accesses) {
    this.context = context;
    this.hooks = hooks;
    this.owner = hooks.owner;
    this.method = hooks.method;
    this.accesses = accesses;
  }

  /**
   * @param fillsFresh whether elements are copied into an array that nobody else can have yet
   */
  void rewrite(MethodInsnNode call, boolean fillsFresh) {
    if (call.owner.startsWith("[")) {
      if (call.name.equals("clone")
          && context.watched().arrays() != Watched.Arrays.OFF
          && accesses) {
        before(call, "readAll", hooks.access("r", "", null, true));
      }
      return;
    }
    if (isCloneOfFields(call)) {
      cloned(call);
      return;
    }
    ConcurrencyRules.Rule rule = context.rule(call);
    if (rule != null) {
      concurrent(call, rule);
      return;
    }
    CallSites.CallSite found =
        CallSites.find(context.loader(), context.hierarchy(), call.owner, call.name, call.desc);
    if (found == null
        || !context.isIn(found)
        || (found.hook().equals("arraycopy") && context.watched().arrays() == Watched.Arrays.OFF)) {
      return;
    }
    switch (found.kind()) {
      case BEFORE -> before(call, found.hook(), hooks.site(found.op(), "", null));
      case RESULT -> {
        String result = Type.getReturnType(call.desc).getDescriptor();
        InsnList after = new InsnList();
        HookWriter.hook(after, found.hook(), "(" + result + ")" + result);
        method.instructions.insert(call, after);
      }
      case INSTEAD -> {
        if (call.getOpcode() != INVOKESPECIAL) {
          instead(call, found, fillsFresh ? "copyToFresh" : found.hook());
        }
      }
    }
  }

  private void concurrent(MethodInsnNode call, ConcurrencyRules.Rule rule) {
    if (rule.effect() == Effect.UNMODELLED) {
      if (context.part() != Part.KEPT && !context.watched().filter().accepts(call.owner)) {
        String name = call.owner.replace('/', '.').replace('$', '.') + "." + call.name;
        context.coverage().unmodelled(name, hooks.label + ":" + hooks.line);
      }
      return;
    }
    if (rule.effect() == Effect.NONE || !context.isIn(rule)) {
      return;
    }
    boolean compares = rule.effect() == Effect.COMPARE || rule.effect() == Effect.EXCHANGE;
    if (context.part() == Part.KEPT && compares) {
      compared(call);
      return;
    }
    if (!context.bridges().canBridge(call)) {
      return;
    }
    FieldHandles.Known known = context.handles().accessed(call, rule, hooks.frames);
    if (known != null && context.leavesOut(known.field())) {
      if (compares) {
        compared(call);
      }
      return;
    }
    if (known != null && !context.hasShadow(known.field())) {
      known = null;
    }
    String name = known == null ? "" : known.field().name;
    InsnList code = new InsnList();
    hooks.pushMeAndSite(code, hooks.site(rule.effect().op, name, null));
    code.add(context.bridges().bridge(call, rule, known));
    method.instructions.insertBefore(call, code);
    method.instructions.remove(call);
  }

  /** Nothing is remembered of the call, but that it may have failed. */
  private void compared(MethodInsnNode call) {
    InsnList after = new InsnList();
    boolean tells = Type.getReturnType(call.desc).equals(Type.BOOLEAN_TYPE);
    if (tells) {
      after.add(new InsnNode(DUP));
    }
    after.add(
        new MethodInsnNode(
            INVOKESTATIC,
            Type.getInternalName(Variables.class),
            tells ? "compared" : "triedInVain",
            tells ? "(Z)V" : "()V",
            false));
    method.instructions.insert(call, after);
  }

  /** Whether this is {@code super.clone()} where the JDK copies all fields, ours too. */
  private boolean isCloneOfFields(MethodInsnNode call) {
    return context.part() == Part.ALL
        && call.getOpcode() == INVOKESPECIAL
        && call.name.equals("clone")
        && call.desc.equals("()Ljava/lang/Object;")
        && (owner.access & ACC_INTERFACE) == 0
        && !context.watched().filter().accepts(call.owner)
        && context.hierarchy().isSubtype(context.loader(), owner.name, "java/lang/Cloneable");
  }

  private void cloned(MethodInsnNode call) {
    InsnList code = new InsnList();
    code.add(new InsnNode(DUP));
    code.add(new VarInsnNode(ALOAD, 0));
    hooks.pushMeAndSite(code, hooks.access("r", "", null, true));
    code.add(
        new MethodInsnNode(
            INVOKESTATIC, owner.name, Shadows.CLONED, Shadows.CLONED_DESCRIPTOR, false));
    method.instructions.insert(call, code);
  }

  private void before(MethodInsnNode call, String hook, int site) {
    InsnList code = new InsnList();
    code.add(new InsnNode(DUP));
    hooks.pushMeAndSite(code, site);
    HookWriter.hook(code, hook, "(Ljava/lang/Object;L" + Shadows.ME + ";I)V");
    method.instructions.insertBefore(call, code);
  }

  private void instead(MethodInsnNode call, CallSites.CallSite found, String hook) {
    InsnList code = new InsnList();
    boolean isTwoSteps = found.hook().equals("arraycopy");
    hooks.pushMeAndSite(code, hooks.access(found.op(), "", null, isTwoSteps));
    String receiver = call.getOpcode() == INVOKESTATIC ? "" : "L" + found.owner() + ";";
    int close = call.desc.indexOf(')');
    HookWriter.hook(
        code,
        hook,
        "("
            + receiver
            + call.desc.substring(1, close)
            + "L"
            + Shadows.ME
            + ";I"
            + call.desc.substring(close));
    method.instructions.insertBefore(call, code);
    method.instructions.remove(call);
  }
}

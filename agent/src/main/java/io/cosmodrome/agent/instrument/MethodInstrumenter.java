package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.ConcurrentMaps;
import io.cosmodrome.agent.runtime.LockState;
import io.cosmodrome.agent.runtime.Site;
import io.cosmodrome.agent.runtime.Sites;
import io.cosmodrome.report.Names;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Rewrites one method. No frame is computed, so no class is loaded for it; see {@link NewLocals}.
 *
 * <p>The whole body of a block is guarded by a handler, so the block ends however control leaves
 * it. How many blocks were open before is kept in a local variable: should an end be lost to a
 * stack overflow, the next method around sets things right.
 */
final class MethodInstrumenter {
  private static final String ME = Shadows.ME;
  private static final String HOOKS = Shadows.HOOKS;
  private static final String LOCK = Type.getInternalName(LockState.class);

  /**
   * What all methods of a class share.
   *
   * @param rules that were looked up, by call
   * @param nests what is known of other classes, or null if nothing is to be
   * @param nest of the class
   * @param group for which hooks are counted, or -1
   * @param needed gets the methods that must never lose their hooks, by name and descriptor
   */
  record Context(
      ClassLoader loader,
      Hierarchy hierarchy,
      ClassFilter filter,
      Blocks blocks,
      Sites sites,
      Coverage coverage,
      Bridges bridges,
      Map<String, Optional<ConcurrencyRules.Rule>> rules,
      @Nullable Nests nests,
      Nest nest,
      Arrays arrays,
      boolean strict,
      Sample sample,
      int group,
      Set<String> needed) {

    /** Whether a field need not be watched because nobody changes it. */
    boolean isFixed(ClassFacts declaring, FieldInsnNode access) {
      return nests != null
          && nests.of(loader, declaring.name()).isFixed(declaring.name(), access.name, access.desc);
    }

    /** Whether a call is one that we watch. */
    boolean watches(MethodInsnNode call) {
      return rule(call) != null
          || CallSites.find(loader, hierarchy, call.owner, call.name, call.desc) != null;
    }

    /** What a call of java.util.concurrent means, if anything. */
    ConcurrencyRules.@Nullable Rule rule(MethodInsnNode call) {
      return rules
          .computeIfAbsent(
              call.owner + "." + call.name + call.desc, key -> Optional.ofNullable(find(call)))
          .orElse(null);
    }

    private ConcurrencyRules.@Nullable Rule find(MethodInsnNode call) {
      return call.owner.startsWith("[")
          ? null
          : ConcurrencyRules.find(loader, hierarchy, call.owner, call.name, call.desc);
    }

    boolean waits(MethodInsnNode call) {
      ConcurrencyRules.Rule rule = rule(call);
      return rule != null && rule.waits();
    }
  }

  /** What of an array is one variable. */
  enum Arrays {
    ELEMENT,
    OBJECT,
    OFF
  }

  private final Context context;
  private final ClassNode owner;
  private final MethodNode method;
  private final String label;
  private final SiteMethods sites;
  private final boolean accesses; // false for a method that would get too long
  private final boolean frames;

  private final NewLocals locals;
  private final int me;
  private int depth = -1; // local variable: open blocks before this one
  private int lock = -1; // local variable: state of a synchronized method's monitor
  private final Map<Integer, Integer> depthByLock = new HashMap<>(); // of synchronized blocks
  private @Nullable ArrayAccesses arrays;
  private int line;
  private boolean usesMe;

  MethodInstrumenter(
      Context context, ClassNode owner, MethodNode method, SiteMethods sites, boolean accesses) {
    this.context = context;
    this.owner = owner;
    this.method = method;
    this.label = Blocks.label(owner, method, "");
    this.sites = sites;
    this.accesses = accesses;
    this.frames = (owner.version & 0xffff) >= V1_6;
    this.locals = new NewLocals(owner, method);
    this.me = locals.me;
  }

  void instrument() {
    if ((method.access & (ACC_ABSTRACT | ACC_NATIVE)) != 0) {
      return;
    }
    boolean isSynchronized = (method.access & ACC_SYNCHRONIZED) != 0 && canNameLock();
    boolean isBlock =
        context.blocks.isAtomic(owner, method, context::waits) && mayBeViolated(isSynchronized);
    AbstractInsnNode afterSuper = null;
    if (method.name.equals("<init>")) {
      afterSuper = superCall();
      isBlock &= afterSuper != null;
    }
    if (accesses && context.arrays != Arrays.OFF) {
      boolean whole = context.arrays == Arrays.OBJECT;
      arrays =
          new ArrayAccesses(
              method,
              locals,
              sites,
              whole,
              context.strict,
              frames,
              looping(),
              this::watchesArrays,
              this::interrupts,
              this::isSettledInThis);
    }
    rewriteInstructions(afterSuper);
    if (afterSuper != null && isFresh((MethodInsnNode) afterSuper)) {
      claim(afterSuper);
    }
    if (isBlock || isSynchronized) {
      guard(isBlock, isSynchronized, afterSuper);
    }
    if (method.name.equals("<clinit>")) {
      setApart();
    }
    if (usesMe) {
      locals.add();
    }
  }

  /**
   * Keeps the initialization of a class apart from the blocks of whoever was first to need it: they
   * end before it and begin anew after it. If it throws, they just have ended.
   */
  private void setApart() {
    usesMe = true;
    int open = locals.addNull("[I");
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction.getOpcode() == RETURN) {
        InsnList after = new InsnList();
        after.add(new VarInsnNode(ALOAD, me));
        after.add(new VarInsnNode(ALOAD, open));
        after.add(new MethodInsnNode(INVOKEVIRTUAL, ME, "resume", "([I)V", false));
        method.instructions.insertBefore(instruction, after);
      }
    }
    InsnList before = new InsnList();
    before.add(new VarInsnNode(ALOAD, me));
    before.add(new MethodInsnNode(INVOKEVIRTUAL, ME, "suspend", "()[I", false));
    before.add(new VarInsnNode(ASTORE, open));
    method.instructions.insert(before);
  }

  /** Whether nobody else can have seen the new object when this constructor has called that one. */
  private boolean isFresh(MethodInsnNode superCall) {
    return accesses
        && Nest.QUIET.contains(superCall.owner)
        && superCall.owner.equals(owner.superName)
        && Shadows.hasFresh(owner);
  }

  private void claim(AbstractInsnNode superCall) {
    usesMe = true;
    InsnList code = new InsnList();
    code.add(new VarInsnNode(ALOAD, 0));
    code.add(new VarInsnNode(ALOAD, me));
    String descriptor = Shadows.freshDescriptor(owner);
    code.add(new MethodInsnNode(INVOKESTATIC, owner.name, Shadows.FRESH, descriptor, false));
    method.instructions.insert(superCall, code);
  }

  private boolean canNameLock() {
    return (method.access & ACC_STATIC) == 0 || (owner.version & 0xffff) >= V1_5;
  }

  // ---- what the method is like ----

  /** A block with at most one event cannot be violated, so it need not be told. */
  private boolean mayBeViolated(boolean isSynchronized) {
    if (isSynchronized) {
      return true;
    }
    int events = 0;
    boolean keepsThis = keepsThis();
    for (AbstractInsnNode instruction : method.instructions) {
      if (isLoop(instruction) || isCall(instruction)) {
        return true;
      }
      boolean isFresh =
          keepsThis && instruction instanceof FieldInsnNode access && isOnThis(access);
      events += isEvent(instruction) && !isFresh ? 1 : 0;
    }
    return events > 1;
  }

  private boolean isOnThis(FieldInsnNode access) {
    int above = access.getOpcode() == PUTFIELD ? Type.getType(access.desc).getSize() : 0;
    boolean isStatic = access.getOpcode() == GETSTATIC || access.getOpcode() == PUTSTATIC;
    return !isStatic
        && Operands.producer(access, above, frames) instanceof VarInsnNode load
        && isThis(load);
  }

  private static boolean isThis(AbstractInsnNode instruction) {
    return instruction.getOpcode() == ALOAD && ((VarInsnNode) instruction).var == 0;
  }

  /**
   * Whether this is a constructor that, if it makes no calls, uses {@code this} for nothing but
   * accesses to fields: then only the constructor knows the object.
   */
  private boolean keepsThis() {
    if (!method.name.equals("<init>") || !Nest.QUIET.contains(owner.superName)) {
      return false;
    }
    int others = 0;
    for (AbstractInsnNode instruction : method.instructions) {
      others += isThis(instruction) ? 1 : 0;
      others -= instruction instanceof FieldInsnNode access && isOnThis(access) ? 1 : 0;
    }
    return others == 1; // for the constructor of the superclass
  }

  private boolean isLoop(AbstractInsnNode instruction) {
    return instruction instanceof JumpInsnNode jump
        && method.instructions.indexOf(jump.label) < method.instructions.indexOf(jump);
  }

  /** The instructions inside of loops. */
  private Set<AbstractInsnNode> looping() {
    Set<AbstractInsnNode> looping = new HashSet<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (isLoop(instruction)) {
        AbstractInsnNode inside = ((JumpInsnNode) instruction).label;
        while (inside != instruction) {
          looping.add(inside);
          inside = inside.getNext();
        }
      }
    }
    return looping;
  }

  private boolean isCall(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (instruction instanceof MethodInsnNode call) {
      return !context.nest.isSilent(call);
    }
    if (instruction instanceof TypeInsnNode type && opcode == NEW) {
      return !context.nest.isPlain(type.desc);
    }
    return opcode == INVOKEDYNAMIC
        || opcode == GETSTATIC
        || opcode == PUTSTATIC
        || opcode == MONITORENTER;
  }

  /** Whether an instruction, or what it calls, may make order between threads. */
  private boolean interrupts(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode == GETFIELD || opcode == PUTFIELD) {
      FieldInsnNode access = (FieldInsnNode) instruction;
      return !context.nest.isSettled(access) && mayBeVolatile(access);
    }
    return opcode == MONITOREXIT || isCall(instruction);
  }

  private boolean mayBeVolatile(FieldInsnNode access) {
    ClassFacts declaring =
        context.hierarchy.declaring(context.loader, access.owner, access.name, access.desc);
    Integer flags =
        declaring == null ? null : declaring.fields().get(ClassFacts.key(access.name, access.desc));
    return flags == null || (flags & ACC_VOLATILE) != 0;
  }

  /** Whether this reads a field of {@code this} that does not change any more. */
  private boolean isSettledInThis(FieldInsnNode access) {
    return access.getOpcode() == GETFIELD
        && (method.access & ACC_STATIC) == 0
        && !method.name.equals("<init>")
        && context.nest.isSettled(access)
        && isOnThis(access)
        && !isThisStored();
  }

  private boolean isThisStored() {
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction.getOpcode() == ASTORE && ((VarInsnNode) instruction).var == 0) {
        return true;
      }
    }
    return false;
  }

  private boolean isEvent(AbstractInsnNode instruction) {
    return (instruction instanceof FieldInsnNode access && !context.nest.isSettled(access))
        || ((ArrayAccesses.isLoad(instruction) || ArrayAccesses.isStore(instruction))
            && watchesArrays(instruction.getOpcode()));
  }

  private boolean watchesArrays(int opcode) {
    return context.sample.watchesArrays(owner.name, opcode);
  }

  /** The call of a constructor that makes {@code this} an object, if there is exactly one. */
  private @Nullable AbstractInsnNode superCall() {
    int fresh = 0;
    AbstractInsnNode found = null;
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction.getOpcode() == NEW) {
        fresh++;
      } else if (instruction.getOpcode() == INVOKESPECIAL
          && ((MethodInsnNode) instruction).name.equals("<init>")) {
        if (fresh > 0) {
          fresh--;
        } else if (found != null) {
          return null;
        } else {
          found = instruction;
        }
      }
    }
    return found;
  }

  // ---- instructions ----

  private void rewriteInstructions(@Nullable AbstractInsnNode afterSuper) {
    boolean isConstructor = method.name.equals("<init>");
    boolean thisIsObject = !isConstructor;
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction == afterSuper) {
        thisIsObject = true;
      }
      if (instruction instanceof LineNumberNode number) {
        line = number.line;
      } else if (instruction instanceof FieldInsnNode access) {
        if (thisIsObject || access.getOpcode() != PUTFIELD || !access.owner.equals(owner.name)) {
          field(access);
        }
      } else if (instruction instanceof MethodInsnNode call) {
        call(call);
      } else {
        other(instruction);
      }
    }
  }

  private void other(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode == MONITORENTER) {
      monitorEnter(instruction);
    } else if (opcode == MONITOREXIT) {
      monitorExit(instruction);
    } else if (arrays != null && arrays.isRead(instruction)) {
      usesMe = true;
      arrays.read(instruction, access("r", "", null, !context.strict));
    } else if (arrays != null && arrays.isWrite(instruction)) {
      usesMe = true;
      arrays.write(instruction, access("w", "", null, !context.strict));
    }
  }

  private int site(String op, String name, @Nullable String staticOwner) {
    return access(op, name, staticOwner, false);
  }

  /** The site of an access; one that takes two steps is noted before it is done. */
  private int access(String op, String name, @Nullable String staticOwner, boolean isTwoSteps) {
    String file = owner.sourceFile == null ? "" : owner.sourceFile;
    return context.sites.add(new Site(op, name, staticOwner, label, file, line, isTwoSteps));
  }

  private void pushMeAndSite(InsnList code, int site) {
    usesMe = true;
    count(code, "countsCall");
    code.add(new VarInsnNode(ALOAD, me));
    push(code, site);
  }

  private void count(InsnList code, String counter) {
    if (context.group >= 0) {
      code.add(new VarInsnNode(ALOAD, me));
      push(code, context.group);
      code.add(new MethodInsnNode(INVOKEVIRTUAL, ME, counter, "(I)V", false));
    }
  }

  private void needsHooks() {
    context.needed.add(method.name + method.desc);
  }

  private static void push(InsnList code, int value) {
    MethodNode constant = new MethodNode();
    Shadows.push(constant, value);
    code.add(constant.instructions);
  }

  private static void hook(InsnList code, String name, String descriptor) {
    code.add(new MethodInsnNode(INVOKESTATIC, HOOKS, name, descriptor, false));
  }

  private void field(FieldInsnNode access) {
    if (!accesses) {
      return;
    }
    if (access.getOpcode() == PUTFIELD || access.getOpcode() == PUTSTATIC) {
      nameMap(access);
    }
    ClassFacts declaring =
        context.hierarchy.declaring(context.loader, access.owner, access.name, access.desc);
    if (declaring == null) {
      if (context.filter.accepts(access.owner)) {
        context.coverage.unresolved();
      }
      return;
    }
    Integer flags = declaring.fields().get(ClassFacts.key(access.name, access.desc));
    if (flags == null
        || !Shadows.has(flags)
        || declaring.isInterface()
        || !context.filter.accepts(declaring.name())
        || !context.sample.watches(declaring.name(), access.name)) {
      return;
    }
    int opcode = access.getOpcode();
    if (context.isFixed(declaring, access)) {
      boolean isConstructor = method.name.equals("<init>") && owner.name.equals(declaring.name());
      if (opcode == PUTFIELD && !isConstructor) {
        context.coverage.unresolved(); // this class was not known when that was found out
      }
      return;
    }
    boolean isStatic = opcode == GETSTATIC || opcode == PUTSTATIC;
    if (isStatic != ((flags & ACC_STATIC) != 0)) {
      return; // the access itself will throw
    }
    boolean isWrite = opcode == PUTFIELD || opcode == PUTSTATIC;
    boolean isVolatile = (flags & ACC_VOLATILE) != 0;
    InsnList before = new InsnList();
    if (opcode == GETFIELD) {
      before.add(new InsnNode(DUP));
    } else if (opcode == PUTFIELD) {
      copyObjectBelow(before, Type.getType(access.desc).getSize());
    }
    boolean oneStep = isVolatile || context.strict;
    if (oneStep) {
      if (isStatic) {
        initialize(before, access);
      }
      hold(before, isStatic, declaring.name() + "." + access.name);
    }
    String simple = declaring.name().substring(declaring.name().lastIndexOf('/') + 1);
    String op = (isVolatile ? "v" : "") + (isWrite ? "w" : "r");
    int site = access(op, access.name, isStatic ? simple : null, !oneStep);
    usesMe = true;
    sites.call(
        before,
        Shadows.accessors(access.owner, isWrite, access.name, access.desc, isStatic),
        me,
        site);
    method.instructions.insertBefore(access, before);
    if (oneStep) {
      InsnList after = new InsnList();
      after.add(new VarInsnNode(ALOAD, me));
      hook(after, "letGo", "(L" + ME + ";)V");
      method.instructions.insert(access, after);
    }
  }

  /** A concurrent map is known by the field that it is first put into. */
  private void nameMap(FieldInsnNode access) {
    Type type = Type.getType(access.desc);
    if (type.getSort() != Type.OBJECT
        || !(access.desc.equals("Ljava/util/Map;")
            || context.hierarchy.isSubtype(
                context.loader, type.getInternalName(), "java/util/concurrent/ConcurrentMap"))) {
      return;
    }
    InsnList before = new InsnList();
    before.add(new InsnNode(DUP));
    String holder = Names.simpleClass(access.owner.replace('/', '.'));
    before.add(new LdcInsnNode(holder + "." + access.name));
    before.add(
        new MethodInsnNode(
            INVOKESTATIC,
            Type.getInternalName(ConcurrentMaps.class),
            "held",
            "(Ljava/lang/Object;Ljava/lang/String;)V",
            false));
    method.instructions.insertBefore(access, before);
  }

  /** object, value → object, value, object. */
  static void copyObjectBelow(InsnList code, int valueSize) {
    if (valueSize == 1) {
      code.add(new InsnNode(DUP2));
      code.add(new InsnNode(POP));
    } else {
      code.add(new InsnNode(DUP2_X1));
      code.add(new InsnNode(POP2));
      code.add(new InsnNode(DUP_X2));
    }
  }

  /** Lets a class be initialized now: what is held must not be held as long as that takes. */
  private static void initialize(InsnList code, FieldInsnNode access) {
    code.add(new FieldInsnNode(GETSTATIC, access.owner, access.name, access.desc));
    code.add(new InsnNode(Type.getType(access.desc).getSize() == 1 ? POP : POP2));
  }

  private void hold(InsnList code, boolean isStatic, String variable) {
    if (isStatic) {
      push(code, variable.hashCode());
      code.add(new VarInsnNode(ALOAD, me));
      hook(code, "hold", "(IL" + ME + ";)V");
    } else {
      code.add(new InsnNode(DUP));
      code.add(new VarInsnNode(ALOAD, me));
      hook(code, "hold", "(Ljava/lang/Object;L" + ME + ";)V");
    }
  }

  private void call(MethodInsnNode call) {
    if (call.owner.startsWith("[")) {
      if (call.name.equals("clone") && context.arrays != Arrays.OFF && accesses) {
        before(call, "readAll", access("r", "", null, true));
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
        CallSites.find(context.loader, context.hierarchy, call.owner, call.name, call.desc);
    if (found == null || (found.op().equals("arraycopy") && context.arrays == Arrays.OFF)) {
      return;
    }
    switch (found.kind()) {
      case BEFORE -> before(call, found.hook(), site(found.op(), "", null));
      case RESULT -> {
        needsHooks();
        String result = Type.getReturnType(call.desc).getDescriptor();
        InsnList after = new InsnList();
        hook(after, found.hook(), "(" + result + ")" + result);
        method.instructions.insert(call, after);
      }
      case INSTEAD -> {
        if (found.op().equals("halt")) {
          needsHooks(); // or there would be no report
        }
        if (call.getOpcode() != INVOKESPECIAL) {
          instead(call, found);
        }
      }
    }
  }

  private void concurrent(MethodInsnNode call, ConcurrencyRules.Rule rule) {
    if (rule.effect() == Effect.UNMODELLED) {
      if (!context.filter.accepts(call.owner)) {
        String name = call.owner.replace('/', '.').replace('$', '.') + "." + call.name;
        context.coverage.unmodelled(name, label + ":" + line);
      }
      return;
    }
    if (rule.effect() == Effect.NONE || !context.bridges.canBridge(call)) {
      return;
    }
    if (!rule.effect().mayBeLeftOut()) {
      needsHooks();
    }
    InsnList code = new InsnList();
    pushMeAndSite(code, site(rule.effect().op, "", null));
    code.add(context.bridges.bridge(call, rule));
    method.instructions.insertBefore(call, code);
    method.instructions.remove(call);
  }

  /** Whether this is {@code super.clone()} where the JDK copies all fields, ours too. */
  private boolean isCloneOfFields(MethodInsnNode call) {
    return call.getOpcode() == INVOKESPECIAL
        && call.name.equals("clone")
        && call.desc.equals("()Ljava/lang/Object;")
        && (owner.access & ACC_INTERFACE) == 0
        && !context.filter.accepts(call.owner)
        && context.hierarchy.isSubtype(context.loader, owner.name, "java/lang/Cloneable");
  }

  private void cloned(MethodInsnNode call) {
    needsHooks(); // or the copy would have the shadows of its original
    InsnList code = new InsnList();
    code.add(new InsnNode(DUP));
    code.add(new VarInsnNode(ALOAD, 0));
    pushMeAndSite(code, access("r", "", null, true));
    code.add(
        new MethodInsnNode(
            INVOKESTATIC, owner.name, Shadows.CLONED, Shadows.CLONED_DESCRIPTOR, false));
    method.instructions.insert(call, code);
  }

  private void before(MethodInsnNode call, String hook, int site) {
    InsnList code = new InsnList();
    code.add(new InsnNode(DUP));
    pushMeAndSite(code, site);
    hook(code, hook, "(Ljava/lang/Object;L" + ME + ";I)V");
    method.instructions.insertBefore(call, code);
  }

  private void instead(MethodInsnNode call, CallSites.CallSite found) {
    InsnList code = new InsnList();
    boolean isTwoSteps = found.op().equals("arraycopy");
    pushMeAndSite(code, access(found.op(), "", null, isTwoSteps));
    String receiver = call.getOpcode() == INVOKESTATIC ? "" : "L" + found.owner() + ";";
    int close = call.desc.indexOf(')');
    hook(
        code,
        found.hook(),
        "("
            + receiver
            + call.desc.substring(1, close)
            + "L"
            + ME
            + ";I"
            + call.desc.substring(close));
    method.instructions.insertBefore(call, code);
    method.instructions.remove(call);
  }

  // ---- monitors ----

  private void monitorEnter(AbstractInsnNode enter) {
    String blockLabel = Blocks.label(owner, method, ":sync@" + line);
    int lockLocal = lockLocal(enter);
    boolean isBlock = lockLocal >= 0 && context.blocks.isAtomic(blockLabel, enter, context::waits);
    depthByLock.remove(lockLocal);
    method.instructions.insertBefore(enter, new InsnNode(DUP));
    InsnList after = new InsnList();
    LabelNode start = new LabelNode();
    after.add(start);
    pushMeAndSite(after, site("acq", "", null));
    if (isBlock) {
      int before = locals.addInt();
      depthByLock.put(lockLocal, before);
      push(after, block(blockLabel));
      hook(after, "acquire", "(Ljava/lang/Object;L" + ME + ";II)I");
      after.add(new VarInsnNode(ISTORE, before));
    } else {
      hook(after, "acquire", "(Ljava/lang/Object;L" + ME + ";I)V");
    }
    guardFrom(method, enter, start);
    method.instructions.insert(enter, after);
  }

  /**
   * Compilers keep the object in a local variable between enter and exit; -1 if this one did not.
   */
  private static int lockLocal(AbstractInsnNode monitor) {
    AbstractInsnNode before = monitor.getPrevious();
    while (before != null && before.getOpcode() < 0) {
      before = before.getPrevious();
    }
    boolean isLocal =
        before != null && (before.getOpcode() == ASTORE || before.getOpcode() == ALOAD);
    return isLocal ? ((VarInsnNode) before).var : -1;
  }

  /**
   * Lets the handlers that release the monitor begin before our call: a JIT compiles no method in
   * which an exception could leave a monitor held.
   */
  static void guardFrom(MethodNode method, AbstractInsnNode enter, LabelNode start) {
    AbstractInsnNode next = enter.getNext();
    while (next != null && next.getOpcode() < 0) {
      for (TryCatchBlockNode guarded : method.tryCatchBlocks) {
        if (guarded.start == next && guarded.type == null) {
          guarded.start = start;
        }
      }
      next = next.getNext();
    }
  }

  private void monitorExit(AbstractInsnNode exit) {
    InsnList before = new InsnList();
    before.add(new InsnNode(DUP));
    pushMeAndSite(before, site("rel", "", null));
    hook(before, "release", "(Ljava/lang/Object;L" + ME + ";I)V");
    Integer blocksBefore = depthByLock.get(lockLocal(exit));
    if (blocksBefore != null) {
      before.add(new VarInsnNode(ALOAD, me));
      before.add(new VarInsnNode(ILOAD, blocksBefore));
      before.add(new MethodInsnNode(INVOKEVIRTUAL, ME, "endTo", "(I)V", false));
    }
    AbstractInsnNode rethrow = Blocks.rethrow(exit);
    FrameNode frame = frameBefore(exit);
    if (rethrow != null && lockLocal(exit) >= 0 && (frame != null || !frames)) {
      leaveWithoutHook(before, lockLocal(exit), frame, rethrow);
    }
    method.instructions.insertBefore(exit, before);
  }

  /**
   * Compilers let the handler that leaves the monitor guard itself. So if our call there had no
   * stack left to run on, the handler would try again for ever. This one leaves without the call.
   */
  private void leaveWithoutHook(
      InsnList hook, int lockLocal, @Nullable FrameNode frame, AbstractInsnNode rethrow) {
    LabelNode hookStart = new LabelNode();
    LabelNode hookEnd = new LabelNode();
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    hook.insert(hookStart);
    hook.add(hookEnd);
    InsnList handler = new InsnList();
    handler.add(start);
    if (frame != null) {
      handler.add(handlerFrame(frame.local));
    }
    handler.add(new VarInsnNode(ALOAD, lockLocal));
    handler.add(new InsnNode(MONITOREXIT));
    handler.add(end);
    handler.add(new InsnNode(ATHROW));
    method.instructions.insert(rethrow, handler);
    method.tryCatchBlocks.add(0, new TryCatchBlockNode(start, end, start, null));
    method.tryCatchBlocks.add(0, new TryCatchBlockNode(hookStart, hookEnd, start, null));
  }

  /** The frame of the handler that an instruction is in: its start, so nothing is missing there. */
  private static @Nullable FrameNode frameBefore(AbstractInsnNode instruction) {
    AbstractInsnNode before = instruction;
    while (before != null && !(before instanceof FrameNode)) {
      before = before.getPrevious();
    }
    return (FrameNode) before;
  }

  private int block(String blockLabel) {
    String file = owner.sourceFile == null ? "" : owner.sourceFile;
    return context.sites.addBlock(new Site("begin", "", null, blockLabel, file, line));
  }

  // ---- the body as a whole ----

  /** Lets the body be a block, or hold a monitor, or both, until control leaves it. */
  private void guard(
      boolean isBlock, boolean isSynchronized, @Nullable AbstractInsnNode superCall) {
    usesMe = true;
    line = firstLine();
    InsnList begin = new InsnList();
    if (isBlock) {
      depth = locals.addInt();
      count(begin, "counts");
      begin.add(new VarInsnNode(ALOAD, me));
      push(begin, block(label));
      begin.add(new MethodInsnNode(INVOKEVIRTUAL, ME, "enter", "(I)I", false));
      begin.add(new VarInsnNode(ISTORE, depth));
    }
    LabelNode start = new LabelNode();
    begin.add(start);
    int release = 0;
    if (isSynchronized) {
      lock = locals.addNull(LOCK);
      release = site("rel", "", null);
      acquireOwn(begin);
    }
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction.getOpcode() >= IRETURN && instruction.getOpcode() <= RETURN) {
        method.instructions.insertBefore(instruction, leave(release));
      }
    }
    LabelNode end = new LabelNode();
    method.instructions.add(end);
    if (frames) {
      method.instructions.add(handlerFrame(List.of()));
    }
    method.instructions.add(leave(release));
    method.instructions.add(new InsnNode(ATHROW));
    method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
    if (superCall == null) {
      method.instructions.insert(begin);
    } else {
      method.instructions.insert(superCall, begin);
    }
  }

  private int firstLine() {
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof LineNumberNode number) {
        return number.line;
      }
    }
    return 0;
  }

  private void acquireOwn(InsnList code) {
    count(code, "counts");
    code.add(new VarInsnNode(ALOAD, me));
    if ((method.access & ACC_STATIC) != 0) {
      code.add(new LdcInsnNode(Type.getObjectType(owner.name)));
    } else {
      code.add(new VarInsnNode(ALOAD, 0));
    }
    push(code, site("acq", "", null));
    code.add(
        new MethodInsnNode(
            INVOKEVIRTUAL, ME, "acquire", "(Ljava/lang/Object;I)L" + LOCK + ";", false));
    code.add(new VarInsnNode(ASTORE, lock));
  }

  private InsnList leave(int release) {
    InsnList code = new InsnList();
    if (lock >= 0) {
      code.add(new VarInsnNode(ALOAD, me));
      code.add(new VarInsnNode(ALOAD, lock));
      push(code, release);
      code.add(new MethodInsnNode(INVOKEVIRTUAL, ME, "release", "(L" + LOCK + ";I)Z", false));
      code.add(new InsnNode(POP));
    }
    if (depth >= 0) {
      code.add(new VarInsnNode(ALOAD, me));
      code.add(new VarInsnNode(ILOAD, depth));
      code.add(new MethodInsnNode(INVOKEVIRTUAL, ME, "endTo", "(I)V", false));
    }
    return code;
  }

  private static FrameNode handlerFrame(List<Object> locals) {
    return new FrameNode(
        F_NEW, locals.size(), locals.toArray(), 1, new Object[] {"java/lang/Throwable"});
  }
}

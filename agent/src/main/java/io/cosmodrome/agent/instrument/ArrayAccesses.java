package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Sites;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The accesses of one method to elements of arrays. Looking up the view of an array costs more than
 * all else, so it is done where the array gets into a local variable, and kept in another; where an
 * array comes from elsewhere, the last one and its view are kept.
 *
 * <p>A loop in which nothing synchronizes and all arrays are local variables that it does not
 * change has a copy whose accesses only store to words, most of them at once when the copy is left,
 * see {@link SweptCopy}. It asks first whether the thread owns the words of all its arrays, and
 * once more after its first turn, which may have got back what was missing; if so it goes on in the
 * copy.
 */
final class ArrayAccesses {
  private static final String ME = Shadows.ME;
  private static final String ARRAY = NewLocals.ARRAY;
  private static final int MAX_LOCALS = 24;
  private static final int MAX_OWN = 6; // kinds of words in one loop
  private static final int MAX_COPIED = 300; // instructions of a loop

  /** A store has the number of the load of the same type and this. */
  static final int STORE_AFTER_LOAD = IASTORE - IALOAD;

  private static final SiteMethods.Target READ = target("read", "readFast", "readNext");
  private static final SiteMethods.Target WRITE = target("write", "writeFast", "writeNext");

  private final MethodNode method;
  private final NewLocals locals;
  private final SiteMethods sites;
  private final boolean whole;
  private final boolean strict;
  private final boolean frames;
  private final Predicate<FieldInsnNode> isSettled;

  private final Map<AbstractInsnNode, String> sources = new HashMap<>(); // see source
  private final Map<String, Integer> uses = new HashMap<>();
  private final Map<String, Cache> caches = new HashMap<>();
  private final Map<AbstractInsnNode, FieldInsnNode> settled = new HashMap<>(); // by access
  private final Map<AbstractInsnNode, Integer> owned = new HashMap<>(); // by access: local variable
  private final Set<AbstractInsnNode> lookedUp = new HashSet<>(); // accesses in loops with copies
  private final Map<AbstractInsnNode, List<LdcInsnNode>> sweptSites = new HashMap<>(); // by access
  private int index = -1; // local variable
  private int value = -1; // local variable

  /**
   * Two local variables: an array and its view.
   *
   * @param array -1 if it is a local variable of the method's own
   */
  private record Cache(int array, int view) {}

  /** The words of one kind in the view of an array that is in a local variable. */
  private record Words(int view, boolean areReads) {}

  /**
   * @param whole whether an array is one variable
   * @param strict whether an access and its instrumentation are to be one step
   * @param copies whether loops may have copies
   * @param looping instructions that may run more than once
   * @param watches which instructions matter, by their numbers
   * @param untold accesses to leave out
   * @param interrupts whether an instruction must not be in a loop with words of its own
   * @param isSettled whether a field of {@code this} is read that does not change any more
   */
  ArrayAccesses(
      MethodNode method,
      NewLocals locals,
      SiteMethods sites,
      boolean whole,
      boolean strict,
      boolean frames,
      boolean copies,
      Set<AbstractInsnNode> looping,
      IntPredicate watches,
      Set<AbstractInsnNode> untold,
      Predicate<AbstractInsnNode> interrupts,
      Predicate<FieldInsnNode> isSettled) {
    this.method = method;
    this.locals = locals;
    this.sites = sites;
    this.whole = whole;
    this.strict = strict;
    this.frames = frames;
    this.isSettled = isSettled;
    Set<Integer> arrayLocals = new HashSet<>();
    Set<AbstractInsnNode> probes = CoverageProbes.of(method);
    for (AbstractInsnNode instruction : method.instructions) {
      if ((isLoad(instruction) || isStore(instruction))
          && watches.test(instruction.getOpcode())
          && !probes.contains(instruction)
          && !untold.contains(instruction)) {
        String source = source(instruction, arrayLocals);
        sources.put(instruction, source);
        uses.merge(source, looping.contains(instruction) ? 2 : 1, Integer::sum);
      }
    }
    arrayLocals.forEach(this::keepViewOf);
    boolean hasLoops = !sources.isEmpty() && !looping.isEmpty();
    if (copies && frames && !strict && hasLoops && sites.areOwn()) {
      OwnLoops.of(method, interrupts).forEach(this::copy);
    }
  }

  /**
   * Gives a loop its copy, if all its arrays are in local variables or settled fields. It does not
   * change the variables, since looking up their views would be a call.
   */
  private void copy(OwnLoops.Loop loop) {
    Map<AbstractInsnNode, Words> used = new LinkedHashMap<>();
    Map<Cache, FieldInsnNode> fields = new LinkedHashMap<>();
    for (AbstractInsnNode instruction : loop.body()) {
      String source = sources.get(instruction);
      if (source != null) {
        Cache cache = cache(source);
        if (cache == null || (cache.array >= 0 && !settled.containsKey(instruction))) {
          return;
        }
        FieldInsnNode field = settled.get(instruction);
        if (field != null) {
          fields.put(cache, field);
        }
        used.put(instruction, new Words(cache.view, isLoad(instruction)));
      }
    }
    Set<Words> all = new LinkedHashSet<>(used.values());
    if (all.isEmpty() || all.size() > MAX_OWN || loop.body().size() > MAX_COPIED) {
      return;
    }
    Map<Words, Integer> words = new LinkedHashMap<>();
    all.forEach(kind -> words.put(kind, locals.addNull("[J")));
    Map<Integer, Integer> views = new HashMap<>();
    words.forEach((kind, local) -> views.put(local, kind.view));
    Map<AbstractInsnNode, Integer> wordsOf = new LinkedHashMap<>();
    used.forEach((access, kind) -> wordsOf.put(access, words.getOrDefault(kind, -1)));
    SweptCopy swept =
        whole
            ? null
            : SweptCopy.of(
                loop,
                method,
                locals,
                wordsOf,
                views,
                (one, other) -> Objects.equals(sources.get(one), sources.get(other)),
                isSettled);
    if (swept != null) {
      wordsOf.keySet().removeIf(access -> !swept.sweeps(access)); // the others keep their hooks
      words.values().retainAll(wordsOf.values());
    }
    LabelNode enter = new LabelNode();
    LabelNode firstTurn = new LabelNode();
    LabelNode again = new LabelNode();
    InsnList code = new InsnList();
    ask(code, fields, words, swept, firstTurn);
    addStoring(loop, enter, wordsOf, swept, code);
    copy(loop, firstTurn, again, code).forEach((from, to) -> note(from, to, null));
    leaveTo(loop.after(), code);
    code.add(again);
    code.add(loop.frame().clone(allLabels()));
    ask(code, fields, words, swept, loop.header());
    code.add(new JumpInsnNode(GOTO, enter));
    addLine(method.instructions, loop.header(), lineOf(loop.header()), loop.header());
    method.instructions.insertBefore(loop.header(), code);
    lookedUp.addAll(used.keySet());
  }

  /** Adds the copy that only stores. */
  private void addStoring(
      OwnLoops.Loop loop,
      LabelNode enter,
      Map<AbstractInsnNode, Integer> words,
      @Nullable SweptCopy swept,
      InsnList code) {
    if (swept == null) {
      copy(loop, enter, enter, code).forEach((from, to) -> note(from, to, words.get(from)));
      leaveTo(loop.after(), code);
      return;
    }
    code.add(enter);
    code.add(loop.frame().clone(allLabels()));
    code.add(swept.enter());
    LabelNode copy = new LabelNode();
    Map<AbstractInsnNode, AbstractInsnNode> copies = copy(loop, copy, copy, code);
    swept.leave(loop, copy, code, copies);
    copies.forEach(
        (from, to) -> {
          note(from, to, words.get(from));
          if (swept.sweeps(from)) {
            sweptSites.put(to, swept.sites(from));
          }
        });
  }

  private static void leaveTo(@Nullable LabelNode after, InsnList code) {
    if (after != null) {
      code.add(new JumpInsnNode(GOTO, after));
    }
  }

  /** What is known of an access holds for its copy. */
  private void note(AbstractInsnNode access, AbstractInsnNode copy, @Nullable Integer words) {
    String source = sources.get(access);
    if (source != null) {
      sources.put(copy, source);
      lookedUp.add(copy);
      if (words != null) {
        owned.put(copy, words);
      }
    }
  }

  /** Goes to a label unless all words are the thread's own. */
  private void ask(
      InsnList code,
      Map<Cache, FieldInsnNode> fields,
      Map<Words, Integer> words,
      @Nullable SweptCopy swept,
      LabelNode otherwise) {
    fields.forEach(
        (cache, field) -> {
          code.add(new VarInsnNode(ALOAD, 0));
          code.add(field.clone(Map.of()));
          find(code, cache);
          code.add(new InsnNode(POP));
        });
    words.forEach(
        (kind, local) -> {
          code.add(new VarInsnNode(ALOAD, kind.view));
          boolean hasRange = swept != null && swept.range(local, code);
          String operands = "L" + ARRAY + ";" + (hasRange ? "II" : "");
          hook(code, kind.areReads ? "ownReads" : "ownWrites", "(" + operands + ")[J");
          code.add(new InsnNode(DUP));
          code.add(new VarInsnNode(ASTORE, local));
          code.add(new JumpInsnNode(IFNULL, otherwise));
        });
  }

  /**
   * Adds the body of a loop once more.
   *
   * @param start where it begins
   * @param next where it goes on after each turn
   * @return the copies of its instructions
   */
  private Map<AbstractInsnNode, AbstractInsnNode> copy(
      OwnLoops.Loop loop, LabelNode start, LabelNode next, InsnList code) {
    Map<LabelNode, LabelNode> labels = allLabels();
    for (AbstractInsnNode instruction : loop.body()) {
      if (instruction instanceof LabelNode label) {
        labels.put(label, new LabelNode());
      }
    }
    labels.put(loop.header(), next);
    Map<AbstractInsnNode, AbstractInsnNode> copies = new LinkedHashMap<>();
    for (AbstractInsnNode instruction : loop.body()) {
      boolean isLine = instruction instanceof LineNumberNode line && line.start == loop.header();
      if (instruction == loop.header()) {
        code.add(start);
        addLine(code, start, lineOf(loop.header()), start);
      } else if (!isLine) {
        AbstractInsnNode copy = instruction.clone(labels);
        code.add(copy);
        copies.put(instruction, copy);
      }
    }
    return copies;
  }

  /** All labels of the method, each standing for itself. */
  private Map<LabelNode, LabelNode> allLabels() {
    Map<LabelNode, LabelNode> labels = new HashMap<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof LabelNode label) {
        labels.put(label, label);
      }
    }
    return labels;
  }

  /** Says which line goes on at a label, as what is before it may be from elsewhere. */
  private static void addLine(InsnList code, AbstractInsnNode after, int line, LabelNode label) {
    if (line > 0) {
      code.insert(after, new LineNumberNode(line, label));
    }
  }

  /** The line that a label is in; 0 if that is not known. */
  private static int lineOf(LabelNode label) {
    AbstractInsnNode before = label;
    while (before != null && !(before instanceof LineNumberNode)) {
      before = before.getPrevious();
    }
    return before == null ? 0 : ((LineNumberNode) before).line;
  }

  private static SiteMethods.Target target(String access, String... tries) {
    return new SiteMethods.Target(
        INVOKEVIRTUAL, ARRAY, List.of(tries), access + "Slow", access, "I");
  }

  /** Whether an instruction of the method is a read that matters. */
  boolean isRead(AbstractInsnNode instruction) {
    return isLoad(instruction) && sources.containsKey(instruction);
  }

  /** Whether an instruction of the method is a write that matters. */
  boolean isWrite(AbstractInsnNode instruction) {
    return isStore(instruction) && sources.containsKey(instruction);
  }

  static boolean isLoad(AbstractInsnNode instruction) {
    return instruction.getOpcode() >= IALOAD && instruction.getOpcode() <= SALOAD;
  }

  static boolean isStore(AbstractInsnNode instruction) {
    return isStore(instruction.getOpcode());
  }

  static boolean isStore(int opcode) {
    return opcode >= IASTORE && opcode <= SASTORE;
  }

  /** A name for where the array comes from; accesses with the same name share a cache. */
  private String source(AbstractInsnNode access, Set<Integer> arrayLocals) {
    AbstractInsnNode producer = Operands.producer(access, wordsAbove(access), frames);
    if (producer instanceof VarInsnNode load && frames && !isChanged(load, access)) {
      arrayLocals.add(load.var);
      return local(load.var);
    }
    if (producer instanceof FieldInsnNode field) {
      if (isSettled.test(field)) {
        settled.put(access, field);
      }
      return field.owner + "." + field.name;
    }
    return "access " + sources.size();
  }

  /**
   * Whether a local variable gets another value after it was loaded, as in {@code a[(a = b)[0]]}.
   */
  private static boolean isChanged(VarInsnNode load, AbstractInsnNode access) {
    for (AbstractInsnNode at = load; at != access; at = at.getNext()) {
      if (at.getOpcode() == ASTORE && ((VarInsnNode) at).var == load.var) {
        return true;
      }
    }
    return false;
  }

  private static String local(int local) {
    return "local " + local;
  }

  static int wordsAbove(AbstractInsnNode access) {
    return switch (access.getOpcode()) {
      case LASTORE, DASTORE -> 3;
      case IASTORE, FASTORE, AASTORE, BASTORE, CASTORE, SASTORE -> 2;
      default -> 1;
    };
  }

  /** Keeps the view of what a local variable holds, wherever that is stored. */
  private void keepViewOf(int local) {
    if (caches.size() >= MAX_LOCALS) {
      return;
    }
    int view = isArrayParameter(local) ? locals.addViewOf(local) : locals.addNoView();
    caches.put(local(local), new Cache(-1, view));
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction.getOpcode() == ASTORE
          && ((VarInsnNode) instruction).var == local
          && !isUnfinished(instruction)) {
        InsnList code = locals.viewOf(local);
        code.add(new VarInsnNode(ASTORE, view));
        method.instructions.insert(instruction, code);
      }
    }
  }

  /** Whether an object is stored whose constructor has not run: it must not be touched. */
  private boolean isUnfinished(AbstractInsnNode store) {
    AbstractInsnNode producer = Operands.producer(store, 0, frames);
    return producer != null && producer.getOpcode() == NEW;
  }

  private boolean isArrayParameter(int local) {
    int parameter = (method.access & ACC_STATIC) == 0 ? 1 : 0;
    for (Type type : Type.getArgumentTypes(method.desc)) {
      if (parameter == local) {
        return type.getSort() == Type.ARRAY;
      }
      parameter += type.getSize();
    }
    return false;
  }

  void read(AbstractInsnNode access, int site) {
    if (isSwept(access, site)) {
      return;
    }
    InsnList before = new InsnList();
    if (strict) {
      before.add(new InsnNode(DUP2));
      hold(before);
    }
    before.add(new InsnNode(DUP2));
    element(before, access, READ, site);
    method.instructions.insertBefore(access, before);
    letGoAfter(access);
  }

  void write(AbstractInsnNode access, int site) {
    if (isSwept(access, site)) {
      return;
    }
    InsnList before = new InsnList();
    if (strict && access.getOpcode() == AASTORE) {
      holdForValue(before);
    } else if (strict) {
      copyBelow(before, access);
      hold(before);
    }
    copyBelow(before, access);
    element(before, access, WRITE, site);
    method.instructions.insertBefore(access, before);
    letGoAfter(access);
  }

  /** Whether an access is told by what sweeps its loop; that gets to know the site. */
  private boolean isSwept(AbstractInsnNode access, int site) {
    List<LdcInsnNode> swept = sweptSites.get(access);
    if (swept != null) {
      swept.forEach(place -> place.cst = site);
    }
    return swept != null;
  }

  /** array, index, value → array, index, value, array, index. */
  static void copyBelow(InsnList code, AbstractInsnNode access) {
    if (access.getOpcode() == LASTORE || access.getOpcode() == DASTORE) {
      code.add(new InsnNode(DUP2_X2));
      code.add(new InsnNode(POP2));
      code.add(new InsnNode(DUP2_X2));
    } else {
      code.add(new InsnNode(DUP_X2));
      code.add(new InsnNode(POP));
      code.add(new InsnNode(DUP2_X1));
    }
  }

  /** array, index → nothing, and no other thread is at that array. */
  private void hold(InsnList code) {
    code.add(new VarInsnNode(ALOAD, locals.me));
    hook(code, "hold", "(Ljava/lang/Object;IL" + ME + ";)V");
  }

  /** The same with a value that the array may refuse. */
  private void holdForValue(InsnList code) {
    if (value < 0) {
      value = locals.addNull("java/lang/Object");
    }
    code.add(new VarInsnNode(ASTORE, value));
    code.add(new InsnNode(DUP2));
    code.add(new VarInsnNode(ALOAD, value));
    code.add(new VarInsnNode(ALOAD, locals.me));
    hook(code, "hold", "(Ljava/lang/Object;ILjava/lang/Object;L" + ME + ";)V");
    code.add(new VarInsnNode(ALOAD, value));
  }

  private void letGoAfter(AbstractInsnNode access) {
    if (strict) {
      InsnList after = new InsnList();
      after.add(new VarInsnNode(ALOAD, locals.me));
      hook(after, "letGo", "(L" + ME + ";)V");
      method.instructions.insert(access, after);
    }
  }

  private static void hook(InsnList code, String name, String descriptor) {
    code.add(new MethodInsnNode(INVOKESTATIC, Shadows.HOOKS, name, descriptor, false));
  }

  /** array, index → nothing, remembered as accessed. */
  private void element(InsnList code, AbstractInsnNode access, SiteMethods.Target call, int site) {
    Cache cache = cache(sources.getOrDefault(access, ""));
    if (index < 0) {
      index = locals.addInt();
    }
    code.add(new VarInsnNode(ISTORE, index));
    Integer words = owned.get(access);
    if (words != null) {
      code.add(new InsnNode(POP));
      mark(code, words, site);
      return;
    }
    if (cache == null) {
      code.add(new VarInsnNode(ALOAD, locals.me));
      view(code, "Ljava/lang/Object;L" + ME + ";");
    } else if (cache.array < 0 || lookedUp.contains(access)) {
      code.add(new InsnNode(POP));
      code.add(new VarInsnNode(ALOAD, cache.view));
    } else {
      find(code, cache);
    }
    code.add(whole ? new InsnNode(ICONST_0) : new VarInsnNode(ILOAD, index));
    sites.call(code, call, locals.me, site);
  }

  /**
   * Stores to a word that the thread owns. There are as many words as elements, so an index that is
   * out of bounds has the same outcome here as in the access itself.
   */
  private void mark(InsnList code, int words, int site) {
    code.add(new VarInsnNode(ALOAD, words));
    code.add(whole ? new InsnNode(ICONST_0) : new VarInsnNode(ILOAD, index));
    code.add(new VarInsnNode(ALOAD, locals.me));
    code.add(new MethodInsnNode(INVOKEVIRTUAL, ME, "epoch", "()J", false));
    code.add(new IntInsnNode(BIPUSH, Sites.BITS));
    code.add(new InsnNode(LSHL));
    code.add(new LdcInsnNode((long) site));
    code.add(new InsnNode(LOR));
    code.add(new InsnNode(LASTORE));
  }

  /** array → its view, looked up unless the cache has it. */
  private void find(InsnList code, Cache cache) {
    code.add(new InsnNode(DUP));
    code.add(new VarInsnNode(ALOAD, cache.array));
    code.add(new VarInsnNode(ALOAD, cache.view));
    code.add(new VarInsnNode(ALOAD, locals.me));
    view(code, "Ljava/lang/Object;Ljava/lang/Object;L" + ARRAY + ";L" + ME + ";");
    code.add(new InsnNode(DUP));
    code.add(new VarInsnNode(ASTORE, cache.view));
    code.add(new InsnNode(SWAP));
    code.add(new VarInsnNode(ASTORE, cache.array));
  }

  private static void view(InsnList code, String operands) {
    hook(code, "view", "(" + operands + ")L" + ARRAY + ";");
  }

  private @Nullable Cache cache(String source) {
    Cache cache = caches.get(source);
    if (cache == null && uses.getOrDefault(source, 0) > 1 && caches.size() < MAX_LOCALS) {
      cache = new Cache(locals.addNull("java/lang/Object"), locals.addNoView());
      caches.put(source, cache);
    }
    return cache;
  }
}

package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * What the copy of a loop has in place of hooks for the accesses that {@link Sweeps} found: the
 * variables of their indices are kept when it begins, and wherever it is left, all their words are
 * stored at once. If an exception ends the loop, the accesses of its last turn are not told.
 */
final class SweptCopy {
  private static final int MAX_CALLS = 40; // of sweeps, over all ways out
  private static final Object SECOND = "the second half of a type that takes two slots";

  private final MethodNode method;
  private final NewLocals locals;
  private final Sweeps sweeps;
  private final Map<AbstractInsnNode, Integer> words; // local variables by access
  private final Map<Integer, Integer> views; // local variables, by that of the words
  private final Map<Integer, Integer> kept = new LinkedHashMap<>(); // by variable of an index
  private final Map<AbstractInsnNode, List<LdcInsnNode>> sites = new HashMap<>(); // by access
  private final BiPredicate<AbstractInsnNode, AbstractInsnNode> isSameArray; // of accesses
  private final List<Sweep> all = new ArrayList<>();
  private final int turns; // local variable

  /**
   * Words that are stored at once.
   *
   * @param more how many turns more there seem to be: another access was a turn ahead of this one
   */
  private record Sweep(AbstractInsnNode access, int words, Sweeps.Index index, int more) {}

  private SweptCopy(
      MethodNode method,
      NewLocals locals,
      Sweeps sweeps,
      Map<AbstractInsnNode, Integer> words,
      Map<Integer, Integer> views,
      BiPredicate<AbstractInsnNode, AbstractInsnNode> isSameArray) {
    this.method = method;
    this.locals = locals;
    this.sweeps = sweeps;
    this.words = words;
    this.views = views;
    this.isSameArray = isSameArray;
    kept.put(sweeps.counter(), locals.addInt());
    for (Sweeps.Index index : sweeps.indices().values()) {
      kept.computeIfAbsent(index.local(), local -> locals.addInt());
    }
    this.turns = locals.addInt();
    sweeps.indices().forEach(this::add);
  }

  /** Adds an access unless another one does for it. */
  private void add(AbstractInsnNode access, Sweeps.Index index) {
    for (Map.Entry<AbstractInsnNode, Sweeps.Index> other : sweeps.indices().entrySet()) {
      if (ArrayAccesses.isLoad(access)
          && ArrayAccesses.isStore(other.getKey())
          && isSameArray.test(access, other.getKey())
          && index.equals(other.getValue())
          && sweeps.areTogether(access, other.getKey())) {
        return; // who conflicts with the read conflicts with the write
      }
    }
    int stride = index.factor() * sweeps.step(index.local());
    for (Sweep before : all) {
      int ahead = index.offset() - before.index.offset();
      if (before.words == words.getOrDefault(access, -1)
          && before.index.local() == index.local()
          && before.index.factor() == index.factor()
          && (ahead == 0 || ahead == stride * (1 + before.more))
          && sweeps.areTogether(access, before.access)) {
        all.remove(before);
        all.add(
            new Sweep(
                before.access, before.words, before.index, before.more + (ahead == 0 ? 0 : 1)));
        return;
      }
    }
    all.add(new Sweep(access, words.getOrDefault(access, -1), index, 0));
  }

  /**
   * What is to be swept in the copy of a loop.
   *
   * @param words by access of the loop: the local variable of the words that it stores to
   * @param views by such a local variable: that of the view of the same array
   * @param isSameArray whether two accesses are to the same array for sure
   * @return null if there is nothing to sweep, or that would be too much
   */
  static @Nullable SweptCopy of(
      OwnLoops.Loop loop,
      MethodNode method,
      NewLocals locals,
      Map<AbstractInsnNode, Integer> words,
      Map<Integer, Integer> views,
      BiPredicate<AbstractInsnNode, AbstractInsnNode> isSameArray,
      Predicate<FieldInsnNode> isSettled) {
    Sweeps sweeps = Sweeps.of(loop, words.keySet(), true, isSettled);
    int exits = 2 + sweeps.jumpsOut().size();
    boolean pays = !sweeps.indices().isEmpty() && sweeps.indices().size() * exits <= MAX_CALLS;
    boolean leavesStackEmpty =
        sweeps.jumpsOut().stream()
            .map(jump -> OwnLoops.frameAt(jump.label).stack)
            .allMatch(stack -> stack == null || stack.isEmpty());
    return pays && leavesStackEmpty && handlers(loop, method).size() <= 1
        ? new SweptCopy(method, locals, sweeps, words, views, isSameArray)
        : null;
  }

  /** The handlers for exceptions in the loop. */
  private static List<LabelNode> handlers(OwnLoops.Loop loop, MethodNode method) {
    int at = method.instructions.indexOf(loop.header());
    List<LabelNode> handlers = new ArrayList<>();
    for (TryCatchBlockNode guarded : method.tryCatchBlocks) {
      if (method.instructions.indexOf(guarded.start) <= at
          && method.instructions.indexOf(guarded.end) > at
          && !handlers.contains(guarded.handler)) {
        handlers.add(guarded.handler);
      }
    }
    return handlers;
  }

  boolean sweeps(AbstractInsnNode access) {
    return sweeps.indices().containsKey(access);
  }

  /**
   * Pushes the first and the last index that the loop may come to in an array.
   *
   * @param local of the words of that array
   * @return whether that is known
   */
  boolean range(int local, InsnList code) {
    List<Sweeps.Index> ranges = new ArrayList<>();
    for (Map.Entry<AbstractInsnNode, Sweeps.Index> swept : sweeps.indices().entrySet()) {
      if (words.getOrDefault(swept.getKey(), -1) == local) {
        Sweeps.Index index = swept.getValue();
        boolean isKnown =
            sweeps.step(index.local()) == 0
                || (index.local() == sweeps.counter() && index.factor() > 0);
        if (!isKnown || sweeps.limit().isEmpty()) {
          return false;
        }
        ranges.add(index);
      }
    }
    for (boolean isFirst : new boolean[] {true, false}) {
      for (int i = 0; i < ranges.size(); i++) {
        end(ranges.get(i), isFirst, code);
        if (i > 0) {
          String name = isFirst ? "min" : "max";
          code.add(new MethodInsnNode(INVOKESTATIC, "java/lang/Math", name, "(II)I", false));
        }
      }
    }
    return true;
  }

  private void end(Sweeps.Index index, boolean isFirst, InsnList code) {
    if (isFirst || index.local() != sweeps.counter()) {
      code.add(new VarInsnNode(ILOAD, index.local()));
    } else {
      sweeps.limit().forEach(instruction -> code.add(instruction.clone(Map.of())));
      code.add(new InsnNode(ICONST_1));
      code.add(new InsnNode(ISUB));
    }
    HookWriter.push(code, index.factor());
    code.add(new InsnNode(IMUL));
    HookWriter.push(code, index.offset());
    code.add(new InsnNode(IADD));
  }

  /** Where a site is to be put, once it is known. */
  List<LdcInsnNode> sites(AbstractInsnNode access) {
    return sites.computeIfAbsent(access, a -> new ArrayList<>());
  }

  /** Keeps what indices are made of; right before the copy. */
  InsnList enter() {
    InsnList code = new InsnList();
    kept.forEach(
        (local, copy) -> {
          code.add(new VarInsnNode(ILOAD, local));
          code.add(new VarInsnNode(ISTORE, copy));
        });
    return code;
  }

  /**
   * Sweeps wherever the copy is left.
   *
   * @param code has the copy, from {@code start} on, and gets the ways out
   * @param copies by instruction of the loop
   */
  void leave(
      OwnLoops.Loop loop,
      LabelNode start,
      InsnList code,
      Map<AbstractInsnNode, AbstractInsnNode> copies) {
    copies.forEach(
        (from, to) -> {
          if (Sweeps.isReturn(from)) {
            code.insertBefore(to, sweep(from));
          }
        });
    AbstractInsnNode last = loop.body().get(loop.body().size() - 1);
    LabelNode end = new LabelNode();
    code.add(end);
    if (loop.after() != null) {
      code.add(sweep(last));
      code.add(new JumpInsnNode(GOTO, loop.after()));
    }
    List<LabelNode> handlers = handlers(loop, method);
    List<Object> needed = handlers.isEmpty() ? List.of() : slots(OwnLoops.frameAt(handlers.get(0)));
    for (JumpInsnNode jump : sweeps.jumpsOut()) {
      LabelNode way = new LabelNode();
      code.add(way);
      code.add(frame(slots(OwnLoops.frameAt(jump.label)), needed, List.of()));
      code.add(sweep(jump));
      code.add(new JumpInsnNode(GOTO, jump.label));
      if (copies.get(jump) instanceof JumpInsnNode copy) {
        copy.label = way;
      }
    }
    LabelNode handler = new LabelNode();
    code.add(handler);
    code.add(frame(List.of(), needed, List.of("java/lang/Throwable")));
    code.add(sweep(null));
    code.add(new InsnNode(ATHROW));
    method.tryCatchBlocks.add(0, new TryCatchBlockNode(start, end, handler, null));
  }

  /**
   * Stores all words.
   *
   * @param exit the instruction that leaves the loop; null if that is not known
   */
  private InsnList sweep(@Nullable AbstractInsnNode exit) {
    InsnList code = new InsnList();
    int counter = sweeps.counter();
    code.add(new VarInsnNode(ILOAD, counter));
    code.add(new VarInsnNode(ILOAD, kept.getOrDefault(counter, -1)));
    code.add(new InsnNode(ISUB));
    HookWriter.push(code, sweeps.step(counter));
    code.add(new InsnNode(IDIV));
    code.add(new VarInsnNode(ISTORE, turns));
    for (Sweep sweep : all) {
      Sweeps.Index index = sweep.index;
      code.add(new VarInsnNode(ALOAD, views.getOrDefault(sweep.words, -1)));
      code.add(new VarInsnNode(ALOAD, sweep.words));
      code.add(new InsnNode(ArrayAccesses.isStore(sweep.access) ? ICONST_1 : ICONST_0));
      code.add(new VarInsnNode(ILOAD, kept.getOrDefault(index.local(), -1)));
      HookWriter.push(code, index.factor());
      code.add(new InsnNode(IMUL));
      HookWriter.push(code, index.offset());
      code.add(new InsnNode(IADD));
      HookWriter.push(code, index.factor() * sweeps.step(index.local()));
      code.add(new VarInsnNode(ILOAD, turns));
      if (exit != null && sweeps.isMadeBefore(sweep.access, exit)) {
        code.add(new InsnNode(ICONST_1));
        code.add(new InsnNode(IADD));
      }
      HookWriter.push(code, sweep.more);
      code.add(new VarInsnNode(ALOAD, locals.me));
      LdcInsnNode site = new LdcInsnNode(0);
      sites(sweep.access).add(site);
      code.add(site);
      HookWriter.hook(code, "sweep", "(L" + NewLocals.ARRAY + ";[JZIIIIL" + Shadows.ME + ";I)V");
    }
    return code;
  }

  /** The types of local variables, one for each slot. */
  private static List<Object> slots(FrameNode frame) {
    List<Object> slots = new ArrayList<>();
    for (Object type : frame.local == null ? List.of() : frame.local) {
      slots.add(type);
      if (type.equals(LONG) || type.equals(DOUBLE)) {
        slots.add(SECOND);
      }
    }
    return slots;
  }

  /** A frame with what two others have, and the variable that counts turns. */
  private FrameNode frame(List<Object> first, List<Object> second, List<Object> stack) {
    int size = Math.max(sweeps.counter() + 1, Math.max(first.size(), second.size()));
    List<Object> types = new ArrayList<>();
    for (int slot = 0; slot < size; slot++) {
      Object type = slot < first.size() ? first.get(slot) : TOP;
      if (type.equals(TOP) && slot < second.size()) {
        type = second.get(slot);
      }
      types.add(slot == sweeps.counter() ? INTEGER : type);
    }
    types.removeIf(type -> type.equals(SECOND));
    return new FrameNode(F_NEW, types.size(), types.toArray(), stack.size(), stack.toArray());
  }
}

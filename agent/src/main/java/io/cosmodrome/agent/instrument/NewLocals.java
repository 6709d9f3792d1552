package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.ArrayView;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The local variables that a method gets: behind its own, set at its very start. So all its frames
 * need only be longer, and none is computed.
 */
final class NewLocals {
  static final String ARRAY = Type.getInternalName(ArrayView.class);

  private final ClassNode owner;
  private final MethodNode method;
  private final boolean frames;
  private final InsnList start = new InsnList();
  private final List<Object> types = new ArrayList<>();
  private int next;

  /** The thread that runs: the first one, always there. */
  final int me;

  NewLocals(ClassNode owner, MethodNode method) {
    this.owner = owner;
    this.method = method;
    this.frames = (owner.version & 0xffff) >= V1_6;
    this.me = method.maxLocals;
    this.next = me;
    add(Shadows.ME, ASTORE, findMe());
  }

  /** The thread is usually found at once; a branch of the method's own lets the JIT see that. */
  private InsnList findMe() {
    InsnList code = new InsnList();
    LabelNode found = new LabelNode();
    String descriptor = "()L" + Shadows.ME + ";";
    code.add(new MethodInsnNode(INVOKESTATIC, Shadows.HOOKS, "known", descriptor, false));
    code.add(new InsnNode(DUP));
    code.add(new JumpInsnNode(IFNONNULL, found));
    code.add(new InsnNode(POP));
    code.add(new MethodInsnNode(INVOKESTATIC, Shadows.HOOKS, "me", descriptor, false));
    code.add(found);
    if (frames) {
      Object[] parameters = parameters().toArray();
      code.add(new FrameNode(F_NEW, parameters.length, parameters, 1, new Object[] {Shadows.ME}));
    }
    return code;
  }

  private List<Object> parameters() {
    List<Object> parameters = new ArrayList<>();
    if ((method.access & ACC_STATIC) == 0) {
      parameters.add(method.name.equals("<init>") ? UNINITIALIZED_THIS : owner.name);
    }
    for (Type type : Type.getArgumentTypes(method.desc)) {
      parameters.add(
          switch (type.getSort()) {
            case Type.FLOAT -> FLOAT;
            case Type.LONG -> LONG;
            case Type.DOUBLE -> DOUBLE;
            case Type.ARRAY, Type.OBJECT -> type.getInternalName();
            default -> INTEGER;
          });
    }
    return parameters;
  }

  private int add(Object type, int store, InsnList value) {
    int local = next++;
    types.add(type);
    start.add(value);
    start.add(new VarInsnNode(store, local));
    return local;
  }

  private static InsnList code(AbstractInsnNode... instructions) {
    InsnList code = new InsnList();
    for (AbstractInsnNode instruction : instructions) {
      code.add(instruction);
    }
    return code;
  }

  int addInt() {
    return add(INTEGER, ISTORE, code(new InsnNode(ICONST_0)));
  }

  int addNull(String type) {
    return add(type, ASTORE, code(new InsnNode(ACONST_NULL)));
  }

  /** For the view of an array that is not known yet. */
  int addNoView() {
    return add(
        ARRAY,
        ASTORE,
        code(
            new MethodInsnNode(INVOKESTATIC, Shadows.HOOKS, "noView", "()L" + ARRAY + ";", false)));
  }

  /** For the view of an array that is a parameter. */
  int addViewOf(int parameter) {
    return add(ARRAY, ASTORE, viewOf(parameter));
  }

  InsnList viewOf(int local) {
    return code(
        new VarInsnNode(ALOAD, local),
        new VarInsnNode(ALOAD, me),
        new MethodInsnNode(
            INVOKESTATIC,
            Shadows.HOOKS,
            "view",
            "(Ljava/lang/Object;L" + Shadows.ME + ";)L" + ARRAY + ";",
            false));
  }

  /** Gives the method its local variables, and makes all frames know them. */
  void add() {
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof FrameNode frame) {
        extend(frame);
      }
    }
    method.instructions.insert(start);
    method.maxLocals = next;
  }

  private void extend(FrameNode frame) {
    List<Object> locals = new ArrayList<>(frame.local == null ? List.of() : frame.local);
    int size = 0;
    for (Object local : locals) {
      size += local.equals(LONG) || local.equals(DOUBLE) ? 2 : 1;
    }
    for (; size < me; size++) {
      locals.add(TOP);
    }
    locals.addAll(types);
    frame.local = locals;
  }
}

package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.AccessingThread;
import io.cosmodrome.agent.runtime.Hooks;
import io.cosmodrome.agent.runtime.MonitoredThread;
import io.cosmodrome.agent.runtime.ReadCells;
import io.cosmodrome.check.Epoch;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What a class gets for each of its fields that may change: two words, two sites, and static
 * methods that remember a read and a write, to be called right before the access.
 *
 * <p>The methods are written as instructions, in the manner of this Java (names shortened):
 *
 * <pre>
 * static boolean getFast$f(Object object, MonitoredThread me, int site) {
 *   if (object == null) return true; // the access itself will throw
 *   if (object.r == me.epoch()) return true;
 *   if ((object.r ^ me.epoch()) &gt;&gt;&gt; CLOCK_BITS == 0) { // the read word is mine
 *     object.r = me.epoch();
 *     object.rs = site;
 *     return true;
 *   }
 *   return false;
 * }
 *
 * static boolean getNext$f(Object object, MonitoredThread me, int site) {
 *   return me.readAgain(object.readers, variable, site);
 * }
 *
 * static void getSlow$f(Object object, MonitoredThread me, int site) {
 *   if (me.readFirst(object.w, object.readers, variable, site)) {
 *     object.w |= SHARED;
 *     return;
 *   }
 *   synchronized (Hooks.lock(object)) {
 *     me.load(object.w, object.ws, object.r, object.rs, object.readers, variables);
 *     if (me.read(object, variable, -1, site)) {
 *       object.r = me.epoch();
 *       object.rs = site;
 *     }
 *     object.w = me.lastWrite();
 *     object.readers = me.readers();
 *   }
 * }
 *
 * static void get$f(Object object, MonitoredThread me, int site) {
 *   if (getFast$f(object, me, site)) return;
 *   if (getNext$f(object, me, site)) return;
 *   getSlow$f(object, me, site);
 * }
 * </pre>
 *
 * and likewise for writes; see {@link AccessingThread} for the rules. The object is passed as an
 * {@code Object}, so that a class that reaches the field through a subclass need not see this one.
 * A constructor makes the words of a new object's fields the thread's own, before anybody else can
 * see the object: {@code fresh}.
 */
final class Shadows {
  static final String ME = Type.getInternalName(MonitoredThread.class);
  static final String HOOKS = Type.getInternalName(Hooks.class);
  private static final String READERS = Type.getInternalName(ReadCells.class);
  private static final String READERS_FIELD = Hooks.PREFIX + "readers";
  private static final String STATIC_READERS_FIELD = Hooks.PREFIX + "staticReaders";
  static final String READERS_DESCRIPTOR = "L" + READERS + ";";
  private static final String COPIED = Hooks.PREFIX + "copied";

  /**
   * So many bytes more and C1, which inlines up to 35, does not: what it inlines makes the frames
   * of the program's methods longer. C2 inlines what is hot at any such length.
   */
  private static final int TOO_LONG_FOR_C1 = 24;

  static final String CLONED = Hooks.PREFIX + "cloned";
  static final String CLONED_DESCRIPTOR = "(Ljava/lang/Object;Ljava/lang/Object;L" + ME + ";I)V";
  static final String FRESH = Hooks.PREFIX + "fresh";

  private final ClassNode owner;
  private final boolean frames;

  private Shadows(ClassNode owner) {
    this.owner = owner;
    this.frames = (owner.version & 0xffff) >= V1_6;
  }

  static boolean has(int fieldAccess) {
    return (fieldAccess & (ACC_FINAL | Nest.FIXED)) == 0;
  }

  /** What to call before a field is read or written. */
  static SiteMethods.Target accessors(
      String owner, boolean isWrite, String field, String descriptor, boolean isStatic) {
    String kind = Hooks.PREFIX + (isWrite ? "put" : "get");
    String name = '$' + Hooks.mangled(field, descriptor);
    List<String> tries =
        isWrite
            ? List.of(kind + "Fast" + name)
            : List.of(kind + "Fast" + name, kind + "Next" + name);
    String operands = isStatic ? "" : "Ljava/lang/Object;";
    return new SiteMethods.Target(
        INVOKESTATIC, owner, tries, kind + "Slow" + name, kind + name, operands);
  }

  /** The field for the readers of all instance fields, or of all static ones. */
  static String readersField(boolean isStatic) {
    return isStatic ? STATIC_READERS_FIELD : READERS_FIELD;
  }

  static String accessor(boolean isWrite, String field, String descriptor) {
    return Hooks.PREFIX + (isWrite ? "put$" : "get$") + Hooks.mangled(field, descriptor);
  }

  static String accessorDescriptor(boolean isStatic) {
    return isStatic ? "(L" + ME + ";I)V" : "(Ljava/lang/Object;L" + ME + ";I)V";
  }

  /**
   * Adds to a class what its fields need.
   *
   * @param cloneable whether objects of the class may be copied with all their fields
   * @param superCloneable whether the superclass got what this needs
   */
  static void addTo(ClassNode owner, boolean cloneable, boolean superCloneable) {
    if ((owner.access & ACC_INTERFACE) == 0) {
      Shadows shadows = new Shadows(owner);
      if (cloneable) {
        shadows.addCloned();
        shadows.addCopied(superCloneable);
      }
      shadows.add();
    }
  }

  /** {@code static void cloned(copy, original, me, site)}, to be called after a clone. */
  private void addCloned() {
    MethodNode m =
        new MethodNode(
            ACC_PUBLIC | ACC_STATIC | ACC_SYNTHETIC, CLONED, CLONED_DESCRIPTOR, null, null);
    m.visitVarInsn(ALOAD, 0);
    m.visitTypeInsn(CHECKCAST, owner.name);
    m.visitVarInsn(ALOAD, 1);
    m.visitVarInsn(ALOAD, 2);
    m.visitVarInsn(ILOAD, 3);
    m.visitMethodInsn(INVOKEVIRTUAL, owner.name, COPIED, accessorDescriptor(false), false);
    m.visitInsn(RETURN);
    m.visitMaxs(0, 0);
    owner.methods.add(m);
  }

  /**
   * {@code void copied(original, me, site)} of a copy: the copy starts without a past, the fields
   * of the original were read and its own are written.
   */
  private void addCopied(boolean superCloneable) {
    String descriptor = accessorDescriptor(false);
    MethodNode m = new MethodNode(ACC_PUBLIC | ACC_SYNTHETIC, COPIED, descriptor, null, null);
    if (superCloneable) {
      m.visitVarInsn(ALOAD, 0);
      passOn(m);
      m.visitMethodInsn(INVOKESPECIAL, owner.superName, COPIED, descriptor, false);
    }
    boolean first = true;
    for (FieldNode field : owner.fields) {
      if (has(field.access) && (field.access & ACC_STATIC) == 0) {
        if (first) {
          m.visitVarInsn(ALOAD, 0);
          m.visitInsn(ACONST_NULL);
          m.visitFieldInsn(PUTFIELD, owner.name, READERS_FIELD, "L" + READERS + ";");
          first = false;
        }
        String mangled = Hooks.mangled(field.name, field.desc);
        for (String word : List.of("w$", "r$")) {
          m.visitVarInsn(ALOAD, 0);
          m.visitInsn(LCONST_0);
          m.visitFieldInsn(PUTFIELD, owner.name, Hooks.PREFIX + word + mangled, "J");
        }
        passOn(m);
        m.visitMethodInsn(
            INVOKESTATIC, owner.name, accessor(false, field.name, field.desc), descriptor, false);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ALOAD, 2);
        m.visitVarInsn(ILOAD, 3);
        m.visitMethodInsn(
            INVOKESTATIC, owner.name, accessor(true, field.name, field.desc), descriptor, false);
      }
    }
    m.visitInsn(RETURN);
    m.visitMaxs(0, 0);
    owner.methods.add(m);
  }

  private static void passOn(MethodVisitor m) {
    m.visitVarInsn(ALOAD, 1);
    m.visitVarInsn(ALOAD, 2);
    m.visitVarInsn(ILOAD, 3);
  }

  private void add() {
    int variable = 0;
    boolean instance = false;
    boolean isStatic = false;
    List<FieldNode> fields = owner.fields.stream().filter(field -> has(field.access)).toList();
    for (FieldNode field : fields) {
      new Variable(field, variable++, fields.size()).add();
      instance |= (field.access & ACC_STATIC) == 0;
      isStatic |= (field.access & ACC_STATIC) != 0;
    }
    if (instance) {
      addFresh(fields);
      addField(0, READERS_FIELD, "L" + READERS + ";");
    }
    if (isStatic) {
      addField(ACC_STATIC, STATIC_READERS_FIELD, "L" + READERS + ";");
    }
  }

  /** {@code static void fresh(object, me)}: the words of all fields become the thread's own. */
  private void addFresh(List<FieldNode> fields) {
    MethodNode m =
        new MethodNode(
            ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, FRESH, freshDescriptor(owner), null, null);
    m.visitVarInsn(ALOAD, 1);
    m.visitMethodInsn(INVOKEVIRTUAL, ME, "claim", "()J", false);
    m.visitVarInsn(LSTORE, 2);
    for (FieldNode field : fields) {
      if ((field.access & ACC_STATIC) == 0) {
        for (String word : List.of("w$", "r$")) {
          m.visitVarInsn(ALOAD, 0);
          m.visitVarInsn(LLOAD, 2);
          String name = Hooks.PREFIX + word + Hooks.mangled(field.name, field.desc);
          m.visitFieldInsn(PUTFIELD, owner.name, name, "J");
        }
      }
    }
    m.visitInsn(RETURN);
    m.visitMaxs(0, 0);
    owner.methods.add(m);
  }

  static String freshDescriptor(ClassNode owner) {
    return "(L" + owner.name + ";L" + ME + ";)V";
  }

  /** Whether a class gets the method {@code fresh}. */
  static boolean hasFresh(ClassNode owner) {
    return (owner.access & ACC_INTERFACE) == 0
        && owner.fields.stream()
            .anyMatch(field -> has(field.access) && (field.access & ACC_STATIC) == 0);
  }

  private void addField(int access, String name, String descriptor) {
    owner.fields.add(
        new FieldNode(
            ACC_PUBLIC | ACC_SYNTHETIC | ACC_TRANSIENT | access, name, descriptor, null, null));
  }

  /** The shadow of one field. */
  private final class Variable {
    private final String field;
    private final int number;
    private final int variables;
    private final boolean isStatic;
    private final int me; // local variables
    private final int site;
    private final int object;
    private final int epoch;
    private final int word;

    Variable(FieldNode field, int number, int variables) {
      this.field = Hooks.mangled(field.name, field.desc);
      this.number = number;
      this.variables = variables;
      this.isStatic = (field.access & ACC_STATIC) != 0;
      this.me = isStatic ? 0 : 1;
      this.site = me + 1;
      this.object = site + 1;
      this.epoch = isStatic ? object : object + 1;
      this.word = epoch + 2;
    }

    void add() {
      int access = isStatic ? ACC_STATIC : 0;
      addField(access, Hooks.PREFIX + "w$" + field, "J");
      addField(access, Hooks.PREFIX + "r$" + field, "J");
      addField(access, Hooks.PREFIX + "ws$" + field, "I");
      addField(access, Hooks.PREFIX + "rs$" + field, "I");
      addGetFast(newMethod("getFast$", 'Z'));
      addGetNext(newMethod("getNext$", 'Z'));
      addGetSlow(newMethod("getSlow$", 'V'));
      addAll(newMethod("get$", 'V'), List.of("getFast$", "getNext$"), "getSlow$");
      addPutFast(newMethod("putFast$", 'Z'));
      addPutSlow(newMethod("putSlow$", 'V'));
      addAll(newMethod("put$", 'V'), List.of("putFast$"), "putSlow$");
    }

    private String descriptor(char result) {
      String operands = isStatic ? "" : "Ljava/lang/Object;";
      return "(" + operands + "L" + ME + ";I)" + result;
    }

    private MethodVisitor newMethod(String prefix, char result) {
      MethodNode method =
          new MethodNode(
              ACC_PUBLIC | ACC_STATIC | ACC_SYNTHETIC,
              Hooks.PREFIX + prefix + field,
              descriptor(result),
              null,
              null);
      owner.methods.add(method);
      return method;
    }

    private void addGetFast(MethodVisitor m) {
      Label done = new Label();
      Label notMine = new Label();
      loadEpoch(m, done);
      loadWord(m, "r$", done);
      jumpUnlessMine(m, notMine);
      storeWord(m, "r$");
      storeSite(m, "rs$");
      m.visitInsn(ICONST_1);
      m.visitInsn(IRETURN);
      m.visitLabel(notMine);
      frame(m, 2);
      m.visitInsn(ICONST_0);
      m.visitInsn(IRETURN);
      returnTrue(m, done);
    }

    private void addGetNext(MethodVisitor m) {
      m.visitCode();
      for (int i = 0; i < TOO_LONG_FOR_C1; i++) {
        m.visitInsn(NOP);
      }
      m.visitVarInsn(ALOAD, me);
      if (!isStatic) {
        m.visitVarInsn(ALOAD, 0);
        m.visitTypeInsn(CHECKCAST, owner.name);
      }
      readersField(m);
      push(m, number);
      m.visitVarInsn(ILOAD, site);
      call(m, "readAgain", "(L" + READERS + ";II)Z");
      m.visitInsn(IRETURN);
      m.visitMaxs(0, 0);
      m.visitEnd();
    }

    private void addPutFast(MethodVisitor m) {
      Label done = new Label();
      Label notMine = new Label();
      Label slow = new Label();
      loadEpoch(m, done);
      loadWord(m, "w$", done);
      jumpUnlessMine(m, notMine);
      storeWord(m, "w$");
      storeSite(m, "ws$");
      m.visitInsn(ICONST_1);
      m.visitInsn(IRETURN);
      m.visitLabel(notMine);
      frame(m, 2);
      m.visitVarInsn(LLOAD, word); // nobody was here before: the first write claims both words
      shadow(m, "r$", "J");
      m.visitInsn(LOR);
      m.visitInsn(LCONST_0);
      m.visitInsn(LCMP);
      m.visitJumpInsn(IFNE, slow);
      own(m);
      m.visitInsn(ICONST_1);
      m.visitInsn(IRETURN);
      m.visitLabel(slow);
      frame(m, 2);
      m.visitInsn(ICONST_0);
      m.visitInsn(IRETURN);
      returnTrue(m, done);
    }

    private void loadEpoch(MethodVisitor m, Label done) {
      m.visitCode();
      if (!isStatic) {
        m.visitVarInsn(ALOAD, 0);
        m.visitJumpInsn(IFNULL, done);
      }
      loadObjectAndEpoch(m);
    }

    private void loadObjectAndEpoch(MethodVisitor m) {
      if (!isStatic) {
        m.visitVarInsn(ALOAD, 0);
        m.visitTypeInsn(CHECKCAST, owner.name);
        m.visitVarInsn(ASTORE, object);
      }
      m.visitVarInsn(ALOAD, me);
      call(m, "epoch", "()J");
      m.visitVarInsn(LSTORE, epoch);
    }

    /** Loads a word into its local variable, and is done if it is the epoch already. */
    private void loadWord(MethodVisitor m, String prefix, Label done) {
      shadow(m, prefix, "J");
      m.visitInsn(DUP2);
      m.visitVarInsn(LSTORE, word);
      m.visitVarInsn(LLOAD, epoch);
      m.visitInsn(LCMP);
      m.visitJumpInsn(IFEQ, done);
    }

    private void jumpUnlessMine(MethodVisitor m, Label elsewhere) {
      m.visitVarInsn(LLOAD, word);
      m.visitVarInsn(LLOAD, epoch);
      m.visitInsn(LXOR);
      m.visitIntInsn(BIPUSH, Epoch.CLOCK_BITS);
      m.visitInsn(LUSHR);
      m.visitInsn(LCONST_0);
      m.visitInsn(LCMP);
      m.visitJumpInsn(IFNE, elsewhere);
    }

    private void returnTrue(MethodVisitor m, Label done) {
      m.visitLabel(done);
      frame(m, 0);
      m.visitInsn(ICONST_1);
      m.visitInsn(IRETURN);
      m.visitMaxs(0, 0);
      m.visitEnd();
    }

    private void addAll(MethodVisitor m, List<String> tries, String slow) {
      Label done = new Label();
      m.visitCode();
      for (String attempt : tries) {
        passOn(m);
        String name = Hooks.PREFIX + attempt + field;
        m.visitMethodInsn(INVOKESTATIC, owner.name, name, descriptor('Z'), false);
        m.visitJumpInsn(IFNE, done);
      }
      passOn(m);
      String name = Hooks.PREFIX + slow + field;
      m.visitMethodInsn(INVOKESTATIC, owner.name, name, descriptor('V'), false);
      m.visitLabel(done);
      frame(m, 0);
      m.visitInsn(RETURN);
      m.visitMaxs(0, 0);
      m.visitEnd();
    }

    private void passOn(MethodVisitor m) {
      if (!isStatic) {
        m.visitVarInsn(ALOAD, 0);
      }
      m.visitVarInsn(ALOAD, me);
      m.visitVarInsn(ILOAD, site);
    }

    private void addGetSlow(MethodVisitor m) {
      m.visitCode();
      loadObjectAndEpoch(m);
      m.visitVarInsn(ALOAD, me);
      shadow(m, "w$", "J");
      readersOf(m);
      push(m, number);
      m.visitVarInsn(ILOAD, site);
      call(m, "readFirst", "(JL" + READERS + ";II)Z");
      Label locked = new Label();
      m.visitJumpInsn(IFEQ, locked);
      object(m);
      shadow(m, "w$", "J");
      m.visitLdcInsn(Long.MIN_VALUE);
      m.visitInsn(LOR);
      store(m, "w$", "J");
      m.visitInsn(RETURN);
      m.visitLabel(locked);
      frame(m, 1);
      underLock(
          m,
          () -> {
            callOnVariable(m, "read", "Z");
            Label notMine = new Label();
            m.visitJumpInsn(IFEQ, notMine);
            reloadEpoch(m);
            storeWord(m, "r$");
            storeSite(m, "rs$");
            m.visitLabel(notMine);
            frame(m, 3);
            object(m);
            m.visitVarInsn(ALOAD, me);
            call(m, "lastWrite", "()J");
            store(m, "w$", "J");
            object(m);
            m.visitVarInsn(ALOAD, me);
            call(m, "readers", "()L" + READERS + ";");
            String name = isStatic ? STATIC_READERS_FIELD : READERS_FIELD;
            m.visitFieldInsn(
                isStatic ? PUTSTATIC : PUTFIELD, owner.name, name, "L" + READERS + ";");
          });
    }

    private void addPutSlow(MethodVisitor m) {
      m.visitCode();
      loadObjectAndEpoch(m);
      m.visitVarInsn(ALOAD, me);
      shadow(m, "w$", "J");
      shadow(m, "r$", "J");
      readersOf(m);
      push(m, number);
      call(m, "takesOver", "(JJL" + READERS + ";I)Z");
      Label locked = new Label();
      m.visitJumpInsn(IFEQ, locked);
      own(m);
      m.visitInsn(RETURN);
      m.visitLabel(locked);
      frame(m, 1);
      underLock(
          m,
          () -> {
            callOnVariable(m, "write", "V");
            reloadEpoch(m);
            own(m);
          });
    }

    /** The epoch may have changed with what the thread has learned. */
    private void reloadEpoch(MethodVisitor m) {
      m.visitVarInsn(ALOAD, me);
      call(m, "epoch", "()J");
      m.visitVarInsn(LSTORE, epoch);
    }

    /** Both words become the thread's own. */
    private void own(MethodVisitor m) {
      storeWord(m, "w$");
      storeWord(m, "r$");
      storeSite(m, "ws$");
      storeSite(m, "rs$");
    }

    /** The variable goes into the thread's hand, and then the thread is asked to judge. */
    private void callOnVariable(MethodVisitor m, String name, String result) {
      m.visitVarInsn(ALOAD, me);
      shadow(m, "w$", "J");
      shadow(m, "ws$", "I");
      shadow(m, "r$", "J");
      shadow(m, "rs$", "I");
      readersOf(m);
      push(m, variables);
      call(m, "load", "(JIJIL" + READERS + ";I)V");
      m.visitVarInsn(ALOAD, me);
      if (isStatic) {
        m.visitInsn(ACONST_NULL);
      } else {
        m.visitVarInsn(ALOAD, 0);
      }
      push(m, number);
      m.visitInsn(ICONST_M1);
      m.visitVarInsn(ILOAD, site);
      call(m, name, "(Ljava/lang/Object;III)" + result);
    }

    /** {@code synchronized (Hooks.lock(object)) { body }}, at the end of a method. */
    private void underLock(MethodVisitor m, Runnable body) {
      Label start = new Label();
      Label end = new Label();
      Label handler = new Label();
      Label handlerEnd = new Label();
      m.visitTryCatchBlock(start, end, handler, null);
      m.visitTryCatchBlock(handler, handlerEnd, handler, null);
      if (isStatic) {
        push(m, owner.name.hashCode()); // static fields share their readers
      } else {
        m.visitVarInsn(ALOAD, 0);
      }
      String operand = isStatic ? "I" : "Ljava/lang/Object;";
      m.visitMethodInsn(INVOKESTATIC, HOOKS, "lock", "(" + operand + ")Ljava/lang/Object;", false);
      m.visitInsn(DUP);
      m.visitVarInsn(ASTORE, word);
      m.visitInsn(MONITORENTER);
      m.visitLabel(start);
      body.run();
      m.visitVarInsn(ALOAD, word);
      m.visitInsn(MONITOREXIT);
      m.visitLabel(end);
      m.visitMethodInsn(INVOKESTATIC, HOOKS, "unlocked", "()V", false);
      m.visitInsn(RETURN);
      m.visitLabel(handler);
      frame(m, 3, "java/lang/Throwable");
      m.visitVarInsn(ALOAD, word);
      m.visitInsn(MONITOREXIT);
      m.visitLabel(handlerEnd);
      m.visitMethodInsn(INVOKESTATIC, HOOKS, "unlocked", "()V", false);
      m.visitInsn(ATHROW);
      m.visitMaxs(0, 0);
      m.visitEnd();
    }

    private void object(MethodVisitor m) {
      if (!isStatic) {
        m.visitVarInsn(ALOAD, object);
      }
    }

    private void shadow(MethodVisitor m, String prefix, String descriptor) {
      object(m);
      int opcode = isStatic ? GETSTATIC : GETFIELD;
      m.visitFieldInsn(opcode, owner.name, Hooks.PREFIX + prefix + field, descriptor);
    }

    private void readersOf(MethodVisitor m) {
      object(m);
      readersField(m);
    }

    private void readersField(MethodVisitor m) {
      String name = isStatic ? STATIC_READERS_FIELD : READERS_FIELD;
      m.visitFieldInsn(isStatic ? GETSTATIC : GETFIELD, owner.name, name, "L" + READERS + ";");
    }

    private void storeWord(MethodVisitor m, String prefix) {
      object(m);
      m.visitVarInsn(LLOAD, epoch);
      store(m, prefix, "J");
    }

    private void storeSite(MethodVisitor m, String prefix) {
      object(m);
      m.visitVarInsn(ILOAD, site);
      store(m, prefix, "I");
    }

    private void store(MethodVisitor m, String prefix, String descriptor) {
      int opcode = isStatic ? PUTSTATIC : PUTFIELD;
      m.visitFieldInsn(opcode, owner.name, Hooks.PREFIX + prefix + field, descriptor);
    }

    private void call(MethodVisitor m, String name, String descriptor) {
      m.visitMethodInsn(INVOKEVIRTUAL, ME, name, descriptor, false);
    }

    /**
     * A frame.
     *
     * @param state 0 for parameters, 1 for object and epoch too, 2 for a word, 3 for the lock
     */
    private void frame(MethodVisitor m, int state, Object... stack) {
      if (!frames) {
        return;
      }
      List<Object> locals = new ArrayList<>();
      if (!isStatic) {
        locals.add("java/lang/Object");
      }
      locals.add(ME);
      locals.add(INTEGER);
      if (state > 0) {
        if (!isStatic) {
          locals.add(owner.name);
        }
        locals.add(LONG);
      }
      if (state == 2) {
        locals.add(LONG);
      } else if (state == 3) {
        locals.add("java/lang/Object");
      }
      m.visitFrame(F_NEW, locals.size(), locals.toArray(), stack.length, stack);
    }
  }

  static void push(MethodVisitor m, int value) {
    HookWriter.constant(value).accept(m);
  }
}

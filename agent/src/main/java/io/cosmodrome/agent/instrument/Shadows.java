package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Hooks;
import io.cosmodrome.agent.runtime.MonitoredThread;
import io.cosmodrome.agent.runtime.Readers;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What a class gets for each of its fields that may change: two words, two sites, and two static
 * methods that remember a read and a write, to be called right before the access.
 *
 * <p>The methods are written as instructions, in the manner of this Java (names shortened):
 *
 * <pre>
 * static void get$f(Object object, MonitoredThread me, int site) {
 *   if (object == null) return; // the access itself will throw
 *   if (object.r == me.epoch() || object.w == me.epoch()) return;
 *   if ((object.r ^ me.epoch()) &gt;&gt;&gt; 43 == 0) {
 *     object.r = me.publish();
 *     object.rs = site;
 *     return;
 *   }
 *   getSlow$f(object, me, site);
 * }
 *
 * static void getSlow$f(Object object, MonitoredThread me, int site) {
 *   if (me.readAgain(object.readers, variable, site)) return;
 *   synchronized (Hooks.lock()) {
 *     me.load(object.w, object.ws, object.r, object.rs, object.readers);
 *     if (me.read(object, variable, -1, site)) {
 *       object.r = me.epoch();
 *       object.rs = site;
 *     }
 *     object.w = me.lastWrite();
 *     object.readers = me.readers();
 *   }
 * }
 * </pre>
 *
 * and likewise for writes; see {@link MonitoredThread} for the rules. The object is passed as an
 * {@code Object}, so that a class that reaches the field through a subclass need not see this one.
 */
final class Shadows {
  static final String ME = Type.getInternalName(MonitoredThread.class);
  static final String HOOKS = Type.getInternalName(Hooks.class);
  private static final String READERS = Type.getInternalName(Readers.class);
  private static final String READERS_FIELD = Hooks.PREFIX + "readers";
  private static final String STATIC_READERS_FIELD = Hooks.PREFIX + "staticReaders";
  private static final String COPIED = Hooks.PREFIX + "copied";
  static final String CLONED = Hooks.PREFIX + "cloned";
  static final String CLONED_DESCRIPTOR = "(Ljava/lang/Object;Ljava/lang/Object;L" + ME + ";I)V";
  private static final int SLOT_SHIFT = 43;

  private final ClassNode owner;
  private final boolean frames;

  private Shadows(ClassNode owner) {
    this.owner = owner;
    this.frames = (owner.version & 0xffff) >= V1_6;
  }

  static boolean has(int fieldAccess) {
    return (fieldAccess & ACC_FINAL) == 0;
  }

  /** The method to call before a field is read or written. */
  static String accessor(boolean write, String field, String descriptor) {
    return Hooks.PREFIX + (write ? "put$" : "get$") + Hooks.mangled(field, descriptor);
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
        String get = accessor(false, field.name, field.desc);
        m.visitMethodInsn(INVOKESTATIC, owner.name, get, descriptor, false);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ALOAD, 2);
        m.visitVarInsn(ILOAD, 3);
        String put = accessor(true, field.name, field.desc);
        m.visitMethodInsn(INVOKESTATIC, owner.name, put, descriptor, false);
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
    for (FieldNode field : List.copyOf(owner.fields)) {
      if (has(field.access)) {
        new Variable(field, variable++).add();
        instance |= (field.access & ACC_STATIC) == 0;
        isStatic |= (field.access & ACC_STATIC) != 0;
      }
    }
    if (instance) {
      addField(0, READERS_FIELD, "L" + READERS + ";");
    }
    if (isStatic) {
      addField(ACC_STATIC, STATIC_READERS_FIELD, "L" + READERS + ";");
    }
  }

  private void addField(int access, String name, String descriptor) {
    owner.fields.add(
        new FieldNode(ACC_SYNTHETIC | ACC_TRANSIENT | access, name, descriptor, null, null));
  }

  /** The shadow of one field. */
  private final class Variable {
    private final String field;
    private final int number;
    private final boolean isStatic;
    private final int me; // local variable
    private final int site;

    Variable(FieldNode field, int number) {
      this.field = Hooks.mangled(field.name, field.desc);
      this.number = number;
      this.isStatic = (field.access & ACC_STATIC) != 0;
      this.me = isStatic ? 0 : 1;
      this.site = me + 1;
    }

    void add() {
      int access = isStatic ? ACC_STATIC : 0;
      addField(access, Hooks.PREFIX + "w$" + field, "J");
      addField(access, Hooks.PREFIX + "r$" + field, "J");
      addField(access, Hooks.PREFIX + "ws$" + field, "I");
      addField(access, Hooks.PREFIX + "rs$" + field, "I");
      addGet(newMethod(ACC_PUBLIC, "get$"));
      addGetSlow(newMethod(ACC_PRIVATE, "getSlow$"));
      addPut(newMethod(ACC_PUBLIC, "put$"));
      addPutSlow(newMethod(ACC_PRIVATE, "putSlow$"));
    }

    private MethodVisitor newMethod(int access, String prefix) {
      MethodNode method =
          new MethodNode(
              access | ACC_STATIC | ACC_SYNTHETIC,
              Hooks.PREFIX + prefix + field,
              accessorDescriptor(isStatic),
              null,
              null);
      owner.methods.add(method);
      return method;
    }

    private void addGet(MethodVisitor m) {
      Label done = new Label();
      Label slow = new Label();
      checkNull(m, done);
      word(m, "r$");
      epoch(m);
      m.visitInsn(LCMP);
      m.visitJumpInsn(IFEQ, done);
      word(m, "w$");
      epoch(m);
      m.visitInsn(LCMP);
      m.visitJumpInsn(IFEQ, done);
      jumpUnlessMine(m, "r$", slow);
      storeWord(m, "r$", "publish");
      storeSite(m, "rs$");
      m.visitInsn(RETURN);
      callSlow(m, "getSlow$", slow, done);
    }

    private void addPut(MethodVisitor m) {
      Label done = new Label();
      Label notMine = new Label();
      Label slow = new Label();
      checkNull(m, done);
      word(m, "w$");
      epoch(m);
      m.visitInsn(LCMP);
      m.visitJumpInsn(IFEQ, done);
      jumpUnlessMine(m, "w$", notMine);
      storeWord(m, "w$", "publish");
      storeSite(m, "ws$");
      m.visitInsn(RETURN);
      label(m, notMine);
      word(m, "w$"); // nobody was here before: the first write claims both words
      word(m, "r$");
      m.visitInsn(LOR);
      m.visitInsn(LCONST_0);
      m.visitInsn(LCMP);
      m.visitJumpInsn(IFNE, slow);
      storeWord(m, "w$", "publish");
      storeWord(m, "r$", "publish");
      storeSite(m, "ws$");
      storeSite(m, "rs$");
      m.visitInsn(RETURN);
      callSlow(m, "putSlow$", slow, done);
    }

    private void checkNull(MethodVisitor m, Label done) {
      m.visitCode();
      if (!isStatic) {
        m.visitVarInsn(ALOAD, 0);
        m.visitJumpInsn(IFNULL, done);
      }
    }

    private void jumpUnlessMine(MethodVisitor m, String word, Label elsewhere) {
      word(m, word);
      epoch(m);
      m.visitInsn(LXOR);
      m.visitIntInsn(BIPUSH, SLOT_SHIFT);
      m.visitInsn(LUSHR);
      m.visitInsn(LCONST_0);
      m.visitInsn(LCMP);
      m.visitJumpInsn(IFNE, elsewhere);
    }

    private void callSlow(MethodVisitor m, String name, Label slow, Label done) {
      label(m, slow);
      if (!isStatic) {
        m.visitVarInsn(ALOAD, 0);
      }
      m.visitVarInsn(ALOAD, me);
      m.visitVarInsn(ILOAD, site);
      String target = Hooks.PREFIX + name + field;
      m.visitMethodInsn(INVOKESTATIC, owner.name, target, accessorDescriptor(isStatic), false);
      label(m, done);
      m.visitInsn(RETURN);
      m.visitMaxs(0, 0);
      m.visitEnd();
    }

    private void addGetSlow(MethodVisitor m) {
      m.visitCode();
      m.visitVarInsn(ALOAD, me);
      readersOf(m);
      push(m, number);
      m.visitVarInsn(ILOAD, site);
      call(m, "readAgain", "(L" + READERS + ";II)Z");
      Label locked = new Label();
      m.visitJumpInsn(IFEQ, locked);
      m.visitInsn(RETURN);
      label(m, locked);
      underLock(
          m,
          () -> {
            callOnVariable(m, "read", "(Ljava/lang/Object;III)Z");
            Label notMine = new Label();
            m.visitJumpInsn(IFEQ, notMine);
            storeWord(m, "r$", "epoch");
            storeSite(m, "rs$");
            lockedLabel(m, notMine);
            storeWord(m, "w$", "lastWrite");
            if (!isStatic) {
              object(m);
            }
            m.visitVarInsn(ALOAD, me);
            call(m, "readers", "()L" + READERS + ";");
            String name = isStatic ? STATIC_READERS_FIELD : READERS_FIELD;
            m.visitFieldInsn(
                isStatic ? PUTSTATIC : PUTFIELD, owner.name, name, "L" + READERS + ";");
          });
    }

    private void addPutSlow(MethodVisitor m) {
      m.visitCode();
      underLock(
          m,
          () -> {
            callOnVariable(m, "write", "(Ljava/lang/Object;III)J");
            m.visitInsn(POP2);
            storeWord(m, "w$", "epoch");
            storeWord(m, "r$", "epoch");
            storeSite(m, "ws$");
            storeSite(m, "rs$");
          });
    }

    /** The variable goes into the thread's hand, and then the thread is asked to judge. */
    private void callOnVariable(MethodVisitor m, String name, String descriptor) {
      m.visitVarInsn(ALOAD, me);
      word(m, "w$");
      siteOf(m, "ws$");
      word(m, "r$");
      siteOf(m, "rs$");
      readersOf(m);
      call(m, "load", "(JIJIL" + READERS + ";)V");
      m.visitVarInsn(ALOAD, me);
      if (isStatic) {
        m.visitInsn(ACONST_NULL);
      } else {
        m.visitVarInsn(ALOAD, 0);
      }
      push(m, number);
      m.visitInsn(ICONST_M1);
      m.visitVarInsn(ILOAD, site);
      call(m, name, descriptor);
    }

    /** {@code synchronized (Hooks.lock()) { body }}, at the end of a method. */
    private void underLock(MethodVisitor m, Runnable body) {
      int lock = site + 1;
      Label start = new Label();
      Label end = new Label();
      Label handler = new Label();
      Label handlerEnd = new Label();
      m.visitTryCatchBlock(start, end, handler, null);
      m.visitTryCatchBlock(handler, handlerEnd, handler, null);
      m.visitMethodInsn(INVOKESTATIC, HOOKS, "lock", "()Ljava/lang/Object;", false);
      m.visitInsn(DUP);
      m.visitVarInsn(ASTORE, lock);
      m.visitInsn(MONITORENTER);
      m.visitLabel(start);
      body.run();
      m.visitVarInsn(ALOAD, lock);
      m.visitInsn(MONITOREXIT);
      m.visitLabel(end);
      m.visitInsn(RETURN);
      m.visitLabel(handler);
      frame(m, true, "java/lang/Throwable");
      m.visitVarInsn(ALOAD, lock);
      m.visitInsn(MONITOREXIT);
      m.visitLabel(handlerEnd);
      m.visitInsn(ATHROW);
      m.visitMaxs(0, 0);
      m.visitEnd();
    }

    private void object(MethodVisitor m) {
      m.visitVarInsn(ALOAD, 0);
      m.visitTypeInsn(CHECKCAST, owner.name);
    }

    private void word(MethodVisitor m, String prefix) {
      shadow(m, prefix, "J");
    }

    private void siteOf(MethodVisitor m, String prefix) {
      shadow(m, prefix, "I");
    }

    private void shadow(MethodVisitor m, String prefix, String descriptor) {
      if (!isStatic) {
        object(m);
      }
      int opcode = isStatic ? GETSTATIC : GETFIELD;
      m.visitFieldInsn(opcode, owner.name, Hooks.PREFIX + prefix + field, descriptor);
    }

    private void readersOf(MethodVisitor m) {
      if (!isStatic) {
        object(m);
      }
      String name = isStatic ? STATIC_READERS_FIELD : READERS_FIELD;
      m.visitFieldInsn(isStatic ? GETSTATIC : GETFIELD, owner.name, name, "L" + READERS + ";");
    }

    private void epoch(MethodVisitor m) {
      m.visitVarInsn(ALOAD, me);
      call(m, "epoch", "()J");
    }

    private void storeWord(MethodVisitor m, String prefix, String method) {
      if (!isStatic) {
        object(m);
      }
      m.visitVarInsn(ALOAD, me);
      call(m, method, "()J");
      int opcode = isStatic ? PUTSTATIC : PUTFIELD;
      m.visitFieldInsn(opcode, owner.name, Hooks.PREFIX + prefix + field, "J");
    }

    private void storeSite(MethodVisitor m, String prefix) {
      if (!isStatic) {
        object(m);
      }
      m.visitVarInsn(ILOAD, site);
      int opcode = isStatic ? PUTSTATIC : PUTFIELD;
      m.visitFieldInsn(opcode, owner.name, Hooks.PREFIX + prefix + field, "I");
    }

    private void call(MethodVisitor m, String name, String descriptor) {
      m.visitMethodInsn(INVOKEVIRTUAL, ME, name, descriptor, false);
    }

    private void label(MethodVisitor m, Label label) {
      m.visitLabel(label);
      frame(m, false);
    }

    private void lockedLabel(MethodVisitor m, Label label) {
      m.visitLabel(label);
      frame(m, true);
    }

    private void frame(MethodVisitor m, boolean locked, Object... stack) {
      if (!frames) {
        return;
      }
      Object[] locals = new Object[site + (locked ? 2 : 1)];
      locals[0] = "java/lang/Object";
      locals[me] = ME;
      locals[site] = INTEGER;
      if (locked) {
        locals[site + 1] = "java/lang/Object";
      }
      m.visitFrame(F_NEW, locals.length, locals, stack.length, stack);
    }
  }

  /** Pushes a constant in as few bytes as possible. */
  static void push(MethodVisitor m, int value) {
    if (value >= -1 && value <= 5) {
      m.visitInsn(ICONST_0 + value);
    } else if (value == (byte) value) {
      m.visitIntInsn(BIPUSH, value);
    } else if (value == (short) value) {
      m.visitIntInsn(SIPUSH, value);
    } else {
      m.visitLdcInsn(value);
    }
  }
}

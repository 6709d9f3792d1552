package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.FieldNames;
import io.cosmodrome.agent.runtime.Hooks;
import io.cosmodrome.report.Names;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Label;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What a class gets in addition to its {@link Shadows} when the run is recorded: a field for the
 * ids of its variables, and around each accessor one that tells the event when the other has found
 * its place in the order:
 *
 * <pre>
 * static void get$f(Object object, MonitoredThread me, int site) {
 *   if (object == null) return;
 *   if (object.w == me.epoch() || object.r == me.epoch()) return; // told already
 *   if (me.hasRead(object.readers, variable)) return;
 *   order$get$f(object, me, site); // as it was
 *   int id = object.self == object ? (int) object.id : 0;
 *   if (id == 0) {
 *     id = identify(object, me);
 *     if (id == 0) return;
 *   }
 *   me.record(Op.READ, site, id - 1 + number);
 * }
 *
 * static int identify(Object object, MonitoredThread me) {
 *   synchronized (Hooks.lock()) {
 *     if (object.self != object || (int) object.id == 0) {
 *       object.id = me.newObject(object, fields);
 *       object.self = object;
 *     }
 *     return (int) object.id;
 *   }
 * }
 * </pre>
 *
 * The ids belong to the object only if its field {@code self} says so: clones, whoever makes them,
 * have the fields of their original.
 */
final class RecordedFields {
  private static final String ME = Shadows.ME;
  private static final String ORDER = Hooks.PREFIX + "order$";
  private static final String ID = Hooks.PREFIX + "id";
  private static final String SELF = Hooks.PREFIX + "self";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String STATIC_ID = Hooks.PREFIX + "staticId";
  private static final String IDENTIFY = Hooks.PREFIX + "identify";

  private final ClassNode owner;
  private final boolean every;
  private final boolean frames;

  private RecordedFields(ClassNode owner, boolean every) {
    this.owner = owner;
    this.every = every;
    this.frames = (owner.version & 0xffff) >= V1_6;
  }

  /**
   * Adds it all to a class that has its shadows.
   *
   * @param every whether accesses are recorded that repeat an earlier one
   * @param isHidden whether a superclass has an instance field of this name
   */
  static void addTo(ClassNode owner, FieldNames names, boolean every, Predicate<String> isHidden) {
    if ((owner.access & ACC_INTERFACE) == 0) {
      RecordedFields recorded = new RecordedFields(owner, every);
      recorded.add(false, names, isHidden);
      recorded.add(true, names, isHidden);
    }
  }

  private void add(boolean isStatic, FieldNames names, Predicate<String> isHidden) {
    List<FieldNode> fields = new ArrayList<>();
    List<Integer> variables = new ArrayList<>(); // the fields' numbers among all shadows
    int shadows = 0;
    List<String> fieldNames = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (FieldNode field : owner.fields) {
      if (!Shadows.has(field.access) || field.name.startsWith(Hooks.PREFIX)) {
        continue;
      }
      int variable = shadows++;
      if (isStatic == ((field.access & ACC_STATIC) != 0)) {
        fields.add(field);
        variables.add(variable);
        String name = seen.add(field.name) ? field.name : field.name + ":" + field.desc;
        boolean hides = !isStatic && isHidden.test(field.name);
        fieldNames.add(hides ? simpleName() + "." + name : name);
      }
    }
    if (fields.isEmpty()) {
      return;
    }
    addId(isStatic, names.add(isStatic ? owner.name : null, fieldNames));
    for (int number = 0; number < fields.size(); number++) {
      FieldNode field = fields.get(number);
      boolean isVolatile = (field.access & ACC_VOLATILE) != 0;
      int variable = variables.get(number);
      wrap(field, variable, false, isVolatile ? Op.VOLATILE_READ : Op.READ, number);
      wrap(field, variable, true, isVolatile ? Op.VOLATILE_WRITE : Op.WRITE, number);
    }
  }

  private String simpleName() {
    return Names.simpleClass(owner.name.replace('/', '.'));
  }

  private void wrap(FieldNode field, int variable, boolean isWrite, int op, int number) {
    boolean isStatic = (field.access & ACC_STATIC) != 0;
    String name = Shadows.accessor(isWrite, field.name, field.desc);
    String descriptor = Shadows.accessorDescriptor(isStatic);
    for (MethodNode method : owner.methods) {
      if (method.name.equals(name) && method.desc.equals(descriptor)) {
        method.name = ORDER + name;
        method.access = (method.access & ~ACC_PUBLIC) | ACC_PRIVATE;
      }
    }
    int me = isStatic ? 0 : 1;
    int site = me + 1;
    int id = site + 1;
    Label unknown = new Label();
    Label known = new Label();
    Label done = new Label();
    MethodNode m = newMethod(ACC_PUBLIC, name, descriptor);
    if (!isStatic) {
      m.visitVarInsn(ALOAD, 0);
      m.visitJumpInsn(IFNULL, done);
    }
    if (!every) {
      String mangled = Hooks.mangled(field.name, field.desc);
      jumpIfNow(m, "w$" + mangled, isStatic, done);
      if (!isWrite) {
        jumpIfNow(m, "r$" + mangled, isStatic, done);
        jumpIfRead(m, variable, isStatic, done);
      }
    }
    if (!isStatic) {
      m.visitVarInsn(ALOAD, 0);
    }
    m.visitVarInsn(ALOAD, me);
    m.visitVarInsn(ILOAD, site);
    m.visitMethodInsn(INVOKESTATIC, owner.name, ORDER + name, descriptor, false);
    jumpIfCopy(m, isStatic, unknown);
    getId(m, isStatic);
    m.visitInsn(DUP);
    m.visitVarInsn(ISTORE, id);
    m.visitJumpInsn(IFNE, known);
    m.visitLabel(unknown);
    frame(m, isStatic, List.of(INTEGER), List.of());
    if (!isStatic) {
      m.visitVarInsn(ALOAD, 0);
    }
    m.visitVarInsn(ALOAD, me);
    m.visitMethodInsn(INVOKESTATIC, owner.name, IDENTIFY, identifyDescriptor(isStatic), false);
    m.visitInsn(DUP);
    m.visitVarInsn(ISTORE, id);
    m.visitJumpInsn(IFEQ, done);
    m.visitLabel(known);
    frame(m, isStatic, List.of(INTEGER, INTEGER), List.of());
    m.visitVarInsn(ALOAD, me);
    Shadows.push(m, op);
    m.visitVarInsn(ILOAD, site);
    m.visitVarInsn(ILOAD, id);
    Shadows.push(m, number - 1);
    m.visitInsn(IADD);
    m.visitMethodInsn(INVOKEVIRTUAL, ME, "record", "(III)V", false);
    m.visitLabel(done);
    frame(m, isStatic, List.of(INTEGER), List.of());
    m.visitInsn(RETURN);
    m.visitMaxs(0, 0);
  }

  /** The field for the ids, and the method that sets it. */
  private void addId(boolean isStatic, int group) {
    if (isStatic) {
      addField(ACC_STATIC, STATIC_ID, "I");
    } else {
      addField(0, ID, "J");
      addField(0, SELF, OBJECT);
    }
    int me = isStatic ? 0 : 1;
    int lock = me + 1;
    int id = lock + 1;
    MethodNode m = newMethod(ACC_PRIVATE, IDENTIFY, identifyDescriptor(isStatic));
    Label start = new Label();
    Label unknown = new Label();
    Label known = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label handlerEnd = new Label();
    m.visitTryCatchBlock(start, end, handler, null);
    m.visitTryCatchBlock(handler, handlerEnd, handler, null);
    m.visitMethodInsn(INVOKESTATIC, Shadows.HOOKS, "lock", "()Ljava/lang/Object;", false);
    m.visitInsn(DUP);
    m.visitVarInsn(ASTORE, lock);
    m.visitInsn(MONITORENTER);
    m.visitLabel(start);
    jumpIfCopy(m, isStatic, unknown);
    getId(m, isStatic);
    m.visitJumpInsn(IFNE, known);
    m.visitLabel(unknown);
    frame(m, isStatic, List.of("java/lang/Object"), List.of());
    if (isStatic) {
      m.visitVarInsn(ALOAD, me);
      Shadows.push(m, group);
      m.visitMethodInsn(INVOKEVIRTUAL, ME, "newStatics", "(I)I", false);
      m.visitFieldInsn(PUTSTATIC, owner.name, STATIC_ID, "I");
    } else {
      m.visitVarInsn(ALOAD, 0);
      m.visitTypeInsn(CHECKCAST, owner.name);
      m.visitVarInsn(ALOAD, me);
      m.visitVarInsn(ALOAD, 0);
      Shadows.push(m, group);
      m.visitMethodInsn(INVOKEVIRTUAL, ME, "newObject", "(Ljava/lang/Object;I)J", false);
      m.visitFieldInsn(PUTFIELD, owner.name, ID, "J");
      m.visitVarInsn(ALOAD, 0);
      m.visitTypeInsn(CHECKCAST, owner.name);
      m.visitVarInsn(ALOAD, 0);
      m.visitFieldInsn(PUTFIELD, owner.name, SELF, OBJECT);
    }
    m.visitLabel(known);
    frame(m, isStatic, List.of("java/lang/Object"), List.of());
    getId(m, isStatic);
    m.visitVarInsn(ISTORE, id);
    m.visitVarInsn(ALOAD, lock);
    m.visitInsn(MONITOREXIT);
    m.visitLabel(end);
    m.visitMethodInsn(INVOKESTATIC, Shadows.HOOKS, "unlocked", "()V", false);
    m.visitVarInsn(ILOAD, id);
    m.visitInsn(IRETURN);
    m.visitLabel(handler);
    frame(m, isStatic, List.of("java/lang/Object"), List.of("java/lang/Throwable"));
    m.visitVarInsn(ALOAD, lock);
    m.visitInsn(MONITOREXIT);
    m.visitLabel(handlerEnd);
    m.visitMethodInsn(INVOKESTATIC, Shadows.HOOKS, "unlocked", "()V", false);
    m.visitInsn(ATHROW);
    m.visitMaxs(0, 0);
  }

  private static String identifyDescriptor(boolean isStatic) {
    return isStatic ? "(L" + ME + ";)I" : "(Ljava/lang/Object;L" + ME + ";)I";
  }

  private void getId(MethodNode m, boolean isStatic) {
    if (isStatic) {
      m.visitFieldInsn(GETSTATIC, owner.name, STATIC_ID, "I");
    } else {
      m.visitVarInsn(ALOAD, 0);
      m.visitTypeInsn(CHECKCAST, owner.name);
      m.visitFieldInsn(GETFIELD, owner.name, ID, "J");
      m.visitInsn(L2I);
    }
  }

  private void jumpIfCopy(MethodNode m, boolean isStatic, Label elsewhere) {
    if (!isStatic) {
      m.visitVarInsn(ALOAD, 0);
      m.visitTypeInsn(CHECKCAST, owner.name);
      m.visitFieldInsn(GETFIELD, owner.name, SELF, OBJECT);
      m.visitVarInsn(ALOAD, 0);
      m.visitJumpInsn(IF_ACMPNE, elsewhere);
    }
  }

  /** Jumps if a word has the thread's epoch: then such an access was told before. */
  private void jumpIfNow(MethodNode m, String word, boolean isStatic, Label elsewhere) {
    get(m, Hooks.PREFIX + word, "J", isStatic);
    m.visitVarInsn(ALOAD, isStatic ? 0 : 1);
    m.visitMethodInsn(INVOKEVIRTUAL, ME, "epoch", "()J", false);
    m.visitInsn(LCMP);
    m.visitJumpInsn(IFEQ, elsewhere);
  }

  /** Jumps if the thread's own cell says so of a variable that several threads read. */
  private void jumpIfRead(MethodNode m, int variable, boolean isStatic, Label elsewhere) {
    m.visitVarInsn(ALOAD, isStatic ? 0 : 1);
    get(m, Shadows.readersField(isStatic), Shadows.READERS_DESCRIPTOR, isStatic);
    Shadows.push(m, variable);
    String descriptor = "(" + Shadows.READERS_DESCRIPTOR + "I)Z";
    m.visitMethodInsn(INVOKEVIRTUAL, ME, "hasRead", descriptor, false);
    m.visitJumpInsn(IFNE, elsewhere);
  }

  private void get(MethodNode m, String field, String descriptor, boolean isStatic) {
    if (!isStatic) {
      m.visitVarInsn(ALOAD, 0);
      m.visitTypeInsn(CHECKCAST, owner.name);
    }
    m.visitFieldInsn(isStatic ? GETSTATIC : GETFIELD, owner.name, field, descriptor);
  }

  private void addField(int access, String name, String descriptor) {
    owner.fields.add(
        new FieldNode(ACC_SYNTHETIC | ACC_TRANSIENT | access, name, descriptor, null, null));
  }

  private MethodNode newMethod(int access, String name, String descriptor) {
    MethodNode method =
        new MethodNode(access | ACC_STATIC | ACC_SYNTHETIC, name, descriptor, null, null);
    owner.methods.add(method);
    return method;
  }

  /** A frame with the object, the thread, and {@code more} local variables. */
  private void frame(MethodNode m, boolean isStatic, List<Object> more, List<Object> stack) {
    if (frames) {
      List<Object> locals = new ArrayList<>();
      if (!isStatic) {
        locals.add("java/lang/Object");
      }
      locals.add(ME);
      locals.addAll(more);
      m.visitFrame(F_NEW, locals.size(), locals.toArray(), stack.size(), stack.toArray());
    }
  }
}

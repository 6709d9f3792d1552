package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.ConcurrentMaps;
import io.cosmodrome.agent.runtime.SideTable;
import io.cosmodrome.report.Names;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Calls the method of a field that notes an access, right before the access. */
final class FieldAccesses {
  private final ClassContext context;
  private final HookWriter hooks;
  private final SiteMethods sites;
  private final ClassNode owner;
  private final MethodNode method;

  FieldAccesses(ClassContext context, HookWriter hooks, SiteMethods sites) {
    this.context = context;
    this.hooks = hooks;
    this.sites = sites;
    this.owner = hooks.owner;
    this.method = hooks.method;
  }

  void rewrite(FieldInsnNode access) {
    boolean hasTurn = context.part() == Part.TURN;
    if (!hasTurn && (access.getOpcode() == PUTFIELD || access.getOpcode() == PUTSTATIC)) {
      nameMap(access);
    }
    ClassFacts declaring = context.declaring(access);
    if (declaring == null) {
      if (context.watched().filter().accepts(access.owner)) {
        context.coverage().unresolved();
      }
      return;
    }
    Integer flags = context.watchedFlags(declaring, access);
    if (flags == null) {
      return;
    }
    int opcode = access.getOpcode();
    if (context.isFixed(declaring, access)) {
      boolean isConstructor = method.name.equals("<init>") && owner.name.equals(declaring.name());
      if (opcode == PUTFIELD && !isConstructor) {
        context.coverage().unresolved(); // this class was not known when that was found out
      }
      return;
    }
    boolean isStatic = opcode == GETSTATIC || opcode == PUTSTATIC;
    if (isStatic != ((flags & ACC_STATIC) != 0)) {
      return; // the access itself will throw
    }
    if (hasTurn && isStatic && !canNameClass(declaring)) {
      return;
    }
    boolean isWrite = opcode == PUTFIELD || opcode == PUTSTATIC;
    boolean isVolatile = (flags & ACC_VOLATILE) != 0;
    InsnList before = new InsnList();
    if (opcode == GETFIELD) {
      before.add(new InsnNode(DUP));
    } else if (opcode == PUTFIELD) {
      copyObjectBelow(before, Type.getType(access.desc).getSize());
    }
    boolean oneStep = isVolatile || context.watched().strict();
    if (oneStep) {
      if (isStatic) {
        initialize(before, access);
      }
      hold(before, isStatic, declaring.name() + "." + access.name);
    }
    String simple = declaring.name().substring(declaring.name().lastIndexOf('/') + 1);
    String op = (isVolatile ? "v" : "") + (isWrite ? "w" : "r");
    int site = hooks.access(op, access.name, isStatic ? simple : null, !oneStep);
    hooks.needsMe();
    if (hasTurn) {
      if (isStatic) {
        before.add(new LdcInsnNode(Type.getObjectType(owner.name)));
      }
      remember(before, isWrite, context.fields().of(declaring.name(), access), site);
    } else {
      sites.call(before, sites.accessors(access, isWrite, isStatic), hooks.me, site);
    }
    method.instructions.insertBefore(access, before);
    if (oneStep) {
      InsnList after = new InsnList();
      after.add(new VarInsnNode(ALOAD, hooks.me));
      HookWriter.hook(after, "letGo", "(L" + Shadows.ME + ";)V");
      method.instructions.insert(access, after);
    }
  }

  /** Whether a static field can be told from that of another class of the same name. */
  private boolean canNameClass(ClassFacts declaring) {
    return declaring.name().equals(owner.name) && (owner.version & 0xffff) >= V1_5;
  }

  private void remember(InsnList code, boolean isWrite, int field, int site) {
    hooks.count(code, "counts");
    code.add(new VarInsnNode(ALOAD, hooks.me));
    HookWriter.push(code, field);
    HookWriter.push(code, site);
    code.add(
        new MethodInsnNode(
            INVOKESTATIC,
            Type.getInternalName(SideTable.class),
            isWrite ? "writes" : "reads",
            "(Ljava/lang/Object;L" + Shadows.ME + ";II)V",
            false));
  }

  /** A concurrent map is known by the field that it is first put into. */
  void nameMap(FieldInsnNode access) {
    Type type = Type.getType(access.desc);
    if (type.getSort() != Type.OBJECT
        || !(access.desc.equals("Ljava/util/Map;")
            || context
                .hierarchy()
                .isSubtype(
                    context.loader(),
                    type.getInternalName(),
                    "java/util/concurrent/ConcurrentMap"))) {
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
      HookWriter.push(code, variable.hashCode());
      code.add(new VarInsnNode(ALOAD, hooks.me));
      HookWriter.hook(code, "hold", "(IL" + Shadows.ME + ";)V");
    } else {
      code.add(new InsnNode(DUP));
      code.add(new VarInsnNode(ALOAD, hooks.me));
      HookWriter.hook(code, "hold", "(Ljava/lang/Object;L" + Shadows.ME + ";)V");
    }
  }
}

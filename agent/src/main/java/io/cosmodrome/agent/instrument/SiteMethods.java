package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Hooks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Small static methods that a class gets, one for each of its accesses:
 *
 * <pre>
 * static void site17(Object object, MonitoredThread me) {
 *   if (getFast(object, me, 1234)) return;
 *   if (getNext(object, me, 1234)) return;
 *   getSlow(object, me, 1234);
 * }
 * </pre>
 *
 * One for each, because the JIT counts branches by method: where an access never needs the slow
 * path, the JIT leaves the call out, and so an object that never leaves its method need not be made
 * at all. A branch in the method itself would need a frame with the types of all operands on the
 * stack.
 */
final class SiteMethods {
  private static final int MAX = 4000; // each takes three of the 65,535 constants of a class

  private final ClassNode owner;
  private final boolean possible;
  private final List<MethodNode> methods = new ArrayList<>();
  private final Map<String, Target> targets = new HashMap<>();

  /**
   * @param wanted false if each access is to go through one method that does all
   */
  SiteMethods(ClassNode owner, boolean wanted) {
    this.owner = owner;
    int version = owner.version & 0xffff;
    this.possible = wanted && ((owner.access & ACC_INTERFACE) == 0 || version >= V1_8);
  }

  /** The methods that must be there for an access. */
  static final class Target {
    private final int opcode;
    private final String type;
    private final List<String> tries;
    private final String slow;
    private final String all;
    private final String trying; // descriptors
    private final String doing;
    private final String site;
    private final Type[] operands; // of a site's own method

    /**
     * @param tries methods that say whether they were able to do it, fastest first
     * @param slow the one that is always able to do it
     * @param all all of them, for want of a site's own
     */
    Target(int opcode, String type, List<String> tries, String slow, String all, String operands) {
      this.opcode = opcode;
      this.type = type;
      this.tries = tries;
      this.slow = slow;
      this.all = all;
      this.doing = "(" + operands + "L" + Shadows.ME + ";I)V";
      this.trying = "(" + operands + "L" + Shadows.ME + ";I)Z";
      String receiver = opcode == INVOKEVIRTUAL ? "L" + type + ";" : "";
      this.site = "(" + receiver + operands + "L" + Shadows.ME + ";)V";
      this.operands = Type.getArgumentTypes(site);
    }
  }

  /** Whether accesses have methods of their own. */
  boolean areOwn() {
    return possible;
  }

  /** Adds a call to code that has pushed the target's operands. */
  void call(InsnList code, Target target, int me, int site) {
    code.add(new VarInsnNode(ALOAD, me));
    if (!possible || methods.size() >= MAX) {
      HookWriter.push(code, site);
      code.add(new MethodInsnNode(target.opcode, target.type, target.all, target.doing, false));
      return;
    }
    String name = Hooks.PREFIX + methods.size();
    methods.add(method(target, name, site));
    boolean isInterface = (owner.access & ACC_INTERFACE) != 0;
    code.add(new MethodInsnNode(INVOKESTATIC, owner.name, name, target.site, isInterface));
  }

  /** What to call before a field is read or written, the same for all its accesses. */
  Target accessors(FieldInsnNode access, boolean isWrite, boolean isStatic) {
    String key = access.owner + ' ' + access.name + ' ' + access.desc + ' ' + isWrite;
    return targets.computeIfAbsent(
        key, k -> Shadows.accessors(access.owner, isWrite, access.name, access.desc, isStatic));
  }

  private MethodNode method(Target target, String name, int site) {
    MethodNode m =
        new MethodNode(ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, name, target.site, null, null);
    m.visitCode();
    Label done = new Label();
    for (String attempt : target.tries) {
      loadAll(m, target, site);
      m.visitMethodInsn(target.opcode, target.type, attempt, target.trying, false);
      m.visitJumpInsn(IFNE, done);
    }
    loadAll(m, target, site);
    m.visitMethodInsn(target.opcode, target.type, target.slow, target.doing, false);
    m.visitLabel(done);
    if ((owner.version & 0xffff) >= V1_6) {
      m.visitFrame(F_SAME, 0, null, 0, null);
    }
    m.visitInsn(RETURN);
    m.visitMaxs(0, 0);
    m.visitEnd();
    return m;
  }

  private static void loadAll(MethodNode m, Target target, int site) {
    int local = 0;
    for (Type type : target.operands) {
      m.visitVarInsn(type.getOpcode(ILOAD), local);
      local += type.getSize();
    }
    Shadows.push(m, site);
  }

  /** Gives the class its methods. */
  void add() {
    owner.methods.addAll(methods);
  }
}

package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Hooks;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
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

  /**
   * @param wanted false if each access is to go through one method that does all
   */
  SiteMethods(ClassNode owner, boolean wanted) {
    this.owner = owner;
    int version = owner.version & 0xffff;
    this.possible = wanted && ((owner.access & ACC_INTERFACE) == 0 || version >= V1_8);
  }

  /**
   * The methods that must be there for an access.
   *
   * @param tries methods that say whether they were able to do it, fastest first
   * @param slow the one that is always able to do it
   * @param all all of them, for want of a site's own
   */
  record Target(
      int opcode, String type, List<String> tries, String slow, String all, String operands) {
    String descriptor(char result) {
      return "(" + operands + "L" + Shadows.ME + ";I)" + result;
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
      code.add(
          new MethodInsnNode(
              target.opcode, target.type, target.all, target.descriptor('V'), false));
      return;
    }
    String receiver = target.opcode == INVOKEVIRTUAL ? "L" + target.type + ";" : "";
    String descriptor = "(" + receiver + target.operands + "L" + Shadows.ME + ";)V";
    String name = Hooks.PREFIX + methods.size();
    methods.add(method(target, name, descriptor, site));
    boolean isInterface = (owner.access & ACC_INTERFACE) != 0;
    code.add(new MethodInsnNode(INVOKESTATIC, owner.name, name, descriptor, isInterface));
  }

  private static MethodNode newMethod(String name, String descriptor) {
    MethodNode m =
        new MethodNode(ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, name, descriptor, null, null);
    m.visitCode();
    return m;
  }

  private MethodNode method(Target target, String name, String descriptor, int site) {
    MethodNode m = newMethod(name, descriptor);
    addTries(m, target, descriptor, site);
    return m;
  }

  private void addTries(MethodNode m, Target target, String descriptor, int site) {
    Label done = new Label();
    for (String attempt : target.tries) {
      loadAll(m, descriptor, site);
      m.visitMethodInsn(target.opcode, target.type, attempt, target.descriptor('Z'), false);
      m.visitJumpInsn(IFNE, done);
    }
    loadAll(m, descriptor, site);
    m.visitMethodInsn(target.opcode, target.type, target.slow, target.descriptor('V'), false);
    m.visitLabel(done);
    if ((owner.version & 0xffff) >= V1_6) {
      m.visitFrame(F_SAME, 0, null, 0, null);
    }
    m.visitInsn(RETURN);
    m.visitMaxs(0, 0);
    m.visitEnd();
  }

  private static void loadAll(MethodNode m, String descriptor, int site) {
    int local = 0;
    for (Type type : Type.getArgumentTypes(descriptor)) {
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

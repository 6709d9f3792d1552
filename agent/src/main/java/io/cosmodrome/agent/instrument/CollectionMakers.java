package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.CollectionFields;
import io.cosmodrome.agent.runtime.JdkCollections;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Lets instrumented classes tell which collections they make, for {@code jdk=collections}: by
 * {@code new}, as a subclass, or by {@code Collections.synchronized…}.
 */
final class CollectionMakers extends ClassChange {
  private static final String HOOKS = Type.getInternalName(JdkCollections.class);
  private static final Set<String> MAKEABLE = CollectionFields.makeable();

  private final ClassFilter filter;

  CollectionMakers(ClassFilter filter, Coverage coverage) {
    super(coverage);
    this.filter = filter;
  }

  @Override
  protected byte @Nullable [] change(
      ClassLoader loader, String name, boolean isLoaded, byte[] bytes) {
    return isLoaded || !filter.accepts(name)
        ? null
        : changeTree(bytes, CollectionMakers::instrument);
  }

  private static boolean instrument(ClassNode node) {
    boolean changed = false;
    for (MethodNode method : node.methods) {
      changed |= instrument(method);
    }
    return changed;
  }

  private static boolean instrument(MethodNode method) {
    Deque<TypeInsnNode> fresh = new ArrayDeque<>();
    boolean changed = false;
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction.getOpcode() == NEW) {
        fresh.push((TypeInsnNode) instruction);
      } else if (instruction instanceof MethodInsnNode call) {
        if (call.name.equals("<init>")) {
          TypeInsnNode made = fresh.poll();
          if (MAKEABLE.contains(call.owner) && (made == null || isCopied(made, call))) {
            tell(method, call, made == null ? new VarInsnNode(ALOAD, 0) : new InsnNode(DUP));
            changed = true;
          }
        } else if (call.owner.equals("java/util/Collections")
            && call.name.startsWith("synchronized")) {
          tell(method, call, new InsnNode(DUP));
          changed = true;
        }
      }
    }
    return changed;
  }

  /** Whether the new object is still there after its constructor, as compilers have it. */
  private static boolean isCopied(TypeInsnNode made, MethodInsnNode constructor) {
    AbstractInsnNode next = made.getNext();
    while (next != null && next.getOpcode() < 0) {
      next = next.getNext();
    }
    return made.desc.equals(constructor.owner) && next != null && next.getOpcode() == DUP;
  }

  private static void tell(MethodNode method, MethodInsnNode call, AbstractInsnNode load) {
    InsnList code = new InsnList();
    code.add(load);
    code.add(new MethodInsnNode(INVOKESTATIC, HOOKS, "made", "(Ljava/lang/Object;)V", false));
    method.instructions.insert(call, code);
  }
}

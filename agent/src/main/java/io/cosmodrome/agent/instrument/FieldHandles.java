package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.instrument.ConcurrencyRules.Variable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The variable handles and field updaters in static final fields of a class whose code says which
 * field they stand for: they are made where they are stored, for a field of objects, and all that
 * it takes is constant. An access by such a handle is one to that field, and nothing has to be
 * looked up when it happens. All other handles are known to the runtime once they are made.
 */
final class FieldHandles {
  private final Map<String, Known> handles = new HashMap<>(); // by name

  /**
   * A handle and the field that it stands for.
   *
   * @param handle reads the handle
   * @param field reads the field, of an object
   */
  record Known(FieldInsnNode handle, FieldInsnNode field) {}

  /**
   * @param owner a class without any hooks yet
   */
  FieldHandles(ClassNode owner) {
    Set<String> candidates = new HashSet<>();
    for (FieldNode field : owner.fields) {
      boolean isConstant = (field.access & (ACC_STATIC | ACC_FINAL)) == (ACC_STATIC | ACC_FINAL);
      if (isConstant
          && (field.desc.equals("Ljava/lang/invoke/VarHandle;")
              || field.desc.endsWith("FieldUpdater;"))) {
        candidates.add(field.name);
      }
    }
    if (!candidates.isEmpty()) {
      find(owner, candidates);
    }
  }

  private void find(ClassNode owner, Set<String> candidates) {
    boolean frames = (owner.version & 0xffff) >= V1_6;
    Set<String> stored = new HashSet<>();
    for (MethodNode method : owner.methods) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction.getOpcode() == PUTSTATIC
            && instruction instanceof FieldInsnNode store
            && store.owner.equals(owner.name)
            && candidates.contains(store.name)) {
          FieldInsnNode field = field(store, frames);
          if (!stored.add(store.name) || field == null) {
            handles.remove(store.name);
          } else {
            FieldInsnNode handle = new FieldInsnNode(GETSTATIC, owner.name, store.name, store.desc);
            handles.put(store.name, new Known(handle, field));
          }
        }
      }
    }
  }

  /** The field that a handle stands for which is made and stored; null if that is not known. */
  private static @Nullable FieldInsnNode field(FieldInsnNode store, boolean frames) {
    if (!(Operands.producer(store, 0, frames) instanceof MethodInsnNode maker)) {
      return null;
    }
    return switch (maker.name) {
      case "findVarHandle" -> field(maker, 2, 1, type(maker, 0, frames), frames);
      case "fieldVarHandle" -> field(maker, 1, 3, type(maker, 0, frames), frames);
      case "newUpdater" -> {
        boolean isReference = Type.getArgumentTypes(maker.desc).length == 3;
        Type type =
            isReference
                ? type(maker, 1, frames)
                : maker.owner.endsWith("AtomicIntegerFieldUpdater")
                    ? Type.INT_TYPE
                    : Type.LONG_TYPE;
        yield field(maker, isReference ? 2 : 1, 0, type, frames);
      }
      default -> null;
    };
  }

  /** The field, if the operands that lie so far below the top tell its class and its name. */
  private static @Nullable FieldInsnNode field(
      MethodInsnNode maker, int ownerBelow, int nameBelow, @Nullable Type type, boolean frames) {
    boolean isOfJdk = maker.owner.startsWith("java/");
    Type owner = type(maker, ownerBelow, frames);
    if (isOfJdk
        && type != null
        && owner != null
        && owner.getSort() == Type.OBJECT
        && Operands.producer(maker, nameBelow, frames) instanceof LdcInsnNode constant
        && constant.cst instanceof String name) {
      return new FieldInsnNode(GETFIELD, owner.getInternalName(), name, type.getDescriptor());
    }
    return null;
  }

  /** The type that an operand is the class of; null if that is not known. */
  private static @Nullable Type type(MethodInsnNode call, int below, boolean frames) {
    AbstractInsnNode producer = Operands.producer(call, below, frames);
    if (producer instanceof LdcInsnNode constant && constant.cst instanceof Type type) {
      return type;
    }
    if (producer instanceof FieldInsnNode field && field.name.equals("TYPE")) {
      return switch (field.owner) {
        case "java/lang/Integer" -> Type.INT_TYPE;
        case "java/lang/Long" -> Type.LONG_TYPE;
        case "java/lang/Boolean" -> Type.BOOLEAN_TYPE;
        case "java/lang/Byte" -> Type.BYTE_TYPE;
        case "java/lang/Short" -> Type.SHORT_TYPE;
        case "java/lang/Character" -> Type.CHAR_TYPE;
        case "java/lang/Float" -> Type.FLOAT_TYPE;
        case "java/lang/Double" -> Type.DOUBLE_TYPE;
        default -> null;
      };
    }
    return null;
  }

  /** What a call accesses by a handle, if that is known. */
  @Nullable Known accessed(MethodInsnNode call, ConcurrencyRules.Rule rule, boolean frames) {
    boolean isByHandle =
        rule.variable() == Variable.FIELD
            || (rule.variable() == Variable.PLACE && rule.effect().coordinates(call.desc) == 1);
    if (handles.isEmpty() || !isByHandle) {
      return null;
    }
    int arguments = (Type.getArgumentsAndReturnSizes(call.desc) >> 2) - 1;
    return Operands.producer(call, arguments, frames) instanceof FieldInsnNode read
            && read.getOpcode() == GETSTATIC
        ? known(read)
        : null;
  }

  private @Nullable Known known(FieldInsnNode read) {
    Known known = handles.get(read.name);
    return known != null && known.handle.owner.equals(read.owner) ? known : null;
  }
}

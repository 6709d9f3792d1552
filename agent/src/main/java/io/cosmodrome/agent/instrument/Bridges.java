package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.instrument.ConcurrencyRules.Rule;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Methods that a class gets for its calls that {@link ConcurrencyRules} speak of: one for each
 * method called. It takes what the call takes, then the thread and the site; it makes the call,
 * with hooks around it, and has the call's result and exceptions.
 *
 * <p>So all that is needed around a call stands in a small method of its own, where the types of
 * all local variables are known: the method that calls gets no longer, and no frame of it changes.
 */
final class Bridges {
  private final ClassNode owner;
  private final Map<String, MethodNode> methods = new LinkedHashMap<>();

  Bridges(ClassNode owner) {
    this.owner = owner;
  }

  /** Whether the class can have a bridge for this call. */
  boolean canBridge(MethodInsnNode call) {
    boolean isInterface = (owner.access & ACC_INTERFACE) != 0;
    boolean isSuper = call.getOpcode() == INVOKESPECIAL;
    return !(isSuper && (call.itf || isInterface))
        && !(isInterface && (owner.version & 0xffff) < V1_8);
  }

  /**
   * The call to make instead, with the thread and the site as additional arguments.
   *
   * @param known the handle by which the call accesses a field, if that is known
   */
  MethodInsnNode bridge(MethodInsnNode call, Rule rule, FieldHandles.@Nullable Known known) {
    String handle = known == null ? "" : known.handle().name;
    String key = call.getOpcode() + call.owner + '.' + call.name + call.desc + handle;
    MethodNode method = methods.get(key);
    if (method == null) {
      method = code(call, rule, known).build();
      methods.put(key, method);
    }
    boolean isStatic = (method.access & ACC_STATIC) != 0;
    boolean isInterface = (owner.access & ACC_INTERFACE) != 0;
    return new MethodInsnNode(
        isStatic ? INVOKESTATIC : INVOKESPECIAL, owner.name, method.name, method.desc, isInterface);
  }

  void addTo(ClassNode node) {
    node.methods.addAll(methods.values());
  }

  private BridgeCode code(MethodInsnNode call, Rule rule, FieldHandles.@Nullable Known known) {
    int number = methods.size();
    return switch (rule.effect()) {
      case PUT, TAKE, SWAP, PEEK, DRAIN, CALL, START ->
          new HandOverBridge(owner, call, rule, number);
      case READ, WRITE, COMPARE, EXCHANGE, UPDATE, HANDLE ->
          new VariableBridge(owner, call, rule, number, known);
      case ADD, QUERY, RESET_SUM, ACCUMULATE, QUERY_RESULT, RESET_RESULT ->
          new VariableBridge(owner, call, rule, number, null);
      case READ_KEY, WRITE_KEY, WRITE_ABSENT_KEY, WRITE_PRESENT_KEY ->
          new VariableBridge(owner, call, rule, number, null);
      case NONE, UNMODELLED -> throw new IllegalStateException(rule + " needs no bridge");
      default -> new SynchronizerBridge(owner, call, rule, number);
    };
  }
}

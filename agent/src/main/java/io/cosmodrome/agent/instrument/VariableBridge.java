package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.instrument.ConcurrencyRules.Rule;
import io.cosmodrome.agent.instrument.ConcurrencyRules.Variable;
import io.cosmodrome.agent.runtime.Cell;
import io.cosmodrome.agent.runtime.ConcurrentMaps;
import io.cosmodrome.agent.runtime.Variables;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Around calls that access a variable: atomic classes, variable handles, keys of maps. */
final class VariableBridge extends BridgeCode {
  private static final String CELL = "L" + Type.getInternalName(Cell.class) + ";";
  private static final String VARIABLES = Type.getInternalName(Variables.class);
  private static final String MAPS = Type.getInternalName(ConcurrentMaps.class);
  private static final String ACCESSOR = Shadows.accessorDescriptor(false);
  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

  private final FieldHandles.@Nullable Known known;

  /**
   * @param known the handle by which the call accesses a field, if that is known
   */
  VariableBridge(
      ClassNode owner,
      MethodInsnNode call,
      Rule rule,
      int number,
      FieldHandles.@Nullable Known known) {
    super(owner, call, rule, number);
    this.known = known;
  }

  @Override
  void write() {
    switch (rule.effect()) {
      case READ, WRITE, COMPARE, EXCHANGE -> access();
      case UPDATE -> update();
      case ADD -> adder("added");
      case QUERY -> adder("queried");
      case RESET_SUM -> adder("reset");
      case ACCUMULATE -> accumulator(true, false);
      case QUERY_RESULT -> accumulator(false, true);
      case RESET_RESULT -> accumulator(true, true);
      case HANDLE -> handle();
      case READ_KEY -> key("reads");
      case WRITE_KEY -> key("writes");
      case WRITE_ABSENT_KEY -> key("writesIfAbsent");
      case WRITE_PRESENT_KEY -> key("writesIfPresent");
      default -> throw new IllegalStateException(rule + " belongs to another bridge");
    }
  }

  private void access() {
    if (known != null) {
      field(known);
      return;
    }
    if (rule.variable() == Variable.PLACE && !isKnownPlace()) {
      call();
      return;
    }
    hold();
    m.visitVarInsn(ASTORE, extra);
    callOr(Type.getInternalName(Cell.class), this::letGo);
    m.visitVarInsn(ALOAD, extra);
    element();
    remember();
    loadResult();
  }

  // ---- a field whose handle is known: as an access to a volatile field ----

  /** The handle itself, so that the JIT has it as a constant. */
  @Override
  void called() {
    if (known != null) {
      known.handle().clone(null).accept(m);
    } else {
      receiver();
    }
  }

  private void field(FieldHandles.Known known) {
    argument(0);
    me();
    hook(Shadows.HOOKS, "hold", "(" + OBJECT + ME + ")V");
    callOr(null, this::letGo);
    Effect effect = rule.effect();
    if (effect == Effect.COMPARE || effect == Effect.EXCHANGE) {
      Label failed = new Label();
      Label end = new Label();
      succeeded();
      m.visitJumpInsn(IFEQ, failed);
      remember(known.field(), true);
      m.visitJumpInsn(GOTO, end);
      m.visitLabel(failed);
      frameWithResult(null);
      failed(known.field());
      m.visitLabel(end);
      frameWithResult(null);
    } else {
      remember(known.field(), effect == Effect.WRITE);
    }
    loadResult();
  }

  /** Pushes whether the comparison has written. */
  private void succeeded() {
    if (result.equals(Type.BOOLEAN_TYPE)) {
      loadResult();
      return;
    }
    argument(arguments.length - 2);
    box(arguments[arguments.length - 2]);
    loadResult();
    box(result);
    String name = result.getSort() < Type.ARRAY ? "isEqual" : "isSame";
    hook(VARIABLES, name, "(" + OBJECT + OBJECT + ")Z");
  }

  private void remember(FieldInsnNode field, boolean isWrite) {
    argument(0);
    meAndSite();
    hook(field.owner, Shadows.accessor(isWrite, field.name, field.desc), ACCESSOR);
    letGo();
  }

  /** As {@link Variables#compared}. */
  private void failed(FieldInsnNode field) {
    me();
    m.visitMethodInsn(INVOKEVIRTUAL, Shadows.ME, "suspend", "()[I", false);
    m.visitVarInsn(ASTORE, extra);
    argument(0);
    me();
    m.visitVarInsn(ILOAD, site);
    hook(VARIABLES, "asRead", "(I)I");
    hook(field.owner, Shadows.accessor(false, field.name, field.desc), ACCESSOR);
    letGo();
    me();
    m.visitVarInsn(ALOAD, extra);
    m.visitMethodInsn(INVOKEVIRTUAL, Shadows.ME, "resume", "([I)V", false);
  }

  private void letGo() {
    me();
    hook(Shadows.HOOKS, "letGo", "(" + ME + ")V");
  }

  private void hold() {
    receiver();
    boolean isField = rule.variable() == Variable.FIELD || rule.variable() == Variable.PLACE;
    if (isField) {
      if (rule.variable() == Variable.PLACE && coordinates() == 0) {
        m.visitInsn(ACONST_NULL);
      } else {
        argument(0);
      }
    }
    me();
    hook(VARIABLES, "hold", "(" + OBJECT + (isField ? OBJECT : "") + ME + ")" + CELL);
  }

  private int coordinates() {
    return rule.effect().coordinates(call.desc);
  }

  /** Whether it is a static field, a field of an object, or an element of an array. */
  private boolean isKnownPlace() {
    int coordinates = coordinates();
    return coordinates == 0
        || (coordinates <= 2
            && arguments[0].getSort() >= Type.ARRAY
            && (coordinates == 1 || arguments[1].equals(Type.INT_TYPE)));
  }

  private void element() {
    if (rule.variable() == Variable.ELEMENT) {
      argument(0);
    } else if (rule.variable() == Variable.PLACE && coordinates() == 2) {
      argument(1);
    } else {
      m.visitInsn(ICONST_0);
    }
  }

  private void remember() {
    String head = "(" + CELL + "I";
    String tail = ME + "I)V";
    Effect effect = rule.effect();
    if (effect == Effect.EXCHANGE && result.getSize() > 0) {
      Type expected = arguments[arguments.length - 2];
      boolean isValue = result.getSort() < Type.ARRAY;
      argument(arguments.length - 2);
      box(expected);
      loadResult();
      box(result);
      meAndSite();
      hook(VARIABLES, isValue ? "exchangedValue" : "exchanged", head + OBJECT + OBJECT + tail);
    } else if (effect == Effect.COMPARE && result.equals(Type.BOOLEAN_TYPE)) {
      loadResult();
      meAndSite();
      hook(VARIABLES, "compared", head + "Z" + tail);
    } else {
      meAndSite();
      hook(VARIABLES, effect == Effect.WRITE ? "wrote" : "read", head + tail);
    }
  }

  private void box(Type type) {
    String box =
        switch (type.getSort()) {
          case Type.BOOLEAN -> "Boolean";
          case Type.CHAR -> "Character";
          case Type.BYTE -> "Byte";
          case Type.SHORT -> "Short";
          case Type.INT -> "Integer";
          case Type.LONG -> "Long";
          case Type.FLOAT -> "Float";
          case Type.DOUBLE -> "Double";
          default -> "";
        };
    if (!box.isEmpty()) {
      String name = "java/lang/" + box;
      m.visitMethodInsn(
          INVOKESTATIC, name, "valueOf", "(" + type.getDescriptor() + ")L" + name + ";", false);
    }
  }

  private void update() {
    String descriptor = "(" + OBJECT + "I" + ME + "I)V";
    receiver();
    element();
    meAndSite();
    hook(VARIABLES, "updates", descriptor);
    call();
    storeResult();
    receiver();
    element();
    meAndSite();
    hook(VARIABLES, "updated", descriptor);
    loadResult();
  }

  private void adder(String name) {
    hold();
    m.visitInsn(POP);
    callOr(null, this::letGo);
    receiver();
    meAndSite();
    hook(VARIABLES, name, "(" + OBJECT + ME + "I)V");
    loadResult();
  }

  /** As an adder, but it runs a function of the program, so it cannot be one step. */
  private void accumulator(boolean changes, boolean looks) {
    String descriptor = "(" + OBJECT + "ZZ" + ME + "I)V";
    receiver();
    Shadows.push(m, changes ? 1 : 0);
    Shadows.push(m, looks ? 1 : 0);
    meAndSite();
    hook(VARIABLES, "meets", descriptor);
    call();
    storeResult();
    receiver();
    Shadows.push(m, changes ? 1 : 0);
    Shadows.push(m, looks ? 1 : 0);
    meAndSite();
    hook(VARIABLES, "met", descriptor);
    loadResult();
  }

  /** The arguments tell the class, the field's name and, as a second class, its type. */
  private void handle() {
    int owner = 0;
    int name = 1;
    int type = 2; // none for those that know it
    if (arguments.length > 3) { // of java.lang.invoke.ConstantBootstraps
      owner = 3;
      type = 4;
    } else if (arguments[1].getClassName().equals("java.lang.Class")) {
      name = 2;
      type = 1;
    }
    call();
    m.visitInsn(DUP);
    argument(owner);
    argument(name);
    if (type < arguments.length) {
      argument(type);
    } else {
      m.visitInsn(ACONST_NULL);
    }
    m.visitMethodInsn(
        INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", "()L" + LOOKUP + ";", false);
    String classType = "Ljava/lang/Class;";
    hook(
        VARIABLES,
        "made",
        "(" + OBJECT + classType + "Ljava/lang/String;" + classType + "L" + LOOKUP + ";)V");
  }

  // ---- maps ----

  private void key(String name) {
    receiver();
    argument(0);
    meAndSite();
    hook(MAPS, name, "(" + OBJECT + OBJECT + ME + "I)" + OBJECT);
    m.visitVarInsn(ASTORE, extra);
    call();
    storeResult();
    m.visitVarInsn(ALOAD, extra);
    boolean tells = result.equals(Type.BOOLEAN_TYPE);
    if (tells) {
      loadResult();
    }
    meAndSite();
    hook(MAPS, "ends", "(" + OBJECT + (tells ? "Z" : "") + ME + "I)V");
    loadResult();
  }
}

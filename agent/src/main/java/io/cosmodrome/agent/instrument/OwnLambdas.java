package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.Method;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Gives a class of ours a class for each of its lambdas and method references, in the same nest and
 * with what is captured in fields.
 *
 * <p>Otherwise the JDK makes such classes when they are first needed, which takes several times as
 * long as to load one: a good part of what the agent takes to start.
 */
final class OwnLambdas {
  private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
  private static final String INSTANCE = "INSTANCE";
  private static final String MAKE = "make";
  private static final Type OBJECT = Type.getType(Object.class);
  private static final Method CONSTRUCTOR = new Method("<init>", "()V");

  private final ClassNode host;
  private final Map<String, byte[]> made = new LinkedHashMap<>();

  private OwnLambdas(ClassNode host) {
    this.host = host;
  }

  /** Changes a class, and returns the classes that it needs then, by their names. */
  static Map<String, byte[]> replaceIn(ClassNode host) {
    OwnLambdas lambdas = new OwnLambdas(host);
    for (MethodNode method : host.methods) {
      for (AbstractInsnNode instruction : method.instructions.toArray()) {
        if (instruction instanceof InvokeDynamicInsnNode call && isPlain(call)) {
          method.instructions.set(instruction, lambdas.replacement(call));
        }
      }
    }
    return lambdas.made;
  }

  /** Whether it is a lambda with nothing special about it, such as being serializable. */
  private static boolean isPlain(InvokeDynamicInsnNode call) {
    return call.bsm.getOwner().equals(FACTORY) && call.bsm.getName().equals("metafactory");
  }

  static String nestHost(ClassNode type) {
    return type.nestHostClass == null ? type.name : type.nestHostClass;
  }

  private AbstractInsnNode replacement(InvokeDynamicInsnNode call) {
    Lambda lambda = new Lambda(Type.getObjectType(host.name + "$$" + made.size()), call);
    made.put(lambda.type.getInternalName(), lambda.bytes());
    return lambda.captured.length == 0
        ? new FieldInsnNode(
            GETSTATIC, lambda.type.getInternalName(), INSTANCE, lambda.what.getDescriptor())
        : new MethodInsnNode(INVOKESTATIC, lambda.type.getInternalName(), MAKE, call.desc, false);
  }

  /** The class of one lambda. */
  private final class Lambda {
    private final Type type;
    private final Type what; // interface that it implements
    private final Type[] captured;
    private final Method method; // of the interface
    private final Handle body;
    private final Type known; // the method's descriptor as far as types are known where it is made
    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);

    Lambda(Type type, InvokeDynamicInsnNode call) {
      this.type = type;
      this.what = Type.getReturnType(call.desc);
      this.captured = Type.getArgumentTypes(call.desc);
      this.method = new Method(call.name, ((Type) call.bsmArgs[0]).getDescriptor());
      this.body = (Handle) call.bsmArgs[1];
      this.known = (Type) call.bsmArgs[2];
    }

    byte[] bytes() {
      String[] interfaces = {what.getInternalName()};
      int access = ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC;
      writer.visit(
          host.version, access, type.getInternalName(), null, OBJECT.getInternalName(), interfaces);
      writer.visitNestHost(nestHost(host));
      addConstructor();
      if (captured.length == 0) {
        addInstance();
      } else {
        addMaker();
      }
      addMethod();
      return writer.toByteArray();
    }

    private GeneratorAdapter method(int access, Method method) {
      return new GeneratorAdapter(access, method, null, null, writer);
    }

    private Method constructor() {
      return new Method("<init>", Type.VOID_TYPE, captured);
    }

    private void addConstructor() {
      GeneratorAdapter m = method(ACC_PRIVATE, constructor());
      m.loadThis();
      m.invokeConstructor(OBJECT, CONSTRUCTOR);
      for (int i = 0; i < captured.length; i++) {
        writer.visitField(
            ACC_PRIVATE | ACC_FINAL, "f" + i, captured[i].getDescriptor(), null, null);
        m.loadThis();
        m.loadArg(i);
        m.putField(type, "f" + i, captured[i]);
      }
      m.returnValue();
      m.endMethod();
    }

    /** A lambda that captures nothing is always the same object. */
    private void addInstance() {
      writer.visitField(ACC_STATIC | ACC_FINAL, INSTANCE, what.getDescriptor(), null, null);
      GeneratorAdapter m = method(ACC_STATIC, new Method("<clinit>", "()V"));
      m.newInstance(type);
      m.dup();
      m.invokeConstructor(type, constructor());
      m.putStatic(type, INSTANCE, what);
      m.returnValue();
      m.endMethod();
    }

    private void addMaker() {
      GeneratorAdapter m = method(ACC_STATIC, new Method(MAKE, what, captured));
      m.newInstance(type);
      m.dup();
      m.loadArgs();
      m.invokeConstructor(type, constructor());
      m.returnValue();
      m.endMethod();
    }

    private void addMethod() {
      GeneratorAdapter m = method(ACC_PUBLIC, method);
      Type owner = Type.getObjectType(body.getOwner());
      boolean makes = body.getTag() == H_NEWINVOKESPECIAL;
      if (makes) {
        m.newInstance(owner);
        m.dup();
      }
      Type[] wanted = wanted(owner);
      for (int i = 0; i < captured.length; i++) {
        m.loadThis();
        m.getField(type, "f" + i, captured[i]);
      }
      Type[] given = method.getArgumentTypes();
      for (int i = 0; i < given.length; i++) {
        m.loadArg(i);
        Type argument = known.getArgumentTypes()[i];
        convert(m, given[i], argument);
        convert(m, argument, wanted[captured.length + i]);
      }
      m.visitMethodInsn(
          opcode(), body.getOwner(), body.getName(), body.getDesc(), body.isInterface());
      leave(m, makes ? owner : Type.getReturnType(body.getDesc()));
      m.endMethod();
    }

    /** What the body is to be given: the receiver, if it has one, and arguments. */
    private Type[] wanted(Type owner) {
      Type[] arguments = Type.getArgumentTypes(body.getDesc());
      boolean hasReceiver = body.getTag() != H_INVOKESTATIC && body.getTag() != H_NEWINVOKESPECIAL;
      if (!hasReceiver) {
        return arguments;
      }
      Type[] all = new Type[arguments.length + 1];
      all[0] = owner;
      System.arraycopy(arguments, 0, all, 1, arguments.length);
      return all;
    }

    private int opcode() {
      return switch (body.getTag()) {
        case H_INVOKESTATIC -> INVOKESTATIC;
        case H_INVOKEVIRTUAL -> INVOKEVIRTUAL;
        case H_INVOKEINTERFACE -> INVOKEINTERFACE;
        case H_NEWINVOKESPECIAL -> INVOKESPECIAL;
        // a private method of the nest: others cannot be called so from another class
        case H_INVOKESPECIAL -> body.isInterface() ? INVOKEINTERFACE : INVOKEVIRTUAL;
        default -> throw new IllegalArgumentException("a lambda of an unknown kind: " + body);
      };
    }

    private void leave(GeneratorAdapter m, Type result) {
      Type wanted = method.getReturnType();
      if (wanted.getSort() != Type.VOID) {
        convert(m, result, known.getReturnType());
        convert(m, known.getReturnType(), wanted);
      } else if (result.getSize() == 2) {
        m.pop2();
      } else if (result.getSize() == 1) {
        m.pop();
      }
      m.returnValue();
    }

    private static void convert(GeneratorAdapter m, Type from, Type to) {
      boolean isObject = from.getSort() >= Type.ARRAY;
      boolean becomesObject = to.getSort() >= Type.ARRAY;
      if (isObject && becomesObject) {
        if (!from.equals(to)) {
          m.checkCast(to);
        }
      } else if (becomesObject) {
        m.valueOf(from);
      } else if (isObject) {
        m.unbox(to);
      } else {
        m.cast(from, to);
      }
    }
  }
}

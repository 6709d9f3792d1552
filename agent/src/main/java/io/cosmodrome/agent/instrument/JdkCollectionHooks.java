package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.CollectionFields;
import io.cosmodrome.agent.runtime.JdkCollections;
import io.cosmodrome.agent.runtime.Site;
import io.cosmodrome.agent.runtime.Sites;
import io.cosmodrome.spec.AtomicitySpec;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Hooks inside the collections of the JDK, for {@code jdk=collections}: accesses to their fields
 * and arrays, their monitors, and the methods of those that are thread-safe as blocks.
 *
 * <p>These classes are loaded long before us, and such a class can get neither fields nor methods.
 * So calls are inserted, no branches and no local variables, and what is remembered is in tables.
 */
public final class JdkCollectionHooks extends ClassChange {
  private static final String HOOKS = Type.getInternalName(JdkCollections.class);
  private static final String BUILDER = "java/lang/AbstractStringBuilder";

  /** Those whose methods are meant to be atomic. */
  private static final List<String> SAFE =
      List.of(
          "java/lang/StringBuffer",
          "java/util/Collections$Synchronized",
          "java/util/Hashtable",
          "java/util/Stack",
          "java/util/Vector");

  private final Map<String, Class<?>> types = new HashMap<>();
  private final AtomicitySpec spec;
  private final Sites sites;

  private JdkCollectionHooks(AtomicitySpec spec, Sites sites, Coverage coverage) {
    super(coverage);
    this.spec = spec;
    this.sites = sites;
  }

  /** Puts the hooks in, and lets instrumented classes tell which collections they make. */
  public static void install(
      Instrumentation instrumentation,
      ClassFilter filter,
      AtomicitySpec spec,
      Sites sites,
      Coverage coverage) {
    JdkCollectionHooks hooks = new JdkCollectionHooks(spec, sites, coverage);
    try {
      JdkCollections.made(null); // its class is ready before it is called from everywhere
      List<Class<?>> classes = CollectionFields.classes();
      classes.forEach(type -> hooks.types.put(type.getName().replace('.', '/'), type));
      instrumentation.addTransformer(hooks, true);
      instrumentation.retransformClasses(classes.toArray(Class<?>[]::new));
      instrumentation.addTransformer(new CollectionMakers(filter, coverage));
    } catch (ClassNotFoundException | UnmodifiableClassException | LinkageError e) {
      coverage.skipped("collections of the JDK", e.toString());
    }
  }

  @Override
  protected byte @Nullable [] changeBoot(String name, byte[] bytes) {
    return types.containsKey(name) ? changeTree(bytes, this::instrument) : null;
  }

  private boolean instrument(ClassNode node) {
    for (MethodNode method : node.methods) {
      if ((method.access & (ACC_ABSTRACT | ACC_NATIVE)) == 0) {
        new Hooked(node, method).instrument();
      }
    }
    return true;
  }

  /** One method. */
  private final class Hooked {
    private final ClassNode owner;
    private final MethodNode method;
    private final String label;
    private int line;

    Hooked(ClassNode owner, MethodNode method) {
      this.owner = owner;
      this.method = method;
      this.label = Blocks.label(owner, method, "");
    }

    void instrument() {
      boolean isConstructor = method.name.equals("<init>");
      for (AbstractInsnNode instruction : method.instructions.toArray()) {
        if (instruction instanceof LineNumberNode number) {
          line = number.line;
        } else if (instruction instanceof FieldInsnNode access) {
          // a constructor's own object is not known to others yet, and at first it is not even one
          if (!(isConstructor && access.getOpcode() == PUTFIELD)) {
            field(access);
          }
        } else if (instruction instanceof MethodInsnNode call) {
          call(call);
        } else {
          other(instruction);
        }
      }
      guard();
    }

    private int site(String op, String name) {
      return sites.add(siteOf(op, name));
    }

    private Site siteOf(String op, String name) {
      return new Site(op, name, null, label, String.valueOf(owner.sourceFile), line);
    }

    private void hook(InsnList code, String name, String descriptor) {
      code.add(new MethodInsnNode(INVOKESTATIC, HOOKS, name, descriptor, false));
    }

    // ---- accesses ----

    private void field(FieldInsnNode access) {
      Class<?> type = types.get(access.owner);
      boolean isStatic = access.getOpcode() == GETSTATIC || access.getOpcode() == PUTSTATIC;
      if (type == null || isStatic || !CollectionFields.isStructure(type)) {
        return;
      }
      int number = CollectionFields.number(type, access.name);
      boolean isWrite = access.getOpcode() == PUTFIELD;
      InsnList before = new InsnList();
      if (number >= 0) {
        if (isWrite) {
          FieldAccesses.copyObjectBelow(before, Type.getType(access.desc).getSize());
        } else {
          before.add(new InsnNode(DUP));
        }
        before.add(new LdcInsnNode(number));
        before.add(new LdcInsnNode(site(isWrite ? "w" : "r", access.name)));
        String buffer = owner.name.equals(BUILDER) ? "Buffer" : "";
        hook(before, (isWrite ? "writes" : "reads") + buffer, "(Ljava/lang/Object;II)V");
      } else if (!isWrite && mayBePart(access.desc)) {
        before.add(new InsnNode(DUP));
        hook(before, "looksInto", "(Ljava/lang/Object;)V");
      }
      method.instructions.insertBefore(access, before);
      if (!isWrite && mayBePart(access.desc)) {
        found(access);
      }
    }

    /** Whether a field of this type can hold a part of a collection: an array, a node, a map. */
    private boolean mayBePart(String descriptor) {
      return !owner.name.equals(BUILDER)
          && (descriptor.startsWith("[L") || descriptor.startsWith("Ljava/util/"))
          && !descriptor.equals("Ljava/util/Comparator;");
    }

    private void found(AbstractInsnNode access) {
      InsnList after = new InsnList();
      after.add(new InsnNode(DUP));
      hook(after, "found", "(Ljava/lang/Object;)V");
      method.instructions.insert(access, after);
    }

    private void other(AbstractInsnNode instruction) {
      InsnList before = new InsnList();
      switch (instruction.getOpcode()) {
        case AALOAD -> {
          before.add(new InsnNode(DUP2));
          before.add(new LdcInsnNode(site("r", "")));
          hook(before, "readsElement", "(Ljava/lang/Object;II)V");
          found(instruction);
        }
        case AASTORE -> {
          copyBelowTop(before);
          before.add(new LdcInsnNode(site("w", "")));
          hook(before, "writesElement", "(Ljava/lang/Object;II)V");
        }
        case MONITORENTER -> {
          before.add(new InsnNode(DUP));
          entered(instruction);
        }
        case MONITOREXIT -> {
          before.add(new InsnNode(DUP));
          before.add(new LdcInsnNode(site("rel", "")));
          hook(before, "exits", "(Ljava/lang/Object;I)V");
        }
        default -> {}
      }
      method.instructions.insertBefore(instruction, before);
    }

    /** a, b, c → a, b, c, a, b. */
    private static void copyBelowTop(InsnList code) {
      code.add(new InsnNode(DUP_X2));
      code.add(new InsnNode(POP));
      code.add(new InsnNode(DUP2_X1));
    }

    private void call(MethodInsnNode call) {
      if (owner.name.equals(BUILDER)) {
        return;
      }
      if (call.owner.equals("java/lang/System") && call.name.equals("arraycopy")) {
        method.instructions.insertBefore(call, new LdcInsnNode(sites.add(siteOf("r", ""), "w")));
        call.owner = HOOKS;
        call.desc = "(Ljava/lang/Object;ILjava/lang/Object;III)V";
      } else if (call.owner.equals("java/util/Arrays")
          && call.name.equals("copyOf")
          && call.desc.startsWith("([Ljava/lang/Object;I")) {
        InsnList before = new InsnList();
        if (call.desc.contains("Ljava/lang/Class;")) {
          copyBelowTop(before);
        } else {
          before.add(new InsnNode(DUP2));
        }
        before.add(new LdcInsnNode(site("r", "")));
        hook(before, "copies", "(Ljava/lang/Object;II)V");
        method.instructions.insertBefore(call, before);
      }
    }

    // ---- monitors and blocks ----

    private void entered(AbstractInsnNode enter) {
      InsnList after = new InsnList();
      LabelNode start = new LabelNode();
      after.add(start);
      after.add(new LdcInsnNode(site("acq", "")));
      hook(after, "entered", "(Ljava/lang/Object;I)V");
      MonitorHooks.guardFrom(method, enter, start);
      method.instructions.insert(enter, after);
    }

    private boolean isBlock() {
      if ((method.access & (ACC_STATIC | ACC_SYNTHETIC)) != 0) {
        return false;
      }
      return spec.ruleFor(label)
          .map(AtomicitySpec.Rule::atomic)
          .orElseGet(
              () ->
                  (method.access & ACC_PUBLIC) != 0
                      && SAFE.stream()
                          .anyMatch(
                              safe ->
                                  safe.endsWith("Synchronized")
                                      ? owner.name.startsWith(safe)
                                      : owner.name.equals(safe)));
    }

    /** Lets the body be a block, or hold a monitor, or both, until control leaves it. */
    private void guard() {
      boolean isBlock = isBlock();
      boolean isSynchronized =
          (method.access & ACC_SYNCHRONIZED) != 0 && (method.access & ACC_STATIC) == 0;
      AbstractInsnNode first = method.name.equals("<init>") ? superCall() : null;
      if (!(isBlock || isSynchronized) || (method.name.equals("<init>") && first == null)) {
        return;
      }
      line = 0;
      int block = isBlock ? block() : 0;
      InsnList begin = new InsnList();
      if (isBlock) {
        begin.add(new VarInsnNode(ALOAD, 0));
        firstArgument(begin);
        begin.add(new LdcInsnNode(block));
        hook(begin, "begins", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
      }
      if (isSynchronized) {
        begin.add(new VarInsnNode(ALOAD, 0));
        begin.add(new LdcInsnNode(site("acq", "")));
        hook(begin, "entered", "(Ljava/lang/Object;I)V");
      }
      LabelNode start = new LabelNode();
      begin.add(start);
      int release = isSynchronized ? site("rel", "") : 0;
      for (AbstractInsnNode instruction : method.instructions.toArray()) {
        if (instruction.getOpcode() >= IRETURN && instruction.getOpcode() <= RETURN) {
          method.instructions.insertBefore(instruction, leave(block, release));
        }
      }
      LabelNode end = new LabelNode();
      method.instructions.add(end);
      method.instructions.add(
          new FrameNode(
              F_NEW, 1, new Object[] {owner.name}, 1, new Object[] {"java/lang/Throwable"}));
      method.instructions.add(leave(block, release));
      method.instructions.add(new InsnNode(ATHROW));
      method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
      if (first == null) {
        method.instructions.insert(begin);
      } else {
        method.instructions.insert(first, begin);
      }
    }

    private int block() {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof LineNumberNode number) {
          line = number.line;
          break;
        }
      }
      return sites.addBlock(siteOf("begin", ""));
    }

    private void firstArgument(InsnList code) {
      Type[] arguments = Type.getArgumentTypes(method.desc);
      if (arguments.length > 0 && arguments[0].getSort() >= Type.ARRAY) {
        code.add(new VarInsnNode(ALOAD, 1));
      } else {
        code.add(new InsnNode(ACONST_NULL));
      }
    }

    private InsnList leave(int block, int release) {
      InsnList code = new InsnList();
      if (release != 0) {
        code.add(new VarInsnNode(ALOAD, 0));
        code.add(new LdcInsnNode(release));
        hook(code, "exits", "(Ljava/lang/Object;I)V");
      }
      if (block != 0) {
        code.add(new VarInsnNode(ALOAD, 0));
        code.add(new LdcInsnNode(block));
        hook(code, "ends", "(Ljava/lang/Object;I)V");
      }
      return code;
    }

    /** The call that makes {@code this} an object: the first one that is not for another. */
    private @Nullable AbstractInsnNode superCall() {
      int fresh = 0;
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction.getOpcode() == NEW) {
          fresh++;
        } else if (instruction.getOpcode() == INVOKESPECIAL
            && ((MethodInsnNode) instruction).name.equals("<init>")
            && fresh-- == 0) {
          return instruction;
        }
      }
      return null;
    }
  }
}

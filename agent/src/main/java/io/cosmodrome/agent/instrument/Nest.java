package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * What is known of a class and those that it shares its private members with, since nobody else can
 * reach these.
 *
 * <p><b>Fixed fields</b> are those that might as well be final: they are written by constructors
 * alone, to the new object, and before the constructor does anything else with it. So whoever reads
 * such a field in another thread got the object by some later event of the thread that wrote it,
 * and that event is ordered with the read, or nothing is. An edge from the write would say no more:
 * a block that it comes from either has that event, too, or was over before. So the field needs no
 * shadow, as if it were final. What this rests on:
 *
 * <ul>
 *   <li>The field is private, or its class is private or local and nothing extends it: then only
 *       the nest can write it, by instructions. Should another class do so all the same, {@link
 *       FieldAccesses} says so.
 *   <li>It is not volatile and no constant of the nest has its name: so it is hardly reached by
 *       field updaters, variable handles or reflection.
 *   <li>Its class extends {@code Object}, or what is as quiet: no other constructor has shown the
 *       object to anybody before.
 * </ul>
 *
 * <p><b>Silent methods</b> have no event: no access but to final and fixed fields, and no call but
 * of silent methods. So who calls them is no more of a block for it.
 *
 * <p>Costs one look at the code of all classes of the nest, when the first of them is loaded.
 */
final class Nest {
  /** As a flag of a field, beyond those of class files: it is fixed. */
  static final int FIXED = 1 << 20;

  /** Constructors that show the new object to nobody. */
  static final Set<String> QUIET = Set.of("java/lang/Object", "java/lang/Record", "java/lang/Enum");

  /** Nothing is known. */
  static final Nest UNKNOWN = new Nest(Set.of(), Sample.ALL);

  private final Sample sample;
  private final Map<String, ClassNode> members = new HashMap<>(); // until all is known
  private final Set<String> extended = new HashSet<>(); // superclasses of members
  private final Set<String> finals = new HashSet<>();
  private final Set<String> leftOut = new HashSet<>(); // by the sample
  private final Set<String> fixed = new HashSet<>();
  private final Set<String> silent = new HashSet<>();
  private final Set<String> plain = new HashSet<>(); // classes that have nothing to initialize

  /**
   * @param classes all classes of the nest
   * @param sample accesses to what it leaves out are none
   */
  Nest(Collection<ClassNode> classes, Sample sample) {
    this.sample = sample;
    for (ClassNode member : classes) {
      members.put(member.name, member);
      extended.add(member.superName);
      if (QUIET.contains(member.superName)
          && member.interfaces.stream().allMatch(name -> name.startsWith("java/"))
          && member.methods.stream().noneMatch(method -> method.name.equals("<clinit>"))) {
        plain.add(member.name);
      }
    }
    findFixed();
    findSilent();
    members.clear();
  }

  boolean isFixed(String owner, String field, String descriptor) {
    return fixed.contains(owner + '.' + ClassFacts.key(field, descriptor));
  }

  /** Whether accesses to a field are no events, as far as that is known here. */
  boolean isSettled(FieldInsnNode access) {
    return fixed.contains(key(access))
        || finals.contains(key(access))
        || leftOut.contains(key(access));
  }

  /** Whether a call in the code of a class has no event. */
  boolean isSilent(MethodInsnNode call, ClassNode from) {
    boolean mayInitialize = call.getOpcode() == INVOKESTATIC && !isInitialized(call.owner, from);
    return HarmlessCalls.include(call, from)
        || (!mayInitialize && silent.contains(key(call.owner, call.name, call.desc)));
  }

  /** Whether an object is made in the code of a class without any event but its constructor's. */
  boolean isMadeSilently(String type, ClassNode from) {
    return isInitialized(type, from) || HarmlessCalls.isException(type);
  }

  /** Whether nothing runs when code of a class uses another for the first time. */
  private boolean isInitialized(String type, ClassNode from) {
    return type.equals(from.name) || plain.contains(type);
  }

  private static String key(String owner, String method, String descriptor) {
    return owner + '.' + method + descriptor;
  }

  private ClassNode ownerOf(String key) {
    return Objects.requireNonNull(members.get(key.substring(0, key.indexOf('.'))));
  }

  private static String key(FieldInsnNode access) {
    return access.owner + '.' + ClassFacts.key(access.name, access.desc);
  }

  // ---- fixed fields ----

  private void findFixed() {
    Set<String> changed = new HashSet<>();
    Set<String> named = new HashSet<>();
    for (ClassNode member : members.values()) {
      for (MethodNode method : member.methods) {
        boolean isConstructor = method.name.equals("<init>");
        Set<AbstractInsnNode> first =
            isConstructor ? new Construction(member, method).firstWrites() : Set.of();
        for (AbstractInsnNode instruction : method.instructions) {
          if (instruction.getOpcode() == PUTFIELD && !first.contains(instruction)) {
            changed.add(key((FieldInsnNode) instruction));
          } else if (instruction instanceof LdcInsnNode constant
              && constant.cst instanceof String text) {
            named.add(text);
          }
        }
      }
    }
    for (ClassNode member : members.values()) {
      boolean isReachedByNestOnly = isHidden(member) && !extended.contains(member.name);
      for (FieldNode field : member.fields) {
        boolean isCandidate =
            (field.access & (ACC_STATIC | ACC_FINAL | ACC_VOLATILE)) == 0
                && (isReachedByNestOnly || (field.access & ACC_PRIVATE) != 0);
        String key = member.name + '.' + ClassFacts.key(field.name, field.desc);
        if ((field.access & ACC_FINAL) != 0) {
          finals.add(key);
        } else if (!sample.watches(member.name, field.name)) {
          leftOut.add(key);
        } else if (isCandidate
            && QUIET.contains(member.superName)
            && !changed.contains(key)
            && !named.contains(field.name)) {
          fixed.add(key);
        }
      }
    }
  }

  /** Whether a class can be named in its nest alone. */
  private static boolean isHidden(ClassNode member) {
    for (InnerClassNode inner : member.innerClasses) {
      if (inner.name.equals(member.name)) {
        return member.nestHostClass != null
            && (inner.outerName == null || (inner.access & ACC_PRIVATE) != 0);
      }
    }
    return false;
  }

  // ---- silent methods ----

  /** Takes all methods for silent at first, then drops those that do or call what is not. */
  private void findSilent() {
    Map<String, MethodNode> candidates = new HashMap<>();
    for (ClassNode member : members.values()) {
      for (MethodNode method : member.methods) {
        if (isExact(member, method) && (method.access & ACC_SYNCHRONIZED) == 0) {
          candidates.put(key(member.name, method.name, method.desc), method);
        }
      }
    }
    do {
      silent.clear();
      silent.addAll(candidates.keySet());
    } while (candidates
        .entrySet()
        .removeIf(entry -> !staysSilent(ownerOf(entry.getKey()), entry.getValue())));
  }

  /** Whether calls that name this method mean it. */
  static boolean isExact(ClassNode owner, MethodNode method) {
    boolean isFinal =
        (owner.access & ACC_FINAL) != 0
            || (method.access & (ACC_FINAL | ACC_PRIVATE | ACC_STATIC)) != 0
            || method.name.equals("<init>");
    return isFinal && (method.access & (ACC_ABSTRACT | ACC_NATIVE)) == 0;
  }

  private boolean staysSilent(ClassNode owner, MethodNode method) {
    for (AbstractInsnNode instruction : method.instructions) {
      boolean isArrayAccess =
          ArrayAccesses.isLoad(instruction) || ArrayAccesses.isStore(instruction);
      boolean isSilent =
          isArrayAccess
              ? !sample.watchesArrays(owner.name, instruction.getOpcode())
              : isSilentIn(owner, instruction);
      if (!isSilent) {
        return false;
      }
    }
    return true;
  }

  private boolean isSilentIn(ClassNode owner, AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (instruction instanceof MethodInsnNode call) {
      return isSilent(call, owner);
    }
    if (instruction instanceof FieldInsnNode access) {
      boolean mayInitialize =
          (opcode == GETSTATIC || opcode == PUTSTATIC) && !access.owner.equals(owner.name);
      return !mayInitialize && isSettled(access);
    }
    if (instruction instanceof InvokeDynamicInsnNode call) {
      return HarmlessCalls.include(call);
    }
    if (instruction instanceof LdcInsnNode constant) {
      return !(constant.cst instanceof ConstantDynamic);
    }
    if (opcode == NEW) {
      return isMadeSilently(((TypeInsnNode) instruction).desc, owner);
    }
    return opcode != MONITORENTER;
  }
}

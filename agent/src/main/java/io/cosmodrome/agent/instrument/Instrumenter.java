package io.cosmodrome.agent.instrument;

import io.cosmodrome.agent.runtime.Hooks;
import io.cosmodrome.agent.runtime.Recorder;
import io.cosmodrome.agent.runtime.Sites;
import io.cosmodrome.spec.AtomicitySpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.commons.SerialVersionUIDAdder;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Instruments classes as they are loaded.
 *
 * <p>Whether a class gets shadows for its fields depends on its name and bytes alone, because other
 * classes rely on it. So they are added even when the methods cannot be instrumented. A method that
 * would get too long for the JIT is given less and less, then left alone, and that is said.
 */
public final class Instrumenter extends ClassChange {
  private static final int JIT_LIMIT = 8000; // bytes; longer methods are only interpreted
  private static final int SURELY_SHORT = JIT_LIMIT / 6; // instructions, unless most are switches

  private final Watched watched;
  private final Blocks blocks;
  private final Sites sites;
  private final Coverage coverage;
  private final Inlining inlining;
  private final @Nullable Recorder recorder;
  private final boolean every; // also what changes no verdict
  private final @Nullable Path dump;
  private final Hierarchy hierarchy;
  private final Nests nests;
  private final @Nullable Turns turns;
  private final FieldNumbers fields = new FieldNumbers();

  /**
   * @param turns if classes take turns, else null
   * @param recorder gets the names of fields if the run is recorded, else null
   * @param dump where to write the classes as instrumented, or null
   */
  public Instrumenter(
      Watched watched,
      Blocks blocks,
      Sites sites,
      Coverage coverage,
      Inlining inlining,
      ClassBytes bytes,
      @Nullable Turns turns,
      @Nullable Recorder recorder,
      @Nullable Path dump) {
    super(coverage);
    this.watched = watched;
    this.blocks = blocks;
    this.sites = sites;
    this.coverage = coverage;
    this.inlining = inlining;
    this.hierarchy = new Hierarchy(bytes);
    this.nests = new Nests(bytes, watched.sample());
    this.turns = turns;
    this.recorder = recorder;
    this.every = recorder != null && recorder.tellsEvery();
    this.dump = dump;
  }

  @Override
  protected byte @Nullable [] change(
      ClassLoader loader, String name, boolean isLoaded, byte[] bytes) {
    return isLoaded || ClassFilter.isOfOtherAgent(loader) || !watched.filter().accepts(name)
        ? null
        : instrument(loader, name, bytes);
  }

  private byte @Nullable [] instrument(ClassLoader loader, String name, byte[] bytes) {
    boolean isControl = name.equals(ClassFilter.CONTROL);
    if (turns != null && !isControl) {
      KeptCalls kept = KeptCalls.in(bytes);
      turns.add(loader, name, bytes, kept);
      return kept == KeptCalls.AT_ONCE ? keeping(loader, name, bytes) : null;
    }
    ClassReader reader = new ClassReader(bytes);
    if ((reader.getAccess() & (Opcodes.ACC_MODULE | Opcodes.ACC_ANNOTATION)) != 0) {
      return null;
    }
    ClassFacts facts = ClassFacts.of(reader);
    hierarchy.defines(loader, facts);
    if (!canHaveHooks(loader, name)) {
      return null;
    }
    byte[] result = new Attempt(loader, facts, reader, Part.ALL, -1).instrument();
    if (!isControl) {
      coverage.instrumented();
      inlining.instrumented();
    }
    dump(name, result);
    return result;
  }

  private boolean canHaveHooks(ClassLoader loader, String name) {
    boolean sees = seesHooks(loader);
    if (!sees) {
      coverage.skipped(name.replace('/', '.'), "its class loader does not see the boot path");
    }
    return sees;
  }

  /** A class that takes turns, with what it has even without one. */
  byte @Nullable [] keeping(ClassLoader loader, String name, byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassFacts facts = ClassFacts.of(reader);
    hierarchy.defines(loader, facts);
    return canHaveHooks(loader, name)
        ? new Attempt(loader, facts, reader, Part.KEPT, -1).instrument()
        : null;
  }

  /**
   * A class that was loaded before, with what it needs for a turn.
   *
   * @param group for which hooks are counted
   * @param isFirst whether it was not made before
   */
  byte @Nullable [] forTurn(
      ClassLoader loader, String name, byte[] bytes, int group, boolean isFirst) {
    if (!canHaveHooks(loader, name)) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassFacts facts = ClassFacts.of(reader);
    hierarchy.defines(loader, facts);
    byte[] result = new Attempt(loader, facts, reader, Part.TURN, group).instrument();
    if (isFirst) {
      coverage.instrumented();
    }
    dump(name, result);
    return result;
  }

  private void dump(String name, byte[] bytes) {
    if (dump != null) {
      write(dump.resolve(name + ".class"), bytes);
    }
  }

  private static boolean seesHooks(ClassLoader loader) {
    try {
      return Class.forName(Hooks.class.getName(), false, loader) == Hooks.class;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A method that our instrumentation cannot cope with. */
  private static final class UnexpectedMethodException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final String method;

    UnexpectedMethodException(String method, RuntimeException cause) {
      super(cause);
      this.method = method;
    }
  }

  /** How much a method gets, from all to nothing. */
  private enum Level {
    ALL,
    WITHOUT_COPIES, // of loops, for speed
    WITHOUT_ACCESSES,
    NOTHING;

    Level less() {
      return switch (this) {
        case ALL -> WITHOUT_COPIES;
        case WITHOUT_COPIES -> WITHOUT_ACCESSES;
        case WITHOUT_ACCESSES, NOTHING -> NOTHING;
      };
    }
  }

  /** The instrumentation of one class. */
  private final class Attempt {
    private final ClassLoader loader;
    private final ClassFacts facts;
    private final ClassReader reader;
    private final Map<String, Level> levels = new HashMap<>();
    private final Set<String> unexpected = new HashSet<>();
    private final Part part;
    private final int group;

    Attempt(ClassLoader loader, ClassFacts facts, ClassReader reader, Part part, int group) {
      this.part = part;
      this.group = group;
      this.loader = loader;
      this.facts = facts;
      this.reader = reader;
    }

    byte[] instrument() {
      while (true) {
        ClassNode result;
        byte[] bytes;
        try {
          result = rewritten();
          bytes = bytes(result);
        } catch (MethodTooLargeException e) {
          reduce(e.getMethodName() + e.getDescriptor());
          continue;
        } catch (UnexpectedMethodException e) {
          levels.put(e.method, Level.NOTHING);
          unexpected.add(e.method);
          coverage.skipped(facts.name().replace('/', '.') + "." + e.method, e.toString());
          continue;
        }
        Set<String> tooLong = tooLong(result);
        if (tooLong.isEmpty()) {
          levels.forEach(this::tell);
          return bytes;
        }
        tooLong.forEach(this::reduce);
      }
    }

    /** The methods that the JIT would have compiled, but will not now. */
    private Set<String> tooLong(ClassNode result) {
      Set<String> tooLong = longMethods(result);
      tooLong.removeIf(method -> levels.get(method) == Level.NOTHING);
      if (!tooLong.isEmpty()) {
        ClassNode original = new ClassNode();
        reader.accept(original, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        tooLong.removeAll(longMethods(original));
      }
      return tooLong;
    }

    private boolean isCloneable(String type) {
      return hierarchy.isSubtype(loader, type, "java/lang/Cloneable");
    }

    private void reduce(String method) {
      Level level = levels.getOrDefault(method, Level.ALL);
      levels.put(method, level.less());
    }

    private void tell(String method, Level level) {
      if (level.compareTo(Level.WITHOUT_ACCESSES) >= 0 && !unexpected.contains(method)) {
        coverage.tooLong(facts.name().replace('/', '.') + "." + method);
      }
    }

    private ClassNode rewritten() {
      ClassNode node = new ClassNode();
      boolean addsVersion =
          part == Part.ALL
              && !facts.isInterface() // nothing of an interface is serialized
              && hierarchy.isSubtype(loader, facts.name(), "java/io/Serializable");
      ClassVisitor target = addsVersion ? new SerialVersionUIDAdder(node) : node;
      Set<String> declared = facts.fields().keySet();
      reader.accept(target, ClassReader.EXPAND_FRAMES);
      Nest nest = every ? Nest.UNKNOWN : nests.defines(loader, node);
      for (FieldNode field : node.fields) {
        boolean isWatched =
            !Shadows.has(field.access) || watched.sample().watches(node.name, field.name);
        if (nest.isFixed(node.name, field.name, field.desc) || !isWatched) {
          field.access |= Nest.FIXED;
        }
        if (!declared.contains(ClassFacts.key(field.name, field.desc))) {
          field.access |= Opcodes.ACC_SYNTHETIC;
        }
      }
      Bridges bridges = new Bridges(node);
      ClassContext context =
          new ClassContext(
              loader,
              hierarchy,
              watched,
              facts.name().equals(ClassFilter.CONTROL)
                  ? new Blocks(AtomicitySpec.EVERYTHING)
                  : blocks,
              sites,
              coverage,
              inlining,
              bridges,
              new FieldHandles(node),
              new HashMap<>(),
              every ? null : nests,
              nest,
              group,
              part,
              fields);
      if (part != Part.TURN) {
        MethodReferences.expand(node, context::watches);
      }
      SiteMethods siteMethods = new SiteMethods(node, recorder == null);
      for (MethodNode method : node.methods) {
        Level level = levels.getOrDefault(method.name + method.desc, Level.ALL);
        boolean isOurs = part == Part.TURN && method.name.startsWith(Hooks.PREFIX);
        if (level != Level.NOTHING && !isOurs) {
          boolean accesses = level != Level.WITHOUT_ACCESSES;
          boolean copies = level == Level.ALL;
          try {
            new MethodInstrumenter(context, node, method, siteMethods, accesses, copies)
                .instrument();
          } catch (RuntimeException e) {
            throw new UnexpectedMethodException(method.name + method.desc, e);
          }
        }
      }
      siteMethods.add();
      bridges.addTo(node);
      if (part == Part.ALL) {
        addShadows(node);
      }
      return node;
    }

    private void addShadows(ClassNode node) {
      String parent = facts.superName();
      boolean superCloneable =
          parent != null && watched.filter().accepts(parent) && isCloneable(parent);
      Shadows.addTo(node, isCloneable(facts.name()), superCloneable);
      if (recorder != null) {
        RecordedFields.addTo(
            node,
            recorder.fieldNames(),
            every,
            field -> hierarchy.hasField(loader, facts.superName(), field));
      }
    }
  }

  private static byte[] bytes(ClassNode node) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static Set<String> longMethods(ClassNode node) {
    Set<String> methods = new HashSet<>();
    for (MethodNode method : node.methods) {
      if (method.instructions.size() > SURELY_SHORT) {
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        method.accept(size);
        if (size.getMaxSize() > JIT_LIMIT) {
          methods.add(method.name + method.desc);
        }
      }
    }
    return methods;
  }
}

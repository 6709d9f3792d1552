package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.ClassChange;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tells the JIT which of our own methods not to inline, with the JDK's annotation for that. HotSpot
 * heeds it in classes of the boot loader, as ours are. It cannot be written in the source, because
 * the JDK does not export it, so it is added as our classes are loaded.
 *
 * <p>Without it C2 inlines slow paths into fast ones, finds the result too large, and calls it:
 * 10.6 s of processor time instead of 4.9 for a SOR with two threads. And it takes its time: what
 * an edge does, inlined wherever one may be, kept it busy for 3 of the 20 s of a run of H2. The
 * fast paths need no hint: C2 inlines them where they are hot, and C1, whose frames grow with all
 * that is inlined, does not.
 */
final class InliningHints extends ClassChange {
  private static final String RUNTIME = "io/cosmodrome/agent/runtime/";
  private static final String CALL = "Ljdk/internal/vm/annotation/DontInline;";

  private static final Map<String, Set<String>> SLOW =
      Map.ofEntries(
          Map.entry(
              RUNTIME + "MonitoredThread", Set.of("read", "write", "edge", "tell", "acquired")),
          Map.entry(RUNTIME + "RecentLocks", Set.of("find")),
          Map.entry(RUNTIME + "Recent", Set.of("viewOfSlow", "cellOfSlow")),
          Map.entry(RUNTIME + "EventBuffer", Set.of("nextChunk", "addClock")),
          Map.entry(RUNTIME + "Elements", Set.of("giveIds")),
          Map.entry(RUNTIME + "Threads", Set.of("find")),
          Map.entry(RUNTIME + "Hooks", Set.of("me")),
          Map.entry(RUNTIME + "InlineRuntime", Set.of("failed")),
          Map.entry(
              RUNTIME + "ArrayView",
              Set.of(
                  "readSlow",
                  "writeSlow",
                  "makeReads",
                  "makeWrites",
                  "takeReads",
                  "takeWrites",
                  "isOwn",
                  "own",
                  "sweep")),
          Map.entry(RUNTIME + "SweptRanges", Set.of("at")),
          Map.entry(RUNTIME + "Ownership", Set.of("regainsAll")),
          Map.entry("io/cosmodrome/check/Frontier", Set.of("take", "report")),
          Map.entry("io/cosmodrome/check/FrontierThread", Set.of("growBlocks")));

  /** Classes that a monitored thread inherits methods from: these are listed as its own. */
  private static final Set<String> INHERITED =
      Set.of(RUNTIME + "OrderedThread", RUNTIME + "AccessingThread");

  InliningHints() {
    super(null); // without hints the agent is slower, no more
  }

  @Override
  protected byte @Nullable [] changeBoot(String name, byte[] bytes) {
    Set<String> slow = SLOW.get(INHERITED.contains(name) ? RUNTIME + "MonitoredThread" : name);
    if (slow == null) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, 0); // copies methods that are visited by itself
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String method,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            MethodVisitor visitor =
                super.visitMethod(access, method, descriptor, signature, exceptions);
            if (!slow.contains(method)) {
              return visitor;
            }
            visitor.visitAnnotation(CALL, true).visitEnd();
            return new MethodVisitor(Opcodes.ASM9, visitor) {};
          }
        },
        0);
    return writer.toByteArray();
  }
}

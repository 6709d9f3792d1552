package io.cosmodrome.agent.instrument;

import static org.objectweb.asm.Opcodes.*;

import io.cosmodrome.agent.runtime.Sites;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * What all methods of a class share.
 *
 * @param rules that were looked up, by call
 * @param nests what is known of other classes, or null if nothing is to be
 * @param nest of the class
 * @param group for which hooks are counted, or -1
 * @param part how much of it is instrumented
 * @param fields numbers of fields for the {@link io.cosmodrome.agent.runtime.SideTable}
 */
record ClassContext(
    ClassLoader loader,
    Hierarchy hierarchy,
    Watched watched,
    Blocks blocks,
    Sites sites,
    Coverage coverage,
    Inlining inlining,
    Bridges bridges,
    FieldHandles handles,
    Map<String, Optional<ConcurrencyRules.Rule>> rules,
    @Nullable Nests nests,
    Nest nest,
    int group,
    Part part,
    FieldNumbers fields) {

  /** The class that declares a field; null if that is not known. */
  @Nullable ClassFacts declaring(FieldInsnNode access) {
    return hierarchy.declaring(loader, access.owner, access.name, access.desc);
  }

  /** The flags of a field that is watched if it is not {@linkplain #isFixed fixed}, or null. */
  @Nullable Integer watchedFlags(ClassFacts declaring, FieldInsnNode access) {
    Integer flags = declaring.fields().get(ClassFacts.key(access.name, access.desc));
    boolean isWatched =
        flags != null
            && Shadows.has(flags)
            && !declaring.isInterface()
            && watched.filter().accepts(declaring.name())
            && watched.sample().watches(declaring.name(), access.name);
    return isWatched ? flags : null;
  }

  /** Whether a field of objects has words of its own. */
  boolean hasShadow(FieldInsnNode access) {
    ClassFacts declaring = declaring(access);
    if (declaring == null) {
      return false;
    }
    Integer flags = watchedFlags(declaring, access);
    return flags != null && (flags & ACC_STATIC) == 0 && !isFixed(declaring, access);
  }

  /** Whether the sample does not have a field. */
  boolean leavesOut(FieldInsnNode access) {
    ClassFacts declaring = declaring(access);
    return declaring != null && !watched.sample().watches(declaring.name(), access.name);
  }

  /** Whether a field need not be watched because nobody changes it. */
  boolean isFixed(ClassFacts declaring, FieldInsnNode access) {
    return nests != null
        && nests.of(loader, declaring.name()).isFixed(declaring.name(), access.name, access.desc);
  }

  /** Whether a call is one that we watch. */
  boolean watches(MethodInsnNode call) {
    ConcurrencyRules.Rule rule = rule(call);
    if (rule != null) {
      return isIn(rule);
    }
    CallSites.CallSite found = CallSites.find(loader, hierarchy, call.owner, call.name, call.desc);
    return found != null && isIn(found);
  }

  /** Whether a call belongs to the part that is instrumented. */
  boolean isIn(ConcurrencyRules.Rule rule) {
    return part == Part.ALL || (part == Part.KEPT && rule.effect().isAlwaysHeard());
  }

  /** Whether a call belongs to the part that is instrumented. */
  boolean isIn(CallSites.CallSite call) {
    return part == Part.ALL || call.isKept() == (part == Part.KEPT);
  }

  /** What a call of java.util.concurrent means, if anything. */
  ConcurrencyRules.@Nullable Rule rule(MethodInsnNode call) {
    if (!ConcurrencyRules.hasName(call.name)) {
      return null;
    }
    return rules
        .computeIfAbsent(
            call.owner + "." + call.name + call.desc, key -> Optional.ofNullable(find(call)))
        .orElse(null);
  }

  private ConcurrencyRules.@Nullable Rule find(MethodInsnNode call) {
    return call.owner.startsWith("[")
        ? null
        : ConcurrencyRules.find(loader, hierarchy, call.owner, call.name, call.desc);
  }

  boolean waits(MethodInsnNode call) {
    ConcurrencyRules.Rule rule = rule(call);
    return rule != null && rule.waits();
  }
}

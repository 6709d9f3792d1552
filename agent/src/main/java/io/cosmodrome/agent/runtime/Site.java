package io.cosmodrome.agent.runtime;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A place in the program where something can happen.
 *
 * @param op what happens there, in a word: r, w, vr, vw, acq, rel, fork, join, begin, end
 * @param name of the field, or an empty text
 * @param owner of a static field, its simple class name; null for what an object has
 * @param method label of the method
 * @param file name of the source file, or an empty text
 * @param line in it, or 0
 * @param isTwoSteps whether it is an access that is noted first and then done, so that another one
 *     may come in between
 */
public record Site(
    String op,
    String name,
    @Nullable String owner,
    String method,
    String file,
    int line,
    boolean isTwoSteps) {

  /** What is noted and done in one step, or is no access. */
  public Site(
      String op, String name, @Nullable String owner, String method, String file, int line) {
    this(op, name, owner, method, file, line, false);
  }

  /** The same place, where something else happens. */
  Site as(String otherOp) {
    return new Site(otherOp, name, owner, method, file, line, isTwoSteps);
  }

  /** {@code File.java:33}, or less if less is known. */
  Optional<String> location() {
    return file.isEmpty() ? Optional.empty() : Optional.of(line > 0 ? file + ":" + line : file);
  }
}

package io.cosmodrome.check;

import java.util.Set;
import java.util.function.Function;

/**
 * An engine in the list {@link Checkers#ALL}.
 *
 * @param name what users call it
 * @param summary one line for {@code cosmodrome engines}
 * @param guarantees what it gets exactly right
 * @param factory makes a fresh checker for one trace
 */
public record CheckerSpec(
    String name,
    String summary,
    Set<Guarantee> guarantees,
    Function<CheckOptions, Checker> factory) {

  public boolean guarantees(Guarantee guarantee) {
    return guarantees.contains(guarantee);
  }

  public Checker create(CheckOptions options) {
    Checker checker = factory.apply(options);
    checker.setName(name);
    return checker;
  }
}

package io.cosmodrome.agent.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Lambdas, method references and records of all kinds; what they do is in the result. */
public final class LinkedSample implements Supplier<List<String>> {
  private final List<String> results = new ArrayList<>();
  private long sum;

  private record Values(
      List<String> list,
      @Nullable String text,
      boolean flag,
      char letter,
      byte small,
      short number,
      int size,
      long total,
      float share,
      double ratio) {
    Values withRatio(double other) {
      return new Values(list, text, flag, letter, small, number, size, total, share, other);
    }

    Values withText(@Nullable String other) {
      return new Values(list, other, flag, letter, small, number, size, total, share, ratio);
    }
  }

  private interface Named {
    String name();

    private String twice() {
      Supplier<String> name = this::name;
      return name.get() + name.get();
    }

    default Supplier<String> doubled() {
      return this::twice;
    }
  }

  private long add(long value) {
    sum += value;
    return sum;
  }

  private void tell(Object... told) {
    results.add(Arrays.toString(told));
  }

  @Override
  public List<String> get() {
    Set<Supplier<String>> constants = new HashSet<>();
    for (int turn = 0; turn < 2; turn++) {
      constants.add(() -> "constant");
    }
    tell(constants.size(), constants.iterator().next().get());
    int offset = 3;
    double factor = 0.5;
    LongUnaryOperator captures = value -> (long) (factor * (value + offset + add(1)));
    tell(captures.applyAsLong(10), captures.applyAsLong(20));
    Function<String, Integer> boxes = String::length;
    Comparator<Integer> unboxes = Integer::compare;
    ToLongFunction<Integer> widens = Integer::intValue;
    tell(boxes.apply("four"), unboxes.compare(2, 1), widens.applyAsLong(7));
    Supplier<List<String>> makes = ArrayList::new;
    IntFunction<int[]> makesArrays = int[]::new;
    UnaryOperator<long[]> copies = long[]::clone;
    tell(makes.get(), makesArrays.apply(2).length, copies.apply(new long[] {1, 2})[1]);
    BiFunction<String, String, String> joins = String::concat;
    LongConsumer drops = this::add;
    drops.accept(40);
    Consumer<String> dropsBoolean = results::add;
    dropsBoolean.accept(joins.apply("a", "b"));
    Named named = () -> "name" + sum;
    tell(named.doubled().get(), sum);
    Supplier<Supplier<String>> nested = () -> () -> "nested " + offset;
    tell(nested.get().get());
    Values values =
        new Values(List.of(), null, true, 'x', (byte) 1, (short) 2, 3, 4, 0.5f, Double.NaN);
    Values same = values.withRatio(Double.NaN);
    tell(values.equals(same), values.hashCode() == same.hashCode(), same.size(), same.total());
    tell(values.equals(same.withRatio(0.0)), same.withRatio(0.0).equals(same.withRatio(-0.0)));
    tell(values.withText("a").equals(values), values.equals(values.withText("")));
    tell(new HashSet<>(List.of(values, same.withText("a"), same.withText("b"))).size());
    Runnable fails =
        () -> {
          throw new IllegalStateException("as it should");
        };
    try {
      fails.run();
    } catch (IllegalStateException e) {
      tell(String.valueOf(e.getMessage()));
    }
    return results;
  }
}

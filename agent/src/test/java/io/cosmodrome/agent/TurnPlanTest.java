package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan on a program that is simulated, with costs as they were measured on Caffeine and H2. */
final class TurnPlanTest {
  private static final double SHARE = 0.05;
  private static final double TICK = TurnPlan.TICK_SECONDS;
  private static final int MINUTE = 600; // ticks

  /** A class. */
  private static final class Group {
    final double busyness;
    final double hookRate; // of the process's time, as it is counted
    final double compileSeconds; // each time it changes
    final Set<Group> tied = new HashSet<>();
    boolean isWatched;
    boolean keepsCalls;
    int turns;

    Group(double busyness, double hookRate, double compileSeconds) {
      this.busyness = busyness;
      this.hookRate = hookRate;
      this.compileSeconds = compileSeconds;
    }

    static Group busy() {
      return new Group(0.9, 0.05, 1.5);
    }

    static Group idle() {
      return new Group(0, 0.00001, 0);
    }
  }

  /** A program that keeps its processors busy. */
  private static final class Program implements TurnPlan.Groups<Group> {
    final List<Group> groups = new ArrayList<>();
    final TurnPlan<Group> plan = new TurnPlan<>(SHARE, this, new Random(1));
    double processors = 2;
    boolean tellsCompilers = true;
    double used;
    double lost; // of that
    private double own;
    private double toCompile;

    Program(Group... groups) {
      this.groups.addAll(List.of(groups));
      used = 0.5;
      lost = 0.5; // the start
      plan.owes(lost);
    }

    void runs(int ticks) {
      for (int i = 0; i < ticks; i++) {
        runs();
      }
    }

    void runs() {
      double now = processors * TICK;
      double compiled = Math.min(toCompile, TICK / 2);
      toCompile -= compiled;
      double rest = now - compiled - own;
      boolean isBurst = groups.stream().anyMatch(g -> g.isWatched && g.busyness > 0);
      Map<Group, Double> hooks = new HashMap<>();
      groups.stream().filter(g -> g.isWatched).forEach(g -> hooks.put(g, g.hookRate * now));
      double counted = hooks.values().stream().mapToDouble(Double::doubleValue).sum();
      // while it is compiled anew it runs at less than half its speed, with hooks at a tenth
      double speed = isBurst ? 0.1 : compiled > 0 ? 0.4 : 1;
      lost += now - Math.max(0, rest * speed - counted);
      used += now;
      double told = tellsCompilers ? compiled : -1;
      change(plan.tick(new TurnPlan.Tick<>(now, own, told, hooks)));
    }

    private void change(Set<Group> wanted) {
      own = 0;
      for (Group group : groups) {
        if (group.isWatched != wanted.contains(group)) {
          group.isWatched = !group.isWatched;
          group.turns += group.isWatched ? 1 : 0;
          toCompile += group.compileSeconds;
          own += 0.01;
        }
      }
      if (!wanted.isEmpty() && !plan.hasBegun()) {
        plan.begin();
        own += 0.3;
        groups.forEach(group -> toCompile += group.keepsCalls ? group.compileSeconds : 0);
      }
    }

    @Override
    public Collection<Group> all() {
      return groups;
    }

    @Override
    public boolean isWatched(Group group) {
      return group.isWatched;
    }

    @Override
    public double busyness(Group group) {
      return group.busyness;
    }

    @Override
    public double work(Group group) {
      return group.busyness;
    }

    @Override
    public boolean areTied(Group one, Group other) {
      return one.tied.contains(other) || other.tied.contains(one);
    }

    @Override
    public boolean changesAtBegin(Group group) {
      return group.keepsCalls;
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 2, 32})
  void longRun_ofBusyGroups_losesNoMoreThanTheShareAndGivesAllATurn(double processors) {
    Program program = new Program(Group.busy(), Group.busy(), Group.busy(), Group.idle());
    program.processors = processors;
    program.runs(60 * MINUTE);

    assertThat(program.lost).isBetween(0.4 * SHARE * program.used, SHARE * program.used);
    assertThat(program.groups).allMatch(group -> group.turns > 0);
  }

  @Test
  void longRun_whereTheCompilersAreNotSeen_losesNoMoreThanTheShare() {
    Program program = new Program(Group.busy(), Group.busy(), Group.idle());
    program.tellsCompilers = false;
    program.runs(60 * MINUTE);

    assertThat(program.lost).isLessThan(SHARE * program.used);
    assertThat(program.groups).allMatch(group -> group.turns > 0);
  }

  @Test
  void twoMinutes_ofABusyGroup_giveItATurn() {
    Program program = new Program(Group.busy());
    program.runs(2 * MINUTE);

    assertThat(program.groups.get(0).turns).isPositive();
    assertThat(program.lost).isLessThan(SHARE * program.used);
  }

  @Test
  void shortRun_hasNoTurn() {
    Program program = new Program(Group.busy(), Group.idle());
    program.runs(50);

    assertThat(program.groups).allMatch(group -> group.turns == 0);
    assertThat(program.plan.hasBegun()).isFalse();
  }

  @Test
  void groupsThatAreCheap_areWatchedOnceAndForAll() {
    Program program = new Program();
    for (int i = 0; i < 100; i++) {
      program.groups.add(Group.idle());
    }
    program.runs(10 * MINUTE);

    assertThat(program.groups).allMatch(group -> group.isWatched && group.turns == 1);
    assertThat(program.lost).isLessThan(SHARE * program.used);
  }

  @Test
  void groupThatOnlySeemedIdle_isStoppedAndTheOthersStay() {
    Group costly = new Group(0, 0.04, 0);
    Program program = new Program(costly, Group.idle(), Group.idle());
    int watched = 0;
    for (int i = 0; i < 60 * MINUTE; i++) {
      program.runs();
      watched += costly.isWatched ? 1 : 0;
    }

    assertThat(watched).isBetween(1, 6 * MINUTE);
    assertThat(program.groups.subList(1, 3)).allMatch(group -> group.isWatched && group.turns == 1);
    assertThat(program.lost).isLessThan(SHARE * program.used);
  }

  @Test
  void busyGroup_hasItsTurnWithThoseItSharesFieldsWith() {
    Program program = new Program(Group.busy(), Group.busy(), Group.busy());
    program.groups.get(0).tied.add(program.groups.get(1));
    Set<List<Boolean>> seen = new HashSet<>();
    for (int i = 0; i < 20 * MINUTE; i++) {
      program.runs();
      seen.add(program.groups.stream().map(group -> group.isWatched).toList());
    }

    assertThat(seen)
        .containsExactlyInAnyOrder(
            List.of(false, false, false), List.of(true, true, false), List.of(false, false, true));
  }

  @Test
  void burst_waitsUntilAllThatWasCompiledCouldBePaidAgain() {
    Program program = new Program(Group.busy());
    program.plan.hasCompiled(30);
    program.runs(5 * MINUTE);
    assertThat(program.groups.get(0).turns).isZero();

    program.runs(5 * MINUTE);

    assertThat(program.groups.get(0).turns).isPositive();
  }

  @Test
  void groupThatTakesLongToCompile_isChargedAllOfThat() {
    Program program = new Program(new Group(0.9, 0.05, 10));
    program.plan.hasCompiled(20);
    program.runs(60 * MINUTE);

    assertThat(program.groups.get(0).turns).isPositive();
    assertThat(program.lost).isLessThan(SHARE * program.used);
  }

  @Test
  void burst_whoseProgramGetsMuchBusier_isStoppedWhenItIsSpent() {
    Program program = new Program(Group.busy());
    while (!program.groups.get(0).isWatched) {
      program.runs();
    }
    double before = program.plan.saved();
    program.processors = 64;
    int ticks = 0;
    while (program.groups.get(0).isWatched) {
      program.runs();
      ticks++;
    }

    assertThat(ticks).isLessThanOrEqualTo((int) Math.ceil(before / (0.9 * 64 * TICK)));
    assertThat(ticks).isLessThan(TurnPlan.BURST_TICKS);
  }

  @Test
  void busyGroupThatChangesAnyway_keepsTurnsFromBeginningUntilABurstCanBePaid() {
    Group busy = Group.busy();
    busy.keepsCalls = true;
    Program program = new Program(busy, Group.idle());
    while (!program.plan.hasBegun()) {
      program.runs();
    }

    assertThat(busy.isWatched).isTrue();
    program.runs(60 * MINUTE);
    assertThat(program.lost).isLessThan(SHARE * program.used);
  }

  @Test
  void whatIsPaid_isWhatIsSaid() {
    Program program = new Program(Group.busy(), Group.idle());
    program.runs(30 * MINUTE);

    assertThat(program.plan.paid()).isGreaterThanOrEqualTo(0.9 * program.lost);
    assertThat(program.plan.paid()).isLessThanOrEqualTo(SHARE * program.used);
    assertThat(program.plan.lost()).isPositive().isLessThan(program.plan.paid());
    assertThat(program.plan.hadTurn()).isEqualTo(2);
    assertThat(program.plan.watchedShare()).isBetween(0.4, 0.6);
  }
}

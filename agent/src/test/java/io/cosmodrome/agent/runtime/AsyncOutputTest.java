package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.agent.AgentOption;
import io.cosmodrome.analysis.EventLookup;
import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.check.Explainer;
import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.generate.TraceGenerator;
import io.cosmodrome.report.Conflict;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.Proof;
import io.cosmodrome.report.TraceFindings;
import io.cosmodrome.trace.Trace;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Generated traces, checked event by event and as a whole. */
final class AsyncOutputTest {
  private static final int WHOLE = 1 << 20;
  private static final int SMALL = 64;
  private static final int SEEDS = 10;

  static List<String> engines() {
    return AgentOption.ENGINE.allowed();
  }

  private static Stream<Trace> traces(int events) {
    return Stream.of(
            Family.RANDOM, Family.LATE_VIOLATION, Family.NON_INCREASING, Family.DEEP_NESTING)
        .flatMap(
            family ->
                Stream.iterate(1, seed -> seed <= SEEDS, seed -> seed + 1)
                    .map(
                        seed ->
                            TraceGenerator.generate(
                                GeneratorOptions.of(family).withSeed(seed).withEvents(events))));
  }

  private static AsyncOutput checkedBeside(Trace trace, CheckerSpec engine, int window)
      throws IOException {
    AsyncOutput output = new AsyncOutput(engine, trace.symbols(), window);
    for (int i = 0; i < trace.size(); i++) {
      output.event(trace.op(i), trace.thread(i), trace.target(i), trace.location(i));
    }
    output.close(true);
    return output;
  }

  private static List<Finding> checkedWhole(Trace trace, CheckerSpec engine) throws IOException {
    Checker checker = engine.create(CheckOptions.DEFAULT);
    trace.replay(checker);
    CheckResult explained = Explainer.explain(checker.result(), trace::replay);
    return TraceFindings.of(
        explained, trace.symbols(), positions -> EventLookup.find(trace, positions));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void findings_ofEventsThatAreAllKept_areThoseOfACheckOfTheTrace(String name) throws IOException {
    CheckerSpec engine = Checkers.named(name);
    int found = 0;
    for (Trace trace : traces(600).toList()) {
      AsyncOutput output = checkedBeside(trace, engine, WHOLE);
      assertThat(output.findings()).isEqualTo(checkedWhole(trace, engine));
      if (!name.equals("doublechecker")) { // which may blame what has no proof
        assertThat(output.limits()).isEmpty();
      }
      found += output.findings().size();
    }
    assertThat(found).isPositive();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void findings_ofMoreEventsThanAreKept_nameTheSameBlocks(String name) throws IOException {
    CheckerSpec engine = Checkers.named(name);
    for (Trace trace : traces(3000).toList()) {
      List<Finding> whole = checkedWhole(trace, engine);
      AsyncOutput output = checkedBeside(trace, engine, SMALL);
      assertThat(blocks(output.findings())).isEqualTo(blocks(whole));
      boolean lacksProofs = output.findings().stream().anyMatch(f -> f.proofs().isEmpty());
      assertThat(output.limits().isEmpty()).isEqualTo(!lacksProofs);
    }
  }

  private static Set<String> blocks(List<Finding> findings) {
    return findings.stream()
        .map(finding -> finding.rule() + finding.block().orElse(""))
        .collect(Collectors.toSet());
  }

  @Test
  void proofs_fromTheWindow_areMadeOfTheEventsOfTheTrace() throws IOException {
    int proofs = 0;
    for (Trace trace : traces(3000).toList()) {
      for (Finding finding : checkedBeside(trace, Checkers.DEFAULT, SMALL).findings()) {
        for (Proof proof : finding.proofs()) {
          List<TracedEvent> events =
              proof.conflicts().stream()
                  .flatMap((Conflict c) -> Stream.of(c.source(), c.destination()))
                  .toList();
          Set<Long> positions = new TreeSet<>();
          events.forEach(event -> positions.add(event.position()));
          assertThat(EventLookup.find(trace, positions).values()).containsAll(events);
          proofs++;
        }
      }
    }
    assertThat(proofs).isPositive();
  }
}

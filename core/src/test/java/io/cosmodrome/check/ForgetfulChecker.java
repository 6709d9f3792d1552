package io.cosmodrome.check;

import io.cosmodrome.trace.Op;
import java.util.BitSet;

/** Wrong on purpose: does not know that two writes of a variable conflict. */
final class ForgetfulChecker extends BufferingChecker {
  ForgetfulChecker(CheckOptions options) {
    super(options);
  }

  @Override
  public void finish() {
    Definitions facts = Definitions.of(trace);
    int transactions = facts.transactionCount();
    BitSet[] reached = new BitSet[transactions];
    for (int i = 0; i < transactions; i++) {
      reached[i] = new BitSet();
    }
    for (int later = 0; later < trace.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        if (knows(facts, earlier, later)) {
          reached[facts.transaction(earlier)].set(facts.transaction(later));
        }
      }
    }
    for (int via = 0; via < transactions; via++) {
      for (int from = 0; from < transactions; from++) {
        if (reached[from].get(via)) {
          reached[from].or(reached[via]);
        }
      }
    }
    for (int i = 0; i < transactions; i++) {
      if (reached[i].get(i)) {
        reportCycle(trace.size() - 1L, Witness.NONE);
      }
    }
  }

  private boolean knows(Definitions facts, int earlier, int later) {
    boolean sameThread = trace.thread(earlier) == trace.thread(later);
    boolean writes = Op.isWrite(trace.op(earlier)) && Op.isWrite(trace.op(later));
    return facts.transaction(earlier) != facts.transaction(later)
        && facts.conflict(earlier, later)
        && (sameThread || !writes);
  }
}

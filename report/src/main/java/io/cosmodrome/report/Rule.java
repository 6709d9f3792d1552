package io.cosmodrome.report;

/** What can be found. Ids are in files of users: never rename one, only append. */
enum Rule {
  ATOM001(
      "ObservedViolation",
      "A block that is meant to be atomic was not, in a run that was observed.",
      "Another thread came between two steps of the block, and no order of whole blocks explains"
          + " what both saw. Each finding carries its proof: who came before whom, and why. Guard"
          + " all steps of the block with one lock, or replace them by one atomic operation. If the"
          + " block need not be atomic, say so with @NotAtomic or in the specification."),
  ATOM002(
      "PredictedViolation",
      "A block that is meant to be atomic can be violated in another order of the same run.",
      "The run itself was fine, but its events can be put into an order that the program allows and"
          + " in which another thread comes between two steps of the block. Each finding carries"
          + " that order. What helps is the same as for an observed violation."),
  ATOM003(
      "NotSerializable",
      "Blocks each have to come before another, and no single one is to blame.",
      "No serial order of the blocks explains the run, though each block by itself could have been"
          + " atomic. Look at the data that the blocks of the proof share: usually each block reads"
          + " what the other writes. Guard the data of all of them with one lock."),
  STM001(
      "TransactionsNotSerializable",
      "Committed memory transactions cannot be put into a serial order.",
      "The transactional memory let transactions commit that each have to come before the other."
          + " That is a defect of the memory or of how it is used, such as access to its variables"
          + " outside of transactions."),
  STM002(
      "NotOpaque",
      "A memory transaction saw a state that no serial order explains.",
      "A transaction, which may have been rolled back later, read values that were never there at"
          + " the same time. Code that runs on such a state can loop forever or fail before it is"
          + " rolled back.");

  private final String title;
  private final String summary;
  private final String help;

  Rule(String title, String summary, String help) {
    this.title = title;
    this.summary = summary;
    this.help = help;
  }

  /** In one word. */
  String title() {
    return title;
  }

  /** In one sentence. */
  String summary() {
    return summary;
  }

  /** What it means and what to do about it. */
  String help() {
    return help;
  }
}

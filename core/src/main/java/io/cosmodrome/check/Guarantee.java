package io.cosmodrome.check;

/** What an engine gets exactly right, on every well-formed trace. */
public enum Guarantee {
  /** Whether the trace is serializable. */
  TRACE,
  /** The first event whose prefix is not serializable. */
  FIRST_CYCLE_EVENT,
  /** Which outermost blocks are violated, and at which event each of them first was. */
  TRANSACTIONS,
  /** Which nested blocks are violated, likewise. */
  NESTED_BLOCKS,
  /** Every verdict comes with a witness of the engine's own. */
  WITNESS
}

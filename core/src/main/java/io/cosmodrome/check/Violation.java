package io.cosmodrome.check;

/**
 * A block that was not atomic.
 *
 * @param begin position of the block's begin event
 * @param at position of the event in the block that completed the violation
 * @param thread id of the block's thread
 * @param label id of the block's label, or {@link io.cosmodrome.trace.Symbols#NONE}
 * @param depth how many blocks are open around it: 0 for a transaction
 * @param witness the conflicts that prove it
 */
public record Violation(long begin, long at, int thread, int label, int depth, Witness witness) {

  Violation withWitness(Witness better) {
    return new Violation(begin, at, thread, label, depth, better);
  }
}

package io.cosmodrome.agent.runtime;

/** An initialization of a class that has begun. */
public final class Initialization {
  final int[] open; // the blocks that ended because of it
  final long first; // its first epoch
  final boolean isInner; // whether it is part of another one

  Initialization(int[] open, long first, boolean isInner) {
    this.open = open;
    this.first = first;
    this.isInner = isInner;
  }
}

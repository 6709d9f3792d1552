package io.cosmodrome.agent.instrument;

import org.objectweb.asm.Type;

/** What a call means to the order of events; each has its instructions in {@link Bridges}. */
enum Effect {
  LOCK(
      "acq", "takes the lock, if it returns true or nothing; only the outermost of several counts"),
  UNLOCK("rel", "gives the lock back; a shared lock is ordered only with those who have it alone"),
  PART("", "the result belongs to the lock"),
  AWAIT_CONDITION("acq", "gives the lock back, and has it again when it ends, one way or another"),
  STAMPED_WRITE("acq", "takes the lock for itself, if the stamp is not 0"),
  STAMPED_READ("acq", "shares the lock, if the stamp is not 0"),
  STAMPED_TRY(
      "r", "comes after the last writer; what is read from here on may be in vain, so comes last"),
  STAMPED_VALIDATE("w", "if true, comes before the next writer; if false, open blocks begin anew"),
  STAMPED_UNLOCK("rel", "gives the lock back; shared ones are ordered only with writers"),
  STAMPED_TRY_UNLOCK("rel", "the same, if it returns true"),
  STAMPED_CONVERT(
      "acq", "gives back what it had and takes what it gets; if it fails, open blocks begin anew"),
  RELEASE("w", "comes before every later call that goes on because of it"),
  ACQUIRE("r", "comes after every such call so far, if it returns true, a number or nothing"),
  BARRIER(
      "barrier",
      "comes after the arrivals of all that pass the barrier together; not if it throws"),
  RESET_BARRIER("", "nobody passes with those that have arrived"),
  ARRIVE("w", "comes before whatever sees that this phase is over"),
  ARRIVE_AND_AWAIT("barrier", "comes after all arrivals in that phase, and is one of them"),
  AWAIT_PHASE("r", "comes after all arrivals in that phase, if it is over"),
  RELEASE_OWN("w", "comes before every later call that acquires, unless it throws"),
  ACQUIRE_OWN("r", "comes after every such call so far, if it returns true or nothing"),
  RELEASE_OWN_SHARED("w", "comes before later exclusive calls, and shared ones that had to wait"),
  ACQUIRE_OWN_SHARED(
      "r", "comes after exclusive calls so far; after shared ones, too, if it had to wait"),
  UNPARK("w", "comes before the end of that thread's next park"),
  PARK("r", "comes after all unparks of this thread so far"),
  INTERRUPT("w", "comes before whoever notices it: by InterruptedException, or by these"),
  NOTICE("r", "comes after all interrupts of that thread so far, if it returns true"),
  PUT("w", "comes before the call that takes this very element out, unless it fails"),
  TAKE("r", "comes after the call that put this very element in"),
  SWAP("barrier", "comes after the call that gave this very element; the other way round as well"),
  PEEK("r", "comes after the call that put this very element in, which may yet be taken"),
  DRAIN("r", "comes after the calls that put these very elements in"),
  CALL("", "names the place; what is ordered inside is seen in the JDK itself"),
  START("fork", "starts a thread: its first event comes after this"),
  READ("r", "reads the variable"),
  WRITE("w", "writes the variable"),
  COMPARE("w", "writes the variable if it succeeds; else it reads it, and open blocks begin anew"),
  EXCHANGE("w", "the same; success is told by the result"),
  UPDATE("w", "writes the variable; not ordered with accesses that overlap it"),
  ADD("w", "is ordered with queries of the sum, not with other additions"),
  QUERY("r", "is ordered with additions, not with other queries"),
  RESET_SUM("w", "is ordered with additions and queries"),
  ACCUMULATE("w", "is ordered with queries of the result, not with others; not if they overlap"),
  QUERY_RESULT("r", "is ordered with what changes the result; not if they overlap"),
  RESET_RESULT("w", "is ordered with all others; not if they overlap"),
  HANDLE("", "the result stands for that field"),
  READ_KEY("r", "reads that key; not ordered with calls that overlap it"),
  WRITE_KEY("w", "writes that key, if it returns true or anything else"),
  WRITE_ABSENT_KEY("w", "writes that key if it was known to be absent, else reads it"),
  WRITE_PRESENT_KEY("w", "writes that key if it was known to be present, else reads it"),
  NONE("", "lets other threads work for this one"),
  UNMODELLED("", "not modelled; where it is called is told in the report");

  /** What the event is in a witness: what others come after is written, and they read it. */
  final String op;

  final String meaning;

  Effect(String op, String meaning) {
    this.op = op;
    this.meaning = meaning;
  }

  /** How many arguments of a variable handle's method tell the place; the rest are values. */
  int coordinates(String descriptor) {
    int arguments = Type.getArgumentTypes(descriptor).length;
    return switch (this) {
      case READ -> arguments;
      case WRITE -> arguments - 1;
      default -> arguments - 2;
    };
  }

  /**
   * Whether a call of this kind may say that what its thread has done was in vain, so that blocks
   * begin anew: it is heard even if its class has no turn. Others are left out then, all alike, in
   * classes that have a turn, too: some of them say where there is no order (who else has put that
   * element, which generation of a barrier has begun), and to hear only some would be wrong.
   */
  boolean isAlwaysHeard() {
    return switch (this) {
      case COMPARE, EXCHANGE -> true;
      case STAMPED_WRITE, STAMPED_READ, STAMPED_TRY, STAMPED_VALIDATE -> true;
      case STAMPED_UNLOCK, STAMPED_TRY_UNLOCK, STAMPED_CONVERT -> true;
      default -> false;
    };
  }
}

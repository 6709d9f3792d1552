package io.cosmodrome.agent.instrument;

import java.util.Set;

/**
 * Tells from the names in a class alone which calls it may have that are {@link Part#KEPT}. Most
 * classes have none.
 */
enum KeptCalls {
  NONE,

  /** Such as can be given hooks by instructions alone, so at any time. */
  LATER,

  /** Such as take a member of the class, so they must have it when the class is loaded. */
  AT_ONCE;

  private static final Set<String> LATE_NAMES =
      Set.of(
          "attemptStamp",
          "attemptMark",
          "halt",
          "getFields",
          "getDeclaredFields",
          "getMethods",
          "getDeclaredMethods");

  private static final Set<String> EARLY_NAMES =
      Set.of(
          "tryOptimisticRead",
          "tryConvertToWriteLock",
          "tryConvertToReadLock",
          "tryConvertToOptimisticRead");

  private static final String STAMPED_LOCK = "java/util/concurrent/locks/StampedLock";
  private static final int SHORTEST = 4;

  /** What a class may have. */
  static KeptCalls in(byte[] bytes) {
    Constants constants = new Constants(bytes);
    KeptCalls found = NONE;
    while (constants.next()) {
      if (constants.isText(SHORTEST)) {
        switch (constants.first()) {
          case 'a', 'c', 'w', 'g', 'h' -> found = isLate(constants.text()) ? LATER : found;
          case 't' -> {
            if (EARLY_NAMES.contains(constants.text())) {
              return AT_ONCE;
            }
          }
          case 'j' -> {
            if (constants.isText(STAMPED_LOCK.length()) && constants.text().equals(STAMPED_LOCK)) {
              return AT_ONCE;
            }
          }
          default -> {}
        }
      }
    }
    // a method reference becomes a method of its class
    return found == LATER && Constants.handled(bytes).stream().anyMatch(KeptCalls::isLate)
        ? AT_ONCE
        : found;
  }

  private static boolean isLate(String name) {
    return name.startsWith("compareAnd")
        || name.startsWith("weakCompareAnd")
        || LATE_NAMES.contains(name);
  }
}

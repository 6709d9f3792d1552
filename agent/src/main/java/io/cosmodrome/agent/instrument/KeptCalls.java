package io.cosmodrome.agent.instrument;

import java.util.Set;
import org.objectweb.asm.ClassReader;

/**
 * Tells from the names in a class alone that it has no call which is {@link Part#KEPT}, as most
 * classes have none: those are loaded as they are, and not even their methods are read.
 */
final class KeptCalls {
  private static final int UTF8 = 1; // tag of a constant

  private static final Set<String> NAMES =
      Set.of(
          "halt",
          "getFields",
          "getDeclaredFields",
          "getMethods",
          "getDeclaredMethods",
          "tryOptimisticRead",
          "tryConvertToWriteLock",
          "tryConvertToReadLock",
          "tryConvertToOptimisticRead",
          "java/util/concurrent/locks/StampedLock");

  private static final String COMPARISONS = "ompareAnd"; // compareAndSet, weakCompareAndSetPlain, …

  private KeptCalls() {}

  /** Whether a class may have such a call. */
  static boolean mayBeIn(ClassReader reader) {
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int offset = reader.getItem(i);
      if (offset > 0 && reader.readByte(offset - 1) == UTF8) {
        String text = text(reader, offset, buffer);
        if (text.contains(COMPARISONS) || NAMES.contains(text)) {
          return true;
        }
      }
    }
    return false;
  }

  /** A constant as text, for which letters that are not ASCII do not matter. */
  private static String text(ClassReader reader, int offset, char[] buffer) {
    int length = Math.min(reader.readUnsignedShort(offset), buffer.length);
    for (int i = 0; i < length; i++) {
      buffer[i] = (char) reader.readByte(offset + 2 + i);
    }
    return new String(buffer, 0, length);
  }
}

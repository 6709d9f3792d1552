package io.cosmodrome.agent.instrument;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/**
 * Tells from the names in a class alone that it has no call which is {@link Part#KEPT}, as most
 * classes have none: those are loaded as they are, and not even their methods are read.
 */
final class KeptCalls {
  private static final int UTF8 = 1; // tag of a constant

  private static final Set<String> NAMES =
      Stream.concat(CallSites.keptNames(), ConcurrencyRules.alwaysHeardNames())
          .collect(Collectors.toUnmodifiableSet());

  private KeptCalls() {}

  /** Whether a class may have such a call. */
  static boolean mayBeIn(ClassReader reader) {
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int offset = reader.getItem(i);
      if (offset > 0 && reader.readByte(offset - 1) == UTF8) {
        if (NAMES.contains(text(reader, offset, buffer))) {
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

package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** Whether bytes are UTF-8: only then does a name survive being read and written again. */
final class Utf8 {
  private Utf8() {}

  static boolean isValid(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    return i == to || isValidSlow(bytes, i, to);
  }

  private static boolean isValidSlow(byte[] bytes, int from, int to) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}

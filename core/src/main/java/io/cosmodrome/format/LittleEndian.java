package io.cosmodrome.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in byte arrays, least significant byte first. */
final class LittleEndian {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }
}

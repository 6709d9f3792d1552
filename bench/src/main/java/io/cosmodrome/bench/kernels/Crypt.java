package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.util.Arrays;

/** Enciphers and deciphers bytes with IDEA. Size: bytes. */
public final class Crypt {
  private static final int ROUNDS = 8;
  private static final int MODULUS = 0x10001; // a prime

  private final byte[] plain;
  private final byte[] enciphered;
  private final byte[] deciphered;
  private final int[] encipherKey;
  private final int[] decipherKey;

  private Crypt(int size) {
    plain = new byte[size];
    enciphered = new byte[size];
    deciphered = new byte[size];
    Numbers numbers = new Numbers(7);
    for (int i = 0; i < size; i++) {
      plain[i] = (byte) numbers.next();
    }
    encipherKey = expand(numbers.next(), numbers.next());
    decipherKey = invert(encipherKey);
  }

  /** The 52 parts of the key: 16 bits each, taken from the 128 bits rotated by 25 after every 8. */
  private static int[] expand(long high, long low) {
    int[] key = new int[6 * ROUNDS + 4];
    for (int i = 0; i < key.length; i++) {
      if (i > 0 && i % 8 == 0) {
        long newHigh = high << 25 | low >>> 39;
        low = low << 25 | high >>> 39;
        high = newHigh;
      }
      long half = i % 8 < 4 ? high : low;
      key[i] = (int) (half >>> (48 - 16 * (i % 4))) & 0xFFFF;
    }
    return key;
  }

  private static int[] invert(int[] key) {
    int[] inverse = new int[key.length];
    for (int round = 0; round <= ROUNDS; round++) {
      int from = 6 * (ROUNDS - round);
      boolean swaps = round > 0 && round < ROUNDS;
      inverse[6 * round] = reciprocal(key[from]);
      inverse[6 * round + 1] = -key[from + (swaps ? 2 : 1)] & 0xFFFF;
      inverse[6 * round + 2] = -key[from + (swaps ? 1 : 2)] & 0xFFFF;
      inverse[6 * round + 3] = reciprocal(key[from + 3]);
      if (round < ROUNDS) {
        inverse[6 * round + 4] = key[from - 2];
        inverse[6 * round + 5] = key[from - 1];
      }
    }
    return inverse;
  }

  /** Product modulo 2^16 + 1, where 0 stands for 2^16. */
  private static int multiply(int a, int b) {
    long left = a == 0 ? 0x10000 : a;
    long right = b == 0 ? 0x10000 : b;
    return (int) (left * right % MODULUS) & 0xFFFF;
  }

  private static int reciprocal(int a) {
    int power = 1;
    for (int bit = 0; bit < 16; bit++) { // a to the power of MODULUS - 2
      power = multiply(power, power);
      power = multiply(power, a);
    }
    return power;
  }

  private static int word(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
  }

  private static void setWord(byte[] bytes, int at, int word) {
    bytes[at] = (byte) (word >>> 8);
    bytes[at + 1] = (byte) word;
  }

  /** Turns eight bytes of one text into eight bytes of the other. */
  static void block(byte[] in, byte[] out, int at, int[] key) {
    int a = word(in, at);
    int b = word(in, at + 2);
    int c = word(in, at + 4);
    int d = word(in, at + 6);
    int k = 0;
    for (int round = 0; round < ROUNDS; round++) {
      a = multiply(a, key[k]);
      b = (b + key[k + 1]) & 0xFFFF;
      c = (c + key[k + 2]) & 0xFFFF;
      d = multiply(d, key[k + 3]);
      int first = multiply(a ^ c, key[k + 4]);
      int second = multiply((first + (b ^ d)) & 0xFFFF, key[k + 5]);
      first = (first + second) & 0xFFFF;
      a ^= second;
      d ^= first;
      int oldB = b;
      b = c ^ second;
      c = oldB ^ first;
      k += 6;
    }
    setWord(out, at, multiply(a, key[k]));
    setWord(out, at + 2, (c + key[k + 1]) & 0xFFFF);
    setWord(out, at + 4, (b + key[k + 2]) & 0xFFFF);
    setWord(out, at + 6, multiply(d, key[k + 3]));
  }

  private void work(int number, int threads) {
    int blocks = plain.length / 8;
    for (int i = Team.share(blocks, threads, number);
        i < Team.share(blocks, threads, number + 1);
        i++) {
      block(plain, enciphered, 8 * i, encipherKey);
      block(enciphered, deciphered, 8 * i, decipherKey);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int threads = Team.threads(args);
    Crypt crypt = new Crypt(Team.size(args) / 8 * 8);
    Team.run(threads, number -> crypt.work(number, threads));
    if (!Arrays.equals(crypt.plain, crypt.deciphered)) {
      throw new IllegalStateException("deciphered text differs");
    }
    Team.report(Arrays.hashCode(crypt.enciphered), crypt.plain.length);
  }
}

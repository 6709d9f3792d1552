package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.SymbolTable;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes {@code std} text. Names are escaped once and kept as the bytes to write. */
final class StdWriter implements TraceWriter {
  private static final int BUFFER = 1 << 16;
  private static final byte[][] OP_NAMES =
      Op.NAMES.stream().map(name -> name.getBytes(UTF_8)).toArray(byte[][]::new);

  private final OutputStream out;
  private final Symbols symbols;
  private final byte[][][] names = new byte[Symbols.Kind.values().length][16][]; // by kind and id
  private byte[] buffer = new byte[BUFFER];
  private int used;
  private @Nullable IOException failure;

  StdWriter(OutputStream out, Symbols symbols) {
    this.out = out;
    this.symbols = symbols;
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (op == Op.HIDDEN || failure != null) {
      return;
    }
    put(name(Symbols.Kind.THREAD, thread));
    put((byte) '|');
    put(OP_NAMES[op]);
    if (target != Symbols.NONE) {
      put((byte) '(');
      put(name(targetKind(op), target));
      put((byte) ')');
    }
    if (location != Symbols.NONE) {
      put((byte) '|');
      put(name(Symbols.Kind.LOCATION, location));
    }
    put((byte) '\n');
  }

  private static Symbols.Kind targetKind(int op) {
    if (Op.isAccess(op)) {
      return Symbols.Kind.VARIABLE;
    }
    if (Op.isLock(op)) {
      return Symbols.Kind.LOCK;
    }
    return op == Op.FORK || op == Op.JOIN ? Symbols.Kind.THREAD : Symbols.Kind.LABEL;
  }

  private byte[] name(Symbols.Kind kind, int id) {
    byte[][] known = names[kind.ordinal()];
    if (id >= 0 && id < known.length && known[id] != null) {
      return known[id];
    }
    SymbolTable table = symbols.table(kind);
    byte[] name = StdNames.escape(table.name(id));
    if (id >= known.length) {
      known = Arrays.copyOf(known, Math.max(id + 1, 2 * known.length));
      names[kind.ordinal()] = known;
    }
    known[id] = name;
    return name;
  }

  private void put(byte value) {
    if (used == buffer.length) {
      flushBuffer();
    }
    buffer[used++] = value;
  }

  private void put(byte[] text) {
    if (text.length > buffer.length - used) {
      flushBuffer();
      if (text.length > buffer.length) {
        buffer = new byte[text.length];
      }
    }
    System.arraycopy(text, 0, buffer, used, text.length);
    used += text.length;
  }

  private void flushBuffer() {
    if (failure == null) {
      try {
        out.write(buffer, 0, used);
      } catch (IOException e) {
        failure = e;
      }
    }
    used = 0;
  }

  @Override
  public void finish() {
    flushBuffer();
  }

  @Override
  public boolean isDone() {
    return failure != null;
  }

  @Override
  public void close() throws IOException {
    flushBuffer();
    try {
      out.close();
    } catch (IOException e) {
      if (failure == null) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}

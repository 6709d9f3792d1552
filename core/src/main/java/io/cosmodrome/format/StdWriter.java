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
  private final Texts threads; // escaped so that they may start a line
  private final Texts variables;
  private final Texts locks;
  private final Texts labels;
  private final Texts locations;
  private final ByteSink buffer = new ByteSink();
  private @Nullable IOException failure;

  StdWriter(OutputStream out, Symbols symbols) {
    this.out = out;
    threads = new Texts(symbols.threads(), true);
    variables = new Texts(symbols.variables(), false);
    locks = new Texts(symbols.locks(), false);
    labels = new Texts(symbols.labels(), false);
    locations = new Texts(symbols.locations(), false);
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (op == Op.HIDDEN || failure != null) {
      return;
    }
    put(threads.get(thread));
    buffer.putByte('|');
    put(OP_NAMES[op]);
    if (target != Symbols.NONE) {
      buffer.putByte('(');
      put(targets(op).get(target));
      buffer.putByte(')');
    }
    if (location != Symbols.NONE) {
      buffer.putByte('|');
      put(locations.get(location));
    }
    buffer.putByte('\n');
    if (buffer.size() >= BUFFER) {
      writeBuffer();
    }
  }

  private Texts targets(int op) {
    if (Op.isAccess(op)) {
      return variables;
    }
    if (Op.isLock(op)) {
      return locks;
    }
    return op == Op.FORK || op == Op.JOIN ? threads : labels;
  }

  private void put(byte[] text) {
    buffer.put(text, 0, text.length);
  }

  private void writeBuffer() {
    if (failure == null) {
      try {
        out.write(buffer.array(), 0, buffer.size());
      } catch (IOException e) {
        failure = e;
      }
    }
    buffer.clear();
  }

  @Override
  public void finish() {
    writeBuffer();
  }

  @Override
  public boolean isDone() {
    return failure != null;
  }

  @Override
  public void close() throws IOException {
    writeBuffer();
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

  /** The names of one kind as they are written. */
  private static final class Texts {
    private final SymbolTable names;
    private final boolean startLine;
    private byte[] @Nullable [] texts = new byte[16][]; // by id

    Texts(SymbolTable names, boolean startLine) {
      this.names = names;
      this.startLine = startLine;
    }

    byte[] get(int id) {
      byte[] text = id >= 0 && id < texts.length ? texts[id] : null;
      return text == null ? addSlow(id) : text;
    }

    private byte[] addSlow(int id) {
      byte[] text = StdNames.escape(names.name(id), startLine);
      if (id >= texts.length) {
        texts = Arrays.copyOf(texts, Math.max(id + 1, 2 * texts.length));
      }
      texts[id] = text;
      return text;
    }
  }
}

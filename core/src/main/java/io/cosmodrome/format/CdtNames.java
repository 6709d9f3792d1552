package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.SymbolTable;
import io.cosmodrome.trace.Symbols;

/**
 * The names part of a {@code cdt} block: the names that its events are the first to use, kind by
 * kind, each as its length and its UTF-8 bytes. Ids follow from the order.
 */
final class CdtNames {
  private final ByteSink plain = new ByteSink();
  private byte[] buffer = new byte[0];

  /**
   * Appends names to {@code out} until all that are wanted are defined, or the part is full.
   *
   * @param defined how many names of each kind are defined; moved on past those written
   * @param wanted how many names of each kind have to be defined
   * @return whether all wanted names are defined now
   */
  boolean write(Symbols symbols, int[] defined, int[] wanted, ByteSink out) {
    plain.clear();
    boolean isFull = false;
    for (int kind = 0; kind < Cdt.KIND_COUNT; kind++) {
      SymbolTable table = symbols.table(Cdt.KINDS.get(kind));
      while (!isFull && defined[kind] < wanted[kind]) {
        isFull = !add(table.name(defined[kind]));
        defined[kind] += isFull ? 0 : 1;
      }
    }
    if (plain.size() > 0) {
      CdtBytes.write(plain.array(), plain.size(), out);
    }
    return !isFull;
  }

  /** False, and nothing added, if the name does not fit any more. */
  private boolean add(String name) {
    byte[] utf8 = name.getBytes(UTF_8);
    if (utf8.length > Cdt.MAX_NAME) {
      throw new IllegalArgumentException(
          "expected a name of at most " + Cdt.MAX_NAME + " bytes, found " + utf8.length);
    }
    int start = plain.size();
    plain.putVarint(utf8.length);
    plain.put(utf8, 0, utf8.length);
    if (plain.size() <= Cdt.MAX_NAMES) {
      return true;
    }
    plain.truncate(start);
    return false;
  }

  /** Adds the names to {@code symbols}, which holds those of all blocks before. */
  void read(CdtBlockHeader header, ByteSource in, Symbols symbols) throws MalformedTraceException {
    if (!header.hasNames()) {
      in.expectEnd();
      return;
    }
    int size = Math.min(in.peekInt(), Cdt.MAX_NAMES);
    if (size > buffer.length) {
      buffer = new byte[size];
    }
    int length = CdtBytes.read(in, buffer, Cdt.MAX_NAMES);
    in.expectEnd();
    ByteSource names = in.within(buffer, length);
    for (int kind = 0; kind < Cdt.KIND_COUNT; kind++) {
      SymbolTable table = symbols.table(Cdt.KINDS.get(kind));
      for (int i = 0; i < header.namesHere().get(kind); i++) {
        readName(names, table);
      }
    }
    names.expectEnd();
  }

  private static void readName(ByteSource names, SymbolTable table) throws MalformedTraceException {
    int length = names.getVarint();
    int start = names.skip(length);
    int expected = table.count();
    if (!Names.isUtf8(names.array(), start, start + length)) {
      String found = Quoted.text(names.array(), start, start + length);
      throw names.malformed("expected names in UTF-8, found " + found);
    }
    if (table.intern(names.array(), start, length) != expected) {
      String found = Quoted.text(names.array(), start, start + length);
      throw names.malformed("expected each name once, found " + found + " again");
    }
  }
}

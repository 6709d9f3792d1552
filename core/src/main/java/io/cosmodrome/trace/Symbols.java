package io.cosmodrome.trace;

/**
 * The names behind the ids of a trace. Every kind counts its ids from 0.
 *
 * <ul>
 *   <li>threads by their name: {@code worker-3}
 *   <li>variables as users know them: {@code Account#2.balance}, {@code int[]#7[3]}
 *   <li>locks, barriers among them: {@code Account#2}
 *   <li>block labels: {@code Bank.transfer(Account,Account,int)}
 *   <li>source locations: {@code Bank.java:33}, optionally with their callers, innermost first:
 *       {@code Bank.java:33 < Main.java:12}
 * </ul>
 */
public final class Symbols {
  /** The id that stands for "none": a bare label, an unknown location. */
  public static final int NONE = -1;

  /** What a name names. The order is part of the {@code cdt} format. */
  public enum Kind {
    THREAD,
    VARIABLE,
    LOCK,
    LABEL,
    LOCATION
  }

  private final SymbolTable threads = new SymbolTable();
  private final SymbolTable variables = new SymbolTable();
  private final SymbolTable locks = new SymbolTable();
  private final SymbolTable labels = new SymbolTable();
  private final SymbolTable locations = new SymbolTable();

  public SymbolTable threads() {
    return threads;
  }

  public SymbolTable variables() {
    return variables;
  }

  public SymbolTable locks() {
    return locks;
  }

  public SymbolTable labels() {
    return labels;
  }

  public SymbolTable locations() {
    return locations;
  }

  public SymbolTable table(Kind kind) {
    return switch (kind) {
      case THREAD -> threads;
      case VARIABLE -> variables;
      case LOCK -> locks;
      case LABEL -> labels;
      case LOCATION -> locations;
    };
  }

  /** The table that holds the targets of {@code op}. */
  public SymbolTable targets(int op) {
    return switch (op) {
      case Op.READ, Op.WRITE, Op.VOLATILE_READ, Op.VOLATILE_WRITE -> variables;
      case Op.ACQUIRE, Op.RELEASE, Op.BARRIER -> locks;
      case Op.FORK, Op.JOIN -> threads;
      case Op.BEGIN, Op.END, Op.COMMIT, Op.ABORT -> labels;
      default -> throw new IllegalArgumentException("operation " + op + " has no target");
    };
  }
}

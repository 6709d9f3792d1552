package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.report.Style;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The standard streams, what is known about them, and how much to say on them.
 *
 * <p>Results go to {@link #out}, messages and progress to {@link #err}. Text is UTF-8, except on a
 * terminal that says it is something else.
 */
final class Console {
  /**
   * Set by the launcher, which can ask the shell: which of {@code out} and {@code err} are
   * terminals.
   */
  static final String TERMINALS = "cosmodrome.terminals";

  private final InputStream in;
  private final Output rawOut;
  private final Charset outCharset;
  private final Charset errCharset;
  private final boolean outIsTerminal;
  private final boolean errIsTerminal;
  private final boolean colorAllowed;
  private final PrintStream out;
  private final PrintStream err;
  private int verbosity;
  private boolean colorWanted = true;

  Console(
      InputStream in,
      OutputStream out,
      OutputStream err,
      String terminals,
      Charset terminalCharset,
      Map<String, String> environment) {
    this.in = in;
    this.rawOut = new Output(out);
    this.outIsTerminal = terminals.contains("out");
    this.errIsTerminal = terminals.contains("err");
    this.outCharset = outIsTerminal ? terminalCharset : UTF_8;
    this.errCharset = errIsTerminal ? terminalCharset : UTF_8;
    this.out = new PrintStream(rawOut, false, outCharset);
    this.err = new PrintStream(err, true, errCharset);
    this.colorAllowed =
        outIsTerminal
            && environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  /** The console of this process. */
  static Console ofProcess() {
    String terminals =
        Optional.ofNullable(System.getProperty(TERMINALS))
            .orElseGet(() -> hasTerminal() ? "out,err" : "");
    return new Console(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        terminals,
        terminalCharset(),
        System.getenv());
  }

  /** Whether there is a terminal at all; from JDK 22 on there is a console without one, too. */
  private static boolean hasTerminal() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }

  private static boolean isTerminal(java.io.Console console) {
    try {
      Object answer = java.io.Console.class.getMethod("isTerminal").invoke(console);
      return Boolean.TRUE.equals(answer);
    } catch (NoSuchMethodException e) {
      return true; // before JDK 22 a console is a terminal
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  private static Charset terminalCharset() {
    String name =
        Optional.ofNullable(System.getProperty("stdout.encoding"))
            .orElseGet(() -> System.getProperty("native.encoding", "UTF-8"));
    return Charset.isSupported(name) ? Charset.forName(name) : UTF_8;
  }

  InputStream in() {
    return in;
  }

  /** For text. */
  PrintStream out() {
    return out;
  }

  /** For bytes: JSON, which is always UTF-8, and traces. Flush {@link #out} before. */
  OutputStream rawOut() {
    return rawOut;
  }

  PrintStream err() {
    return err;
  }

  /** {@link #out} for those who need a writer. */
  PrintWriter outWriter() {
    return new PrintWriter(new OutputStreamWriter(rawOut, outCharset), true);
  }

  /** {@link #err} for those who need a writer. */
  PrintWriter errWriter() {
    return new PrintWriter(new OutputStreamWriter(err, errCharset), true);
  }

  boolean errIsTerminal() {
    return errIsTerminal;
  }

  /** -1 for quiet, 0 by default, 1 for verbose, 2 for stack traces. */
  int verbosity() {
    return verbosity;
  }

  void setVerbosity(int newVerbosity) {
    verbosity = newVerbosity;
  }

  void setColorWanted(boolean wanted) {
    colorWanted = wanted;
  }

  Style style() {
    return new Style(colorAllowed && colorWanted, outCharset.newEncoder().canEncode('…'));
  }

  /** Whether nobody takes the results any more, so that there is no point in going on. */
  boolean isOutputLost() {
    out.flush();
    return rawOut.failure().isPresent();
  }

  /**
   * Ends the output.
   *
   * @param exitCode of the command
   * @return of the process: another one if the result could not be written
   */
  int finish(int exitCode) {
    out.flush();
    Optional<IOException> failure = rawOut.failure();
    if (failure.isEmpty() || Output.isBrokenPipe(failure.get())) {
      return exitCode; // a reader that has seen enough, like head, is no failure
    }
    err.println("cosmodrome: cannot write the result: " + failure.get().getMessage());
    return ExitCode.INTERNAL;
  }

  /** Remembers that writing failed, which {@link PrintStream} does not tell. */
  private static final class Output extends OutputStream {
    private final OutputStream target;
    private volatile @Nullable IOException failure;

    Output(OutputStream target) {
      this.target = target;
    }

    Optional<IOException> failure() {
      return Optional.ofNullable(failure);
    }

    static boolean isBrokenPipe(IOException e) {
      String message = String.valueOf(e.getMessage());
      return message.contains("Broken pipe") || message.contains("pipe is being closed");
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        target.write(bytes, offset, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        target.flush();
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }
}

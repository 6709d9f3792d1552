package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.Map;

/** Runs the real command line in this process, its streams captured. */
final class Cli {
  private String stdin = "";
  private String terminals = "";
  private Charset charset = UTF_8;
  private Map<String, String> environment = Map.of();

  record Result(int exitCode, String out, String err) {}

  static Result run(Object... args) {
    return new Cli().with(args);
  }

  /** For those who look at the command line without running it. */
  static Console silentConsole() {
    return new Console(
        InputStream.nullInputStream(),
        OutputStream.nullOutputStream(),
        OutputStream.nullOutputStream(),
        "",
        UTF_8,
        Map.of());
  }

  Cli stdin(String text) {
    stdin = text;
    return this;
  }

  Cli terminal(Charset terminalCharset) {
    terminals = "out,err";
    charset = terminalCharset;
    return this;
  }

  Cli environment(Map<String, String> variables) {
    environment = variables;
    return this;
  }

  Result with(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    Console console =
        new Console(
            new ByteArrayInputStream(stdin.getBytes(UTF_8)),
            out,
            err,
            terminals,
            charset,
            environment);
    int exitCode = Main.run(console, words);
    return new Result(exitCode, out.toString(charset), err.toString(charset));
  }
}

package io.cosmodrome.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What {@code cosmodrome report --pid} asks a running JVM: {@code report=FILE} has the report
 * written, and the answer put into that file, which is there already. The answer is {@link #DONE}
 * and where the report is, or else what went wrong.
 */
public final class Requests {
  /** Begins the request. */
  public static final String REPORT = "report=";

  /** Begins the answer if all went well. */
  public static final String DONE = "report: ";

  private Requests() {}

  static void serve(String request) {
    if (!request.startsWith(REPORT)) {
      System.err.println(
          "cosmodrome: the agent must be there when the program starts: -javaagent; a running"
              + " program can only be asked for its report");
      return;
    }
    try {
      Files.write(Path.of(request.substring(REPORT.length())), answer().getBytes(UTF_8));
    } catch (IOException e) {
      System.err.println("cosmodrome: cannot answer: " + e);
    }
  }

  private static String answer() {
    try {
      return DONE + Live.writeReport();
    } catch (IllegalStateException e) {
      return String.valueOf(e.getMessage());
    } catch (RuntimeException | Error e) {
      return "the report failed: " + e;
    }
  }
}

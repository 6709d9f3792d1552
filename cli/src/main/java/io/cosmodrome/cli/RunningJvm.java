package io.cosmodrome.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.cosmodrome.agent.Requests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A JVM with the agent, of the same user and on the same machine, that can be asked. */
final class RunningJvm {
  private final String pid;

  RunningJvm(String pid) {
    this.pid = pid;
  }

  /**
   * Has the report written; where it is.
   *
   * @throws BadInputException if that JVM does not do it, with the reason
   */
  Path writeReport() throws IOException {
    Path answer = Files.createTempFile("cosmodrome", ".txt");
    try {
      ask(Requests.REPORT + answer);
      String text = Files.readString(answer).strip();
      if (!text.startsWith(Requests.DONE)) {
        throw problem(text.isEmpty() ? "it does not answer" : text);
      }
      return Path.of(text.substring(Requests.DONE.length()));
    } finally {
      Files.delete(answer);
    }
  }

  private void ask(String request) throws IOException {
    try {
      VirtualMachine jvm = VirtualMachine.attach(pid);
      try {
        jvm.loadAgent(AgentJar.path().toString(), request);
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException
        | AgentLoadException
        | AgentInitializationException
        | IOException e) {
      throw problem(String.valueOf(e.getMessage()));
    } catch (NoClassDefFoundError e) {
      throw new BadInputException("this Java lacks the module jdk.attach; use that of a JDK");
    }
  }

  private BadInputException problem(String reason) {
    return new BadInputException("process " + pid + ": " + reason);
  }
}

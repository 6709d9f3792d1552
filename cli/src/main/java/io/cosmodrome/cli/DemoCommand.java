package io.cosmodrome.cli;

import io.cosmodrome.agent.AgentOption;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cosmodrome demo}: the first five minutes, without reading anything. */
@Command(
    name = "demo",
    description = "Writes a small buggy bank into a new directory, compiles it and checks a run.")
final class DemoCommand implements Callable<Integer> {
  private static final List<String> SOURCES = List.of("Bank.java", "Moment.java");

  private final Console console;

  @Option(
      names = "--output-dir",
      paramLabel = "DIRECTORY",
      description = "Where to make the new directory. Default: here.")
  private Path parent = Path.of("");

  DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ToolProvider compiler =
        ToolProvider.findFirst("javac")
            .orElseThrow(
                () ->
                    new BadUsageException(
                        "the demo compiles a program, and "
                            + System.getProperty("java.home")
                            + " has no compiler; set JAVA_HOME to a JDK"));
    AgentFlags flags = new AgentFlags();
    flags.set(AgentOption.EXCLUDE, "Moment");
    Program program = Program.java(List.of(Program.ownJava(), "Bank"), flags.argument());
    Path directory = freshName();
    writeSources(directory);
    compile(compiler, directory);
    console
        .out()
        .println("A small bank: transfer moves money between two accounts, audit adds them up.");
    console.out().println(directory + " has the source. Is each of them atomic?");
    console.out().println();
    console.out().println("$ cd " + directory);
    console.out().println("$ cosmodrome run --exclude Moment -- java Bank");
    Program.Output output = program.capture(directory);
    console.out().print(output.text());
    if (!output.text().contains("Bank.transfer is not atomic")) {
      throw new IllegalStateException("the demo has not shown what it should");
    }
    console.out().println();
    console.out().println("Now try yours: cosmodrome run -- java -jar yours.jar");
    return ExitCode.OK;
  }

  private static void writeSources(Path directory) throws IOException {
    try {
      Files.createDirectories(directory);
      for (String name : SOURCES) {
        try (InputStream content = DemoCommand.class.getResourceAsStream("demo/" + name)) {
          if (content == null) {
            throw new IllegalStateException("the resource " + name + " is missing");
          }
          Files.copy(content, directory.resolve(name));
        }
      }
    } catch (IOException e) {
      throw new OutputFailedException(directory.toString(), e);
    }
  }

  private static void compile(ToolProvider compiler, Path directory) {
    List<String> arguments = new ArrayList<>(List.of("-g", "-d", directory.toString()));
    SOURCES.forEach(name -> arguments.add(directory.resolve(name).toString()));
    StringWriter text = new StringWriter();
    PrintWriter messages = new PrintWriter(text);
    if (compiler.run(messages, messages, arguments.toArray(String[]::new)) != 0) {
      throw new IllegalStateException("the demo does not compile: " + text);
    }
  }

  private Path freshName() {
    Path name = parent.resolve("cosmodrome-demo");
    for (int number = 2; Files.exists(name); number++) {
      name = parent.resolve("cosmodrome-demo-" + number);
    }
    return name;
  }
}

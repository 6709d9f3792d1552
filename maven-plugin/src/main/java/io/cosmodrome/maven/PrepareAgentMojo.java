package io.cosmodrome.maven;

import io.cosmodrome.agent.AgentOptions;
import io.cosmodrome.agent.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Puts the agent on the command line of the JVMs that run the tests, by the property <code>argLine
 * </code> that Surefire and Failsafe read. What is in it stays. Parameters that are not given are
 * left to the agent: a file <code>cosmodrome.properties</code> in the project may have them.
 */
@Mojo(name = "prepare-agent", defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES, threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets the parameters
public final class PrepareAgentMojo extends CosmodromeMojo {
  /** The reports of tests that were there before tests ran, for {@link CheckMojo}. */
  static final String REPORTS_BEFORE = "io.cosmodrome.reportsBefore";

  /** The jar must have this name, which its manifest puts on the boot class path. */
  static final String AGENT = "cosmodrome.jar";

  /** The agent makes frames longer and sees to the stacks of all threads but that of main. */
  private static final String STACK = "-Xss8128k";

  /**
   * Classes to instrument, as patterns with colons between. By default the packages of this build:
   * those that the modules up to this one have classes in.
   */
  @Parameter(property = "cosmodrome.include")
  private @Nullable String include;

  /** Classes to leave alone, as patterns with colons between. */
  @Parameter(property = "cosmodrome.exclude")
  private @Nullable String exclude;

  /** File that says which methods are meant to be atomic. */
  @Parameter(property = "cosmodrome.spec")
  private @Nullable String spec;

  /** What of an array is one variable: element, object or off. */
  @Parameter(property = "cosmodrome.arrays")
  private @Nullable String arrays;

  /** Whether to look into collections of the JDK: off or collections. */
  @Parameter(property = "cosmodrome.jdk")
  private @Nullable String jdk;

  /** Whether every access and its instrumentation are one step. */
  @Parameter(property = "cosmodrome.strict")
  private @Nullable String strict;

  /** Share of the variables to watch, chosen at random, such as 50%. */
  @Parameter(property = "cosmodrome.sample")
  private @Nullable String sample;

  /** Share of the processor time to spend on watching, such as 5%: classes take turns. */
  @Parameter(property = "cosmodrome.budget")
  private @Nullable String budget;

  /** Number that chooses the sample and whose turn it is. By default another one in each JVM. */
  @Parameter(property = "cosmodrome.seed")
  private @Nullable String seed;

  /** Where to check: inline, in the threads of the tests, or async, in a thread beside. */
  @Parameter(property = "cosmodrome.runtime")
  private @Nullable String runtime;

  /** Engine that checks; others than frontier need the runtime async. */
  @Parameter(property = "cosmodrome.engine")
  private @Nullable String engine;

  /** With the runtime async, how many KiB of events may wait. */
  @Parameter(property = "cosmodrome.buffer")
  private @Nullable String buffer;

  /** How much each JVM says at its end: true, false or quiet. The goal check says it again. */
  @Parameter(property = "cosmodrome.verbose", defaultValue = "quiet")
  private String verbose;

  /** File with options of the agent, one key=value per line. */
  @Parameter(property = "cosmodrome.config")
  private @Nullable String config;

  /** Findings that were there before, as the goal check writes them with updateBaseline. */
  @Parameter(property = "cosmodrome.baseline")
  private @Nullable File baseline;

  /** Findings that do not matter, each with the reason. */
  @Parameter(property = "cosmodrome.suppress")
  private @Nullable File suppress;

  /** Directory for the classes as they are after instrumentation. */
  @Parameter(property = "cosmodrome.dump")
  private @Nullable String dump;

  /** The property that Surefire and Failsafe have their JVMs' options from. */
  @Parameter(property = "cosmodrome.argLineProperty", defaultValue = "argLine")
  private String argLineProperty;

  @Override
  void run() throws MojoExecutionException {
    try {
      deleteResults();
      Path agent = directory().resolve("agent").resolve(AGENT);
      unpack(agent);
      Properties properties = project.getProperties();
      String before = properties.getProperty(argLineProperty, "");
      String option = "-javaagent:" + agent.toAbsolutePath() + "=" + arguments();
      String ours = isStackGiven(before) ? quoted(option) : STACK + " " + quoted(option);
      // after other agents: JaCoCo knows classes by the bytes of the compiler
      properties.setProperty(argLineProperty, (before + " " + ours).strip());
      project.setContextValue(REPORTS_BEFORE, new TestRuns(project, session).reports());
      getLog().info(argLineProperty + " set to " + properties.getProperty(argLineProperty));
    } catch (IOException e) {
      throw new MojoExecutionException("cannot prepare the agent: " + e, e);
    }
  }

  /** An {@code @{argLine}} in the configuration of Surefire needs something to stand for. */
  @Override
  void skipped() {
    project.getProperties().putIfAbsent(argLineProperty, "");
  }

  /** Whether somebody has said how much stack the tests have; there may be a reason. */
  private boolean isStackGiven(String before) {
    return (before + System.getenv("JDK_JAVA_OPTIONS")).contains("-Xss")
        || new TestRuns(project, session).isGiven("-Xss");
  }

  private static String quoted(String option) {
    return option.contains(" ") ? '"' + option + '"' : option;
  }

  /** What is left of an earlier build must not count in this one. */
  private void deleteResults() throws IOException {
    Path jvms = directory().resolve(JVMS);
    if (Files.isDirectory(jvms)) {
      try (Stream<Path> files = Files.walk(jvms)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void unpack(Path agent) throws IOException {
    Files.createDirectories(agent.getParent());
    try (InputStream jar = PrepareAgentMojo.class.getResourceAsStream(AGENT)) {
      if (jar == null) {
        throw new IOException("the plugin lacks " + AGENT + "; it was not packaged");
      }
      // under another name first: a JVM of an earlier build may still read the old one
      Path temporary = Files.createTempFile(agent.getParent(), "agent", ".tmp");
      Files.copy(jar, temporary, StandardCopyOption.REPLACE_EXISTING);
      Files.move(temporary, agent, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private String arguments() throws IOException, MojoExecutionException {
    Map<String, @Nullable String> options = new LinkedHashMap<>();
    options.put("include", include == null ? ownPackages() : include);
    options.put("exclude", exclude);
    options.put("spec", spec);
    options.put("arrays", arrays);
    options.put("jdk", jdk);
    options.put("strict", strict);
    options.put("sample", sample);
    options.put("budget", budget);
    options.put("seed", seed);
    options.put("runtime", runtime);
    options.put("engine", engine);
    options.put("buffer", buffer);
    options.put("verbose", verbose);
    options.put("config", config);
    options.put("dump", dump);
    // tests may ask the agent, which must judge as the goal check does
    options.put("baseline", baseline != null && baseline.exists() ? baseline.getPath() : null);
    options.put("suppress", suppress == null ? null : suppress.getPath());
    options.put("report", "json");
    options.put("output", directory().toAbsolutePath().resolve(JVMS).resolve("%p-%t").toString());
    options.values().removeIf(value -> value == null || value.isBlank());
    for (Map.Entry<String, @Nullable String> option : options.entrySet()) {
      if (String.valueOf(option.getValue()).contains(",")) {
        throw new MojoExecutionException(
            "a comma separates the agent's options, so none may be in "
                + (option.getKey() + "=" + option.getValue())
                + "; separate patterns by colons");
      }
    }
    String arguments = joined(options);
    options.remove("config"); // whose path is relative to where the tests run
    check(joined(options));
    return arguments;
  }

  private static String joined(Map<String, @Nullable String> options) {
    return options.entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining(","));
  }

  /** A mistake would end the JVM of the tests before they start; better say it here. */
  private void check(String arguments) throws MojoExecutionException {
    if ("record".equals(runtime)) {
      throw new MojoExecutionException(
          "option runtime: a recorded run has no report to judge; use inline or async");
    }
    try {
      AgentOptions.parse(arguments, Map.of(), Map.of());
    } catch (UsageException e) {
      throw new MojoExecutionException(e.getMessage(), e);
    }
  }

  private @Nullable String ownPackages() throws IOException {
    List<Path> roots =
        session.getProjects().stream()
            .flatMap(
                module ->
                    Stream.of(
                        module.getBuild().getOutputDirectory(),
                        module.getBuild().getTestOutputDirectory()))
            .map(Path::of)
            .toList();
    return String.join(":", Packages.patterns(roots));
  }
}

package io.cosmodrome.maven;

import java.io.File;
import java.nio.file.Path;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** What all goals have in common. */
@SuppressWarnings("NullAway.Init") // Maven sets the parameters
abstract class CosmodromeMojo extends AbstractMojo {
  /** The directory in {@link #directory} with a directory for each JVM that ran tests. */
  static final String JVMS = "jvms";

  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  MavenProject project;

  @Parameter(defaultValue = "${session}", readonly = true, required = true)
  MavenSession session;

  /** Where results go. */
  @Parameter(
      property = "cosmodrome.directory",
      defaultValue = "${project.build.directory}/cosmodrome")
  File directory;

  /** Whether to do nothing. */
  @Parameter(property = "cosmodrome.skip", defaultValue = "false")
  boolean skip;

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("cosmodrome is skipped");
      skipped();
    } else {
      run();
    }
  }

  abstract void run() throws MojoExecutionException, MojoFailureException;

  /** What is to be done even so. */
  void skipped() {}

  final Path directory() {
    return directory.toPath();
  }
}

package io.cosmodrome.report;

import java.util.List;

/**
 * Some lines of a source file.
 *
 * @param file as locations name it
 * @param path of the file: under the working directory relative to it, with slashes; in an archive
 *     after its path and an exclamation mark
 * @param firstLine number of the first one, counted from 1
 */
public record Excerpt(String file, String path, int firstLine, List<String> lines) {
  public Excerpt {
    lines = List.copyOf(lines);
  }
}

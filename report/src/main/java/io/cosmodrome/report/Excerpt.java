package io.cosmodrome.report;

import java.util.List;

/**
 * Some lines of a source file.
 *
 * @param file as locations name it
 * @param firstLine number of the first one, counted from 1
 */
public record Excerpt(String file, int firstLine, List<String> lines) {
  public Excerpt {
    lines = List.copyOf(lines);
  }
}

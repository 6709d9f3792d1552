package io.cosmodrome.agent.instrument;

/**
 * What is watched, and how.
 *
 * @param filter which classes
 * @param sample which of their variables
 * @param strict whether an access and what is noted of it are one step
 */
public record Watched(ClassFilter filter, Arrays arrays, Sample sample, boolean strict) {

  /** What of an array is one variable. */
  public enum Arrays {
    ELEMENT,
    OBJECT,
    OFF
  }
}

package io.cosmodrome.report;

import java.util.Optional;

/**
 * Where a thread was started.
 *
 * @param thread that was started
 * @param by name of the thread that started it; empty if that was not seen, as with the threads of
 *     executors, which the JDK starts
 * @param method that started it, if that was seen
 * @param location where in the source, if that is known
 */
public record ThreadStart(
    String thread, Optional<String> by, Optional<String> method, Optional<String> location) {}

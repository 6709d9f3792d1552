package io.opentelemetry.javaagent;

/** A loader where OpenTelemetry has its own, for {@code ClassFilterTest}. */
public final class LoaderSample extends ClassLoader {}

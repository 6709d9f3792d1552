/**
 * Made-up traces: a seeded generator of well-formed ones, by family, and a shrinker that reduces a
 * failing one to its core. Knows {@code io.cosmodrome.trace} and nothing else.
 */
package io.cosmodrome.generate;

/** What the protocol's stress test instruments; the agent leaves its own packages alone. */
@org.jspecify.annotations.NullMarked
package io.cosmodrome.stress;

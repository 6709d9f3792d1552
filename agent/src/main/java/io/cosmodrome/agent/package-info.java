/** The Java agent: its start, its options and what it says at the end of a run. */
@NullMarked
package io.cosmodrome.agent;

import org.jspecify.annotations.NullMarked;

/** Rewrites the program's classes as they are loaded, so that they call the hooks. */
@NullMarked
package io.cosmodrome.agent.instrument;

import org.jspecify.annotations.NullMarked;

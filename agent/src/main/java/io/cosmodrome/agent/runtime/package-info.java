/**
 * What runs inside the program: the hooks that instrumented code calls, and the state they keep.
 * Loaded by the boot loader, so it depends on nothing but the JDK and core, and it never calls the
 * program's own code.
 */
@NullMarked
package io.cosmodrome.agent.runtime;

import org.jspecify.annotations.NullMarked;

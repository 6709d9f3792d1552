/** Findings, and how they are told to people and to programs. Returns texts and prints nothing. */
@NullMarked
package io.cosmodrome.report;

import org.jspecify.annotations.NullMarked;

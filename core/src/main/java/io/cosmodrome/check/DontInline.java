package io.cosmodrome.check;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a method that the JIT is not to inline, since it is a slow path.
 *
 * <p>In the agent's jar it has the name of the JDK's annotation for that, which HotSpot heeds in
 * classes of the boot loader, as ours are there, and which the JDK does not let others use. Without
 * it C2 inlines slow paths into fast ones, finds the result too large, and calls it: 10.6 s of
 * processor time instead of 4.9 for a SOR with two threads. And it takes its time: what an edge
 * does, inlined wherever one may be, kept it busy for 3 of the 20 s of a run of H2. What a loop
 * calls once had it compile the loop anew for each branch that was not taken before. The fast paths
 * need no hint: C2 inlines them where they are hot, and C1, whose frames grow with all that is
 * inlined, does not.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface DontInline {}

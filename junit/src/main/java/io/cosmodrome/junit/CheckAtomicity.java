package io.cosmodrome.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that fails if something in it was not atomic, with the proof; on a class, each of its
 * tests. Without the agent it fails and says what to add.
 *
 * <p>What is in the agent's baseline or suppressed does not count. If nothing can be concluded,
 * such as if all of the test ran on one thread, that is published as a report entry; with the
 * property {@code cosmodrome.failOnUnknown} the test fails.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(AtomicityExtension.class)
public @interface CheckAtomicity {}

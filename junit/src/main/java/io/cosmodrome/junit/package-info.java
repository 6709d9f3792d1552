/**
 * For tests that run under the agent: which findings belong to which test, and tests that fail if
 * something in them was not atomic.
 */
package io.cosmodrome.junit;

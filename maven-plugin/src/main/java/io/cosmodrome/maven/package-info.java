/** The Maven plugin: runs the tests under the agent and judges what it saw. */
package io.cosmodrome.maven;

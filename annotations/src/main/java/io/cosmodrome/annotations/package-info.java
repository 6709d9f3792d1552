/** What a program can say about its own atomicity, for the agent to read from its class files. */
package io.cosmodrome.annotations;

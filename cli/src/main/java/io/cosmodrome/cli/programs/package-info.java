/** Programs that {@code selftest} runs under the agent, under other names. */
package io.cosmodrome.cli.programs;

package io.cosmodrome.agent.runtime;

import io.cosmodrome.format.CdtWriter;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a {@code cdt} file, whose blocks are encoded by {@link Helpers}. */
public final class CdtOutput implements TraceOutput {
  private final CdtWriter writer;

  public CdtOutput(OutputStream file) throws IOException {
    Helpers helpers = new Helpers();
    writer = new CdtWriter(file, new Symbols(), helpers, helpers.count());
  }

  @Override
  public Symbols symbols() {
    return writer.symbols();
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    writer.event(op, thread, target, location);
  }

  @Override
  public void flush() throws IOException {
    writer.flush();
    passedOn();
  }

  @Override
  public void passedOn() throws IOException {
    writer.forgetVariables();
    if (writer.isDone()) {
      writer.close(); // throws what went wrong
    }
  }

  /** Without an index if not all is there: a reader will say that it is cut. */
  @Override
  public void close(boolean whole) throws IOException {
    if (whole) {
      writer.finish();
    }
    writer.close();
  }
}

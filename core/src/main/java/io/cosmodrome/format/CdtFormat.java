package io.cosmodrome.format;

import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Our binary format. docs/format.md specifies it byte by byte. */
final class CdtFormat implements TraceFormat {
  @Override
  public String name() {
    return "cdt";
  }

  @Override
  public List<String> suffixes() {
    return List.of(".cdt");
  }

  @Override
  public boolean canWrite() {
    return true;
  }

  @Override
  public TraceFile reader(TraceInput input, ReadOptions options) throws IOException {
    return new CdtReader(input, options);
  }

  @Override
  public TraceWriter writer(OutputStream out, Symbols symbols) throws IOException {
    return new CdtWriter(out, symbols);
  }
}

package io.cosmodrome.format;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** Reads a {@code cdt} trace from its beginning to its end, or to where it is damaged. */
final class CdtReader extends InputReader {
  private final ReadOptions options;
  private final CdtStream stream;
  private final CdtNames names = new CdtNames();
  private final CdtBlockDecoder decoder = new CdtBlockDecoder();
  private long delivered; // events
  private Optional<String> loss = Optional.empty();

  CdtReader(TraceInput input, ReadOptions options) throws IOException {
    super(input, TraceFormats.CDT);
    this.options = options;
    this.stream = new CdtStream(input.stream(), input.contentSize());
  }

  @Override
  void deliver(EventSink sink) throws IOException {
    try {
      if (options.cores() > 1) {
        replayAhead(sink);
      } else {
        boolean more = true;
        while (more && !sink.isDone()) {
          more = deliverBlock(sink);
        }
      }
    } catch (MalformedTraceException e) {
      if (options.strict()) {
        throw e;
      }
      loss = Optional.of(loss(e, delivered));
    }
  }

  /** False at the end of the trace. */
  private boolean deliverBlock(EventSink sink) throws IOException {
    Optional<CdtBlockHeader> next = stream.next();
    if (next.isEmpty()) {
      return false;
    }
    CdtBlockHeader header = next.get();
    names.read(header, stream.names(header), symbols);
    decoder.decode(header, stream.events(header), sink);
    delivered += header.events();
    return true;
  }

  private void replayAhead(EventSink sink) throws IOException {
    try (CdtAhead ahead = new CdtAhead(stream, options.cores() - 1)) {
      Optional<CdtAhead.Block> next = ahead.next();
      while (next.isPresent() && !sink.isDone()) {
        CdtAhead.Block block = next.get();
        names.read(block.header(), block.names(), symbols);
        block.events().deliver(sink);
        delivered += block.header().events();
        ahead.giveBack(block);
        next = ahead.next();
      }
    }
  }

  /** How a loss is told. */
  static String loss(MalformedTraceException damage, long delivered) {
    return String.format(
        Locale.ROOT, "stopped at %s; %,d events delivered", damage.getMessage(), delivered);
  }

  @Override
  public Optional<String> loss() {
    return loss;
  }
}

package io.cosmodrome;

import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormats;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A trace of the corpus and what its header expects; {@code corpus/README.md} has the format.
 *
 * @param name the path below the corpus directory
 * @param why what the trace shows and where it is from
 * @param serializable the trace verdict
 * @param firstCycleEvent the first event whose prefix is not serializable, or -1
 * @param violated the violated blocks by their begin event
 */
public record CorpusTrace(
    Path file,
    String name,
    String why,
    boolean serializable,
    long firstCycleEvent,
    List<ViolatedBlock> violated) {

  /**
   * A block that is violated, as the header says it.
   *
   * @param label its label, or {@code -}
   */
  public record ViolatedBlock(long begin, String label, long at) {}

  private static final Pattern ENTRY = Pattern.compile("# ([a-z-]+): (.+)");
  private static final Pattern CONTINUATION = Pattern.compile("#   (.+)");
  private static final Pattern BLOCK = Pattern.compile("(\\d+) (\\S+) at (\\d+)");

  /** The corpus directory: {@code -Dcorpus.dir}, or the one in a directory around this one. */
  public static Path directory() {
    String property = System.getProperty("corpus.dir");
    if (property != null) {
      return Path.of(property);
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("corpus/README.md"))) {
        return at.resolve("corpus");
      }
    }
    throw new IllegalStateException("no corpus/README.md in any directory around this one");
  }

  /** Every trace of the corpus, by name. */
  public static List<CorpusTrace> all() throws IOException {
    Path directory = directory();
    List<CorpusTrace> traces = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".std")).sorted().toList()) {
        traces.add(read(file, directory.relativize(file).toString().replace('\\', '/')));
      }
    }
    return traces;
  }

  private static CorpusTrace read(Path file, String name) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      Matcher continuation = CONTINUATION.matcher(line);
      if (continuation.matches() && !entries.isEmpty()) {
        entries.add(entries.remove(entries.size() - 1) + " " + continuation.group(1));
      } else if (ENTRY.matcher(line).matches()) {
        entries.add(line);
      } else {
        break;
      }
    }
    Header header = new Header(name, entries);
    return new CorpusTrace(
        file,
        name,
        header.only("why", text -> text),
        header.only("serializable", Header::yesOrNo),
        header.only("first-cycle-event", text -> text.equals("none") ? -1 : Long.parseLong(text)),
        header.blocks());
  }

  /** Pushes the events into {@code sink}, which is made for the symbols that they will get. */
  public <S extends EventSink> S replayInto(Function<Symbols, S> sink) throws IOException {
    try (TraceFile trace = TraceFormats.open(file, ReadOptions.DEFAULT)) {
      S made = sink.apply(trace.symbols());
      trace.replay(made);
      return made;
    }
  }

  @Override
  public String toString() {
    return name;
  }

  private record Header(String name, List<String> entries) {
    <T> T only(String key, Function<String, T> parser) {
      List<String> values = values(key);
      if (values.size() != 1) {
        throw problem("expected one line \"# " + key + ": ...\", found " + values.size());
      }
      return parser.apply(values.get(0));
    }

    List<ViolatedBlock> blocks() {
      List<String> values = values("violated");
      if (values.equals(List.of("none"))) {
        return List.of();
      }
      if (values.isEmpty()) {
        throw problem("expected \"# violated: none\" or one line a violated block, found nothing");
      }
      return values.stream().map(this::block).toList();
    }

    private ViolatedBlock block(String value) {
      Matcher block = BLOCK.matcher(value);
      if (!block.matches()) {
        throw problem("expected \"begin label at event\", found \"" + value + "\"");
      }
      return new ViolatedBlock(
          Long.parseLong(block.group(1)), block.group(2), Long.parseLong(block.group(3)));
    }

    private List<String> values(String key) {
      String start = "# " + key + ": ";
      return entries.stream()
          .filter(entry -> entry.startsWith(start))
          .map(entry -> entry.substring(start.length()))
          .toList();
    }

    static boolean yesOrNo(String text) {
      return switch (text) {
        case "yes" -> true;
        case "no" -> false;
        default -> throw new IllegalArgumentException("expected yes or no, found " + text);
      };
    }

    private IllegalArgumentException problem(String what) {
      return new IllegalArgumentException(name + ": " + what);
    }
  }
}

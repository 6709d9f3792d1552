package io.cosmodrome.report;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file that appears whole or not at all: written under another name beside, then moved. */
public final class OutputFile implements Closeable {
  private final Path target;
  private final Path temporary;
  private final boolean overwrite;
  private final OutputStream stream;

  /**
   * @throws FileAlreadyExistsException if there is such a file and it may not be overwritten
   */
  public OutputFile(Path target, boolean overwrite) throws IOException {
    if (!overwrite && Files.exists(target)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    this.target = target;
    this.overwrite = overwrite;
    this.temporary = target.resolveSibling("." + target.getFileName() + "." + unique() + ".tmp");
    this.stream =
        new BufferedOutputStream(
            Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW), 1 << 16);
  }

  /** Enough to tell writers apart; random numbers and process ids would load half of the JDK. */
  private static String unique() {
    return Long.toHexString(System.nanoTime());
  }

  public OutputStream stream() {
    return stream;
  }

  /** Leaves nothing behind if the user interrupts us. Not while the JVM shuts down. */
  public OutputFile deletedOnExit() {
    temporary.toFile().deleteOnExit();
    return this;
  }

  /** The content is complete: it gets its name. */
  public void commit() throws IOException {
    stream.close();
    if (overwrite) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.move(temporary, target);
    }
  }

  /** Drops what was written, unless it was committed. */
  @Override
  public void close() throws IOException {
    stream.close();
    Files.deleteIfExists(temporary);
  }
}

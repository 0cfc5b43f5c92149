package org.messgateway.gateway.exchange.files;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** A copy of a thread that is open for reading. */
public sealed interface ReadableCopy extends Closeable permits FlatCopy, OpenCopy {

  /** Lists the files. At most once. */
  ThreadFiles list() throws IOException;

  /**
   * Reads a listed file.
   *
   * @throws EOFException when it has become shorter
   */
  byte[] read(FileStamp file) throws IOException;

  /**
   * Whether the files are those that were listed.
   *
   * @throws NoSuchFileException when the copy does not exist any more
   */
  boolean holds(ThreadFiles listed) throws IOException;
}

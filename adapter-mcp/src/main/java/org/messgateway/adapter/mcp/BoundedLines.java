package org.messgateway.adapter.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Lines of a stream, none longer than a limit. For one thread. */
final class BoundedLines {

  private final InputStream in;
  private final int longest;

  BoundedLines(InputStream in, int longest) {
    this.in = new BufferedInputStream(in);
    this.longest = longest;
  }

  /**
   * The next line without its end; empty at the end of the stream.
   *
   * @throws IOException when it is longer than the limit, or the stream breaks
   */
  Optional<byte[]> next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    if (next < 0) {
      return Optional.empty();
    }
    while (next >= 0 && next != '\n') {
      if (line.size() == longest) {
        throw new IOException("it sent a line of more than " + longest + " bytes");
      }
      line.write(next);
      next = in.read();
    }
    return Optional.of(line.toByteArray());
  }
}

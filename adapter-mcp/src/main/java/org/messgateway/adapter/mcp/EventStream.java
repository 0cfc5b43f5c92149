package org.messgateway.adapter.mcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import okio.Buffer;
import okio.BufferedSource;

/**
 * Reads the data of server-sent events. Comments, names and ids are passed over. The source bounds
 * the size and the time of the whole stream.
 */
final class EventStream {

  private final BufferedSource source;

  EventStream(BufferedSource source) {
    this.source = source;
  }

  /** The data of the next event that has some; empty at the end of the stream. */
  Optional<byte[]> next() throws IOException {
    Buffer data = new Buffer();
    boolean any = false;
    while (!source.exhausted()) {
      String line = line();
      if (line.isEmpty() && any) {
        return Optional.of(data.readByteArray());
      }
      if (line.startsWith("data:")) {
        if (any) {
          data.writeByte('\n');
        }
        any = true;
        data.writeUtf8(line.substring(line.startsWith("data: ") ? 6 : 5));
      }
    }
    // An event that is not ended by an empty line counts, too: careless servers leave it out.
    return any ? Optional.of(data.readByteArray()) : Optional.empty();
  }

  private String line() throws IOException {
    long end = source.indexOf((byte) '\n');
    String line =
        end < 0
            ? source.readString(StandardCharsets.UTF_8)
            : source.readString(end, StandardCharsets.UTF_8);
    if (end >= 0) {
      source.skip(1);
    }
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }
}

package org.messgateway.gateway.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.mcp.LineReader.Line;

/** Reads the data of server-sent events. One thread. */
final class EventStreamReader {

  private static final byte[] DATA = "data:".getBytes(UTF_8);

  private final LineReader lines;

  EventStreamReader(LineReader lines) {
    this.lines = lines;
  }

  /**
   * Waits for the next event that has data.
   *
   * @param heard is told of each line, of comments too: they keep the connection alive
   * @return its data; null at the end of the stream, where an event that has not ended is dropped
   */
  byte @Nullable [] next(Runnable heard) throws IOException {
    ByteArrayOutputStream data = new ByteArrayOutputStream(0);
    for (Line line = lines.next(); line != null; line = lines.next()) {
      heard.run();
      if (line.bytes().length > 0) {
        add(line.bytes(), data);
      } else if (data.size() > 0) {
        return data.toByteArray();
      }
    }
    return null;
  }

  /** Names, ids and waits of events mean nothing here. */
  private static void add(byte[] line, ByteArrayOutputStream data) {
    if (line.length >= DATA.length && Arrays.equals(line, 0, DATA.length, DATA, 0, DATA.length)) {
      int from = line.length > DATA.length && line[DATA.length] == ' ' ? 6 : DATA.length;
      if (data.size() > 0) {
        data.write('\n');
      }
      data.write(line, from, line.length - from);
    }
  }
}

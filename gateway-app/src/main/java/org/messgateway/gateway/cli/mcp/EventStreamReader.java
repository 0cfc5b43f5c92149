package org.messgateway.gateway.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Puts the data of server-sent events together, line by line. One thread. */
final class EventStreamReader {

  private static final byte[] DATA = "data:".getBytes(UTF_8);
  private static final byte[] NONE = new byte[0];

  private ByteArrayOutputStream data = new ByteArrayOutputStream(0);

  /** Takes a line; returns the data of the event that it ends, empty where it ends none. */
  byte[] line(byte[] line) {
    if (line.length == 0) {
      byte[] whole = data.size() == 0 ? NONE : data.toByteArray();
      data = new ByteArrayOutputStream(0);
      return whole;
    }
    if (line.length >= DATA.length && Arrays.equals(line, 0, DATA.length, DATA, 0, DATA.length)) {
      int from = line.length > DATA.length && line[DATA.length] == ' ' ? 6 : DATA.length;
      if (data.size() > 0) {
        data.write('\n');
      }
      data.write(line, from, line.length - from);
    }
    // Comments keep the connection alive; names, ids and waits of events mean nothing here.
    return NONE;
  }
}

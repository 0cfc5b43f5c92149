package org.messgateway.gateway.cli.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads lines of bytes; of a line that is too long it keeps nothing. One thread. */
final class LineReader {

  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final int longest;
  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int to;

  /**
   * @param longest bytes of a line
   */
  LineReader(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /**
   * A line without its end.
   *
   * @param whole false where it was too long: then it is empty
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares lines, and a copy would be large.
  record Line(byte[] bytes, boolean whole) {

    /** Whether nothing but blanks is in it. */
    boolean isBlank() {
      for (byte each : bytes) {
        if (each > ' ' || each < 0) {
          return false;
        }
      }
      return true;
    }
  }

  /** The next line; null at the end. A last line without an end counts. */
  @Nullable Line next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(0);
    boolean whole = true;
    boolean any = false;
    while (from < to || fill()) {
      any = true;
      int end = from;
      while (end < to && buffer[end] != '\n') {
        end++;
      }
      boolean ended = end < to;
      if (line.size() + (end - from) > longest) {
        whole = false;
        line = new ByteArrayOutputStream(0);
      } else if (whole) {
        line.write(buffer, from, end - from);
      }
      from = ended ? end + 1 : end;
      if (ended) {
        return line(line, whole);
      }
    }
    return any ? line(line, whole) : null;
  }

  private boolean fill() throws IOException {
    from = 0;
    to = Math.max(0, in.read(buffer));
    return to > 0;
  }

  private static Line line(ByteArrayOutputStream bytes, boolean whole) {
    byte[] line = bytes.toByteArray();
    int length = line.length;
    boolean windows = length > 0 && line[length - 1] == '\r';
    return new Line(windows ? Arrays.copyOf(line, length - 1) : line, whole);
  }
}

package org.messgateway.gateway.respond.body;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * What stands before a delimiter, read as a stream of its own. The delimiter counts as read once
 * the stream before it has ended. Begins as if a line had just ended, so that a delimiter that
 * starts with a line's end is found at the very beginning, too.
 */
final class DelimitedInput extends InputStream {

  private static final int BUFFER = 16 << 10;

  private final InputStream in;
  private final byte[] delimiter;
  private final byte[] buffer = new byte[BUFFER];
  private int start;
  private int end;
  private boolean ended;

  DelimitedInput(InputStream in, byte[] delimiter) {
    this.in = in;
    this.delimiter = delimiter;
    buffer[0] = '\r';
    buffer[1] = '\n';
    end = 2;
  }

  /** What follows is the next stream. */
  void begin() {
    ended = false;
  }

  /** Reads past the delimiter. */
  void pass() throws IOException {
    byte[] nowhere = new byte[BUFFER];
    while (!ended) {
      read(nowhere, 0, nowhere.length);
    }
  }

  /** One byte, whether it belongs to a delimiter or not. */
  int raw() throws IOException {
    if (start == end) {
      fill(1);
    }
    return buffer[start++] & 0xff;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (ended) {
      return -1;
    }
    fill(delimiter.length);
    int found = find();
    int free = found >= 0 ? found - start : end - start - (delimiter.length - 1);
    if (found == start) {
      start += delimiter.length;
      ended = true;
      return -1;
    }
    int count = Math.min(free, length);
    System.arraycopy(buffer, start, into, offset, count);
    start += count;
    return count;
  }

  /** Makes at least so many bytes available. */
  private void fill(int wanted) throws IOException {
    if (end - start < wanted) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      start = 0;
    }
    while (end - start < wanted) {
      int count = in.read(buffer, end, buffer.length - end);
      if (count < 0) {
        throw MultipartReader.malformed("it ends before its last boundary");
      }
      end += count;
    }
  }

  private int find() {
    for (int at = start; at + delimiter.length <= end; at++) {
      if (buffer[at] == delimiter[0]
          && Arrays.equals(buffer, at, at + delimiter.length, delimiter, 0, delimiter.length)) {
        return at;
      }
    }
    return -1;
  }
}

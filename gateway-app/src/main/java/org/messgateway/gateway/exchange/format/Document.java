package org.messgateway.gateway.exchange.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One document of a thread: a range of its file's bytes without the separator lines. The bytes are
 * not copied.
 */
public final class Document {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private static final char REPLACEMENT = '\uFFFD';

  private final ThreadFile file;
  private final int offset;
  private final int length;
  private final int firstLine;

  /**
   * @param offset of its first byte in the file
   * @param length in bytes
   * @param firstLine line of the file where it begins, 1 for the first
   */
  Document(ThreadFile file, int offset, int length, int firstLine) {
    this.file = file;
    this.offset = offset;
    this.length = length;
    this.firstLine = firstLine;
  }

  /** A whole text as one document, without a file. */
  public static Document whole(String name, byte[] content) {
    return new Document(new ThreadFile(name, content), 0, content.length, 1);
  }

  public ThreadFile file() {
    return file;
  }

  /** Offset of the first byte in the file. */
  public int offset() {
    return offset;
  }

  /** Length in bytes. */
  public int length() {
    return length;
  }

  /** Line of the file where it begins, 1 for the first. */
  public int firstLine() {
    return firstLine;
  }

  /** A copy of its bytes as they are on disk. */
  public byte[] bytes() {
    return Arrays.copyOfRange(file.content(), offset, offset + length);
  }

  /** Its bytes as they are on disk. */
  public void writeTo(OutputStream out) throws IOException {
    out.write(file.content(), offset, length);
  }

  /** Whether its last byte ends a line. */
  public boolean endsInNewline() {
    return length > 0 && file.content()[offset + length - 1] == '\n';
  }

  /** The line end it is written with: {@code \r\n} when its first line ends so, else {@code \n}. */
  String newline() {
    for (int at = 0; at < length; at++) {
      if (byteAt(at) == '\n') {
        return at > 0 && byteAt(at - 1) == '\r' ? "\r\n" : "\n";
      }
    }
    return "\n";
  }

  /** Whether the document contains these ASCII characters. */
  public boolean contains(String ascii) {
    for (int at = 0; at + ascii.length() <= length; at++) {
      if (begins(at, ascii)) {
        return true;
      }
    }
    return false;
  }

  /** Whether these ASCII characters stand at an index. */
  boolean begins(int index, String ascii) {
    if (index + ascii.length() > length) {
      return false;
    }
    for (int at = 0; at < ascii.length(); at++) {
      if (byteAt(index + at) != ascii.charAt(at)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Lines that begin with a percent sign before anything else stands there; counting ends above.
   */
  int directives(int above) {
    byte[] content = file.content();
    int end = offset + length;
    int count = 0;
    int at = offset + markLength();
    while (at < end && count <= above && begins(content[at])) {
      count += content[at] == '%' ? 1 : 0;
      while (at < end && content[at] != '\n') {
        at++;
      }
      at++;
    }
    return count;
  }

  /** A directive, a comment at the edge, or an empty line. */
  private static boolean begins(byte first) {
    return first == '%' || first == '#' || first == '\n' || first == '\r';
  }

  byte byteAt(int index) {
    return file.content()[offset + index];
  }

  /** Length of the byte order mark that Windows editors put in front; 0 or 3. */
  int markLength() {
    int end = Math.min(BYTE_ORDER_MARK.length, length);
    return Arrays.equals(
            file.content(), offset, offset + end, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length)
        ? BYTE_ORDER_MARK.length
        : 0;
  }

  /** As characters, a byte order mark left out; anything that is not UTF-8 is an error. */
  String text() throws ThreadFormatException {
    int start = offset + markLength();
    String text =
        new String(file.content(), start, offset + length - start, StandardCharsets.UTF_8);
    // The replacement character: invalid UTF-8, or part of the text.
    if (text.indexOf(REPLACEMENT) >= 0) {
      check(start);
    }
    return text;
  }

  private void check(int start) throws ThreadFormatException {
    ByteBuffer in = ByteBuffer.wrap(file.content(), offset, length);
    in.position(start);
    CoderResult result =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(in, CharBuffer.allocate(length), true);
    if (result.isError()) {
      throw notUtf8(in.position() - offset);
    }
  }

  private ThreadFormatException notUtf8(int at) {
    int line = 0;
    int lineStart = 0;
    for (int index = 0; index < at; index++) {
      if (byteAt(index) == '\n') {
        line++;
        lineStart = index + 1;
      }
    }
    String reason = "byte 0x%02X is not UTF-8; threads are UTF-8 text".formatted(byteAt(at) & 0xFF);
    return problem(line, at - lineStart, reason);
  }

  /**
   * An error at a position of this document.
   *
   * @param line of the document, 0 for the first
   * @param column 0 for the first
   */
  ThreadFormatException problem(int line, int column, String reason) {
    return new ThreadFormatException(file.name(), firstLine + line, column + 1, reason);
  }

  @Override
  public String toString() {
    return file.name() + " from line " + firstLine + " (" + length + " bytes)";
  }
}

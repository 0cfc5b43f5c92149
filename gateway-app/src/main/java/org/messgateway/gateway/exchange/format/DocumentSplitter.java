package org.messgateway.gateway.exchange.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a file into its documents as the reference does: at lines that are exactly {@code ---}.
 *
 * <p>Blanks after the dashes and {@code \r\n} are accepted. Parts with nothing but blank lines,
 * comments and directives are no documents. One pass over the bytes, nothing is copied. A {@code
 * ---} inside a text is no separator because YAML indents texts.
 */
public final class DocumentSplitter {

  /** Eight bytes at once: a picture in one line has megabytes of them. */
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long HIGHEST_BITS = LOWEST_BITS << 7;
  private static final long NEWLINES = LOWEST_BITS * '\n';

  private final ThreadFile file;
  private final byte[] bytes;
  private final List<Document> documents = new ArrayList<>();
  private int partStart;
  private int partLine = 1;

  private DocumentSplitter(ThreadFile file) {
    this.file = file;
    this.bytes = file.content();
  }

  /**
   * All documents of a file, in order; none for an empty file.
   *
   * @throws ThreadFormatException when they are more than a thread may have
   */
  public static List<Document> split(ThreadFile file) throws ThreadFormatException {
    return split(file, ParseLimits.DOCUMENTS);
  }

  /**
   * @param most documents that the thread may still have
   */
  static List<Document> split(ThreadFile file, int most) throws ThreadFormatException {
    DocumentSplitter splitter = new DocumentSplitter(file);
    splitter.run(Math.max(2, most + 1), true);
    splitter.endPart(splitter.bytes.length);
    if (splitter.documents.size() > most) {
      throw splitter
          .documents
          .get(most)
          .problem(
              0,
              0,
              "more than "
                  + ParseLimits.number(ParseLimits.DOCUMENTS)
                  + " documents in one thread; begin another one");
    }
    return List.copyOf(splitter.documents);
  }

  /**
   * The first document.
   *
   * @param prefix the beginning of a file
   * @param wholeFile whether the prefix is all there is
   * @return empty when the document does not end inside the prefix, or there is none at all
   */
  public static Optional<Document> first(ThreadFile prefix, boolean wholeFile) {
    DocumentSplitter splitter = new DocumentSplitter(prefix);
    splitter.run(1, wholeFile);
    if (wholeFile) {
      splitter.endPart(splitter.bytes.length);
    }
    return splitter.documents.stream().findFirst();
  }

  /** The last line of a prefix may go on, so that its dashes separate nothing yet. */
  private void run(int enough, boolean wholeFile) {
    int line = 1;
    int start = markLength();
    while (start < bytes.length && documents.size() < enough) {
      int end = lineEnd(start);
      boolean complete = end < bytes.length;
      if (isSeparator(start, end) && (complete || wholeFile)) {
        endPart(start);
        partStart = Math.min(end + 1, bytes.length);
        partLine = line + 1;
      }
      start = end + 1;
      line++;
    }
  }

  /** A file may begin with a byte order mark and a separator behind it. */
  private int markLength() {
    return new Document(file, 0, bytes.length, 1).markLength();
  }

  private int lineEnd(int start) {
    int at = start;
    while (at <= bytes.length - Long.BYTES && !hasNewline((long) LONGS.get(bytes, at))) {
      at += Long.BYTES;
    }
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /** In the difference to eight newlines there is a zero byte: one below it borrows. */
  private static boolean hasNewline(long eightBytes) {
    long difference = eightBytes ^ NEWLINES;
    return ((difference - LOWEST_BITS) & ~difference & HIGHEST_BITS) != 0;
  }

  private boolean isSeparator(int start, int end) {
    return end - start >= 3
        && bytes[start] == '-'
        && bytes[start + 1] == '-'
        && bytes[start + 2] == '-'
        && isBlank(start + 3, end);
  }

  private boolean isBlank(int start, int end) {
    for (int at = start; at < end; at++) {
      if (!isBlank(bytes[at])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBlank(byte character) {
    return character == ' ' || character == '\t' || character == '\r';
  }

  private void endPart(int end) {
    if (hasContent(end)) {
      documents.add(new Document(file, partStart, end - partStart, partLine));
    }
  }

  private boolean hasContent(int end) {
    int start = partStart == 0 ? Math.min(markLength(), end) : partStart;
    while (start < end) {
      int lineEnd = Math.min(lineEnd(start), end);
      if (saysSomething(start, lineEnd)) {
        return true;
      }
      start = lineEnd + 1;
    }
    return false;
  }

  private boolean saysSomething(int start, int end) {
    int at = start;
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    boolean directive = at == start && at < end && bytes[at] == '%';
    return at < end && bytes[at] != '#' && !directive;
  }
}

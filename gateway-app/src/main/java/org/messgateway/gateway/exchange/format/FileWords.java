package org.messgateway.gateway.exchange.format;

/**
 * What stands in each message that names a file other than by a data URI: a key or URI {@code
 * file:}, a numbered attachment, a URI {@code content:}. A search in bytes, since each delivery
 * asks and reading YAML costs more than all else of a body. It may find too much, as in {@code
 * profile: x}. Texts of people that only hold the word do not count.
 */
public final class FileWords {

  private static final String FILE = "file";
  private static final String ATTACHMENT = "att-";
  private static final String STORED = "content://";

  private FileWords() {}

  /** Whether such words stand in a document. */
  public static boolean in(Document document) {
    for (int at = 0; at < document.length(); at++) {
      boolean found =
          switch (document.byteAt(at)) {
            case 'f', 'F' -> isFile(document, at);
            case 'a' -> document.begins(at, ATTACHMENT);
            case 'c' -> document.begins(at, STORED);
            default -> false;
          };
      if (found) {
        return true;
      }
    }
    return false;
  }

  /** A colon follows a scheme at once, and a key in its line, behind its quote and blanks. */
  private static boolean isFile(Document document, int at) {
    int next = at + FILE.length();
    if (next > document.length()
        || !isWord(document, at)
        || (at > 0 && isLetter(document.byteAt(at - 1)))
        || (next < document.length() && isLetter(document.byteAt(next)))) {
      return false;
    }
    if (next < document.length() && isQuote(document.byteAt(next))) {
      next++;
    }
    while (next < document.length() && isBlank(document.byteAt(next))) {
      next++;
    }
    boolean key = next < document.length() && document.byteAt(next) == ':';
    return key || mayBeKeyElsewhere(document);
  }

  /** A scheme may be written in capitals. */
  private static boolean isWord(Document document, int at) {
    for (int index = 0; index < FILE.length(); index++) {
      if ((document.byteAt(at + index) | 0x20) != FILE.charAt(index)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a key may be told by a question mark or an alias, so that no colon follows it. */
  private static boolean mayBeKeyElsewhere(Document document) {
    for (int at = 0; at < document.length(); at++) {
      byte each = document.byteAt(at);
      if ((each == '?' || each == '*') && (at == 0 || beginsNode(document.byteAt(at - 1)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean beginsNode(byte before) {
    return isBlank(before) || before == '\n' || before == '[' || before == '{' || before == ',';
  }

  /** Letters of other scripts have negative bytes. */
  private static boolean isLetter(byte each) {
    return each < 0 || each == '_' || Character.isLetterOrDigit(each);
  }

  private static boolean isQuote(byte each) {
    return each == '"' || each == '\'';
  }

  private static boolean isBlank(byte each) {
    return each == ' ' || each == '\t';
  }
}

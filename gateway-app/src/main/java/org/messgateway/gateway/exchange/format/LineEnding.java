package org.messgateway.gateway.exchange.format;

/** The line end a document is written with. */
final class LineEnding {

  private LineEnding() {}

  /** {@code \r\n} when its first line ends so, else {@code \n}. */
  static String of(Document document) {
    for (int at = 0; at < document.length(); at++) {
      if (document.byteAt(at) == '\n') {
        return at > 0 && document.byteAt(at - 1) == '\r' ? "\r\n" : "\n";
      }
    }
    return "\n";
  }
}

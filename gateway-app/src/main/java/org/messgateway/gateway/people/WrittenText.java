package org.messgateway.gateway.people;

import com.fasterxml.jackson.databind.node.TextNode;

/** A scalar that knows in which line it stands. */
final class WrittenText extends TextNode {

  private static final long serialVersionUID = 1L;

  private final int line;

  WrittenText(String text, int line) {
    super(text);
    this.line = line;
  }

  int line() {
    return line;
  }
}

package org.messgateway.gateway.cli.setup.init;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Where a person reads and types, a line at a time. */
interface LineTerminal {

  /** One line, broken between words where the terminal is narrower. */
  void say(String line);

  /** One line as it is, to be copied. */
  void exactly(String line);

  /** Lines of our own with colours. */
  void draw(List<String> lines);

  /**
   * Asks for a line.
   *
   * @return as it was typed; empty when the person ended the input
   */
  Optional<String> line(String prompt) throws IOException;

  /** The same without showing what is typed. */
  Optional<String> hidden(String prompt) throws IOException;

  /** Whether Enter was pressed while nothing was asked; what was typed before it is dropped. */
  boolean entered() throws IOException;
}

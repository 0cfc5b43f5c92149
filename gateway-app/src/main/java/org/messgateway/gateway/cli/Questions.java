package org.messgateway.gateway.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Asks the person at the terminal, a line for each question. */
final class Questions {

  private final BufferedReader in =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private final Output out;

  Questions(Output out) {
    this.out = out;
  }

  /** Whether there is somebody to ask. */
  @SuppressWarnings("SystemConsoleNull") // A runtime without jdk.internal.le has none.
  static boolean canBeAsked() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /**
   * @param given what is known already: then nothing is asked
   * @param otherwise what an empty line means
   */
  String answer(String question, @Nullable String given, String otherwise) throws IOException {
    if (given != null) {
      return given;
    }
    out.line(question + (otherwise.isEmpty() ? "" : " [" + otherwise + "]"));
    String answer = in.readLine();
    return answer == null || answer.isBlank() ? otherwise : answer.strip();
  }
}

package org.messgateway.gateway.cli.command;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Asks the person at the terminal, a line for each question. */
public final class TerminalPrompt {

  private final BufferedReader in =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private final CommandOutput out;

  public TerminalPrompt(CommandOutput out) {
    this.out = out;
  }

  /** Whether a person sits at the terminal. */
  @SuppressWarnings("SystemConsoleNull") // A runtime without jdk.internal.le has none.
  public static boolean canBeAsked() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /**
   * The answer to a question.
   *
   * @param given the value of the option; if present nothing is asked
   * @param otherwise meaning of an empty line
   */
  public String answer(String question, @Nullable String given, String otherwise)
      throws IOException {
    if (given != null) {
      return given;
    }
    out.line(question + (otherwise.isEmpty() ? "" : " [" + otherwise + "]"));
    String answer = in.readLine();
    return answer == null || answer.isBlank() ? otherwise : answer.strip();
  }
}

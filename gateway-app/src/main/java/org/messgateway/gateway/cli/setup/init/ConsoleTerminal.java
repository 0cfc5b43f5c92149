package org.messgateway.gateway.cli.setup.init;

import java.io.Console;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.PlainText;
import org.messgateway.gateway.cli.command.CommandOutput;

/** The terminal that this process was started at. */
final class ConsoleTerminal implements LineTerminal {

  private final Console console;
  private final CommandOutput out;

  private ConsoleTerminal(Console console, CommandOutput out) {
    this.console = console;
    this.out = out;
  }

  /** Empty where no person sits at one. */
  @SuppressWarnings("SystemConsoleNull") // Where none was given there is none.
  static Optional<LineTerminal> find(CommandOutput out) {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(console -> new ConsoleTerminal(console, out));
  }

  @Override
  public void say(String line) {
    out.line(line);
  }

  @Override
  public void draw(List<String> lines) {
    out.drawing(lines);
  }

  @Override
  public Optional<String> line(String prompt) {
    return Optional.ofNullable(console.readLine("%s ", PlainText.line(prompt)));
  }

  @Override
  public Optional<String> hidden(String prompt) {
    return Optional.ofNullable(console.readPassword("%s ", PlainText.line(prompt)))
        .map(String::new);
  }
}

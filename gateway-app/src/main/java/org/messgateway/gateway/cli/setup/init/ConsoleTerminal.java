package org.messgateway.gateway.cli.setup.init;

import java.io.Console;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.PlainText;
import org.messgateway.gateway.cli.command.CommandOutput;
import org.messgateway.gateway.cli.command.Terminal;

/** The terminal that this process was started at. */
final class ConsoleTerminal implements LineTerminal {

  /** What stands before the text of an item of a list. */
  private static final Pattern ITEM = Pattern.compile(" *([0-9]{1,3}\\.? +|- |-> )?");

  private final Console console;
  private final CommandOutput out;
  private final OptionalInt columns;

  private ConsoleTerminal(Console console, CommandOutput out, OptionalInt columns) {
    this.console = console;
    this.out = out;
    this.columns = columns;
  }

  /** Empty where no person sits at one. */
  @SuppressWarnings("SystemConsoleNull") // Where none was given there is none.
  static Optional<LineTerminal> find(CommandOutput out) {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(console -> new ConsoleTerminal(console, out, Terminal.here().columns()));
  }

  @Override
  public void say(String line) {
    broken(line, columns).forEach(out::line);
  }

  @Override
  public void exactly(String line) {
    out.line(line);
  }

  @Override
  public void draw(List<String> lines) {
    out.drawing(lines);
  }

  @Override
  public Optional<String> line(String prompt) {
    return Optional.ofNullable(console.readLine("%s ", lastOf(prompt)));
  }

  @Override
  public Optional<String> hidden(String prompt) {
    return Optional.ofNullable(console.readPassword("%s ", lastOf(prompt))).map(String::new);
  }

  /** Shows all but the last line of a prompt. */
  private String lastOf(String prompt) {
    List<String> lines = broken(PlainText.line(prompt), columns);
    lines.subList(0, lines.size() - 1).forEach(out::line);
    return lines.getLast();
  }

  @Override
  public boolean entered() throws IOException {
    return System.in.available() > 0 && console.readLine() != null;
  }

  /**
   * Breaks a line between words; what follows a list's number or hyphen is indented as its text.
   */
  static List<String> broken(String line, OptionalInt columns) {
    List<String> lines = new ArrayList<>();
    Matcher item = ITEM.matcher(line);
    String indent = " ".repeat(item.lookingAt() ? item.end() : 0);
    String rest = line;
    while (columns.isPresent() && rest.length() > columns.getAsInt()) {
      int blank = rest.lastIndexOf(' ', columns.getAsInt());
      int at = blank > indent.length() ? blank : rest.indexOf(' ', columns.getAsInt());
      if (at < 0) {
        break;
      }
      lines.add(rest.substring(0, at).stripTrailing());
      rest = indent + rest.substring(at).stripLeading();
    }
    lines.add(rest);
    return lines;
  }
}

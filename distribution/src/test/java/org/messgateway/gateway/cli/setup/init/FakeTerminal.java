package org.messgateway.gateway.cli.setup.init;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandHint;
import picocli.CommandLine;

/** A person who answers each question as it was agreed; afterwards the input ends. */
final class FakeTerminal implements LineTerminal {

  private final Deque<String[]> script = new ArrayDeque<>();
  private final Map<String, Consumer<String>> reactions = new LinkedHashMap<>();
  private final StringBuilder shown = new StringBuilder();
  private final List<List<String>> commands = new ArrayList<>();

  /** What stands above a list to choose from. */
  private String heading = "";

  /** The next question, by words of it, and its answer. */
  FakeTerminal answer(String question, String answer) {
    script.add(new String[] {question, answer});
    return this;
  }

  /** What happens when a line with these words is shown. */
  FakeTerminal when(String words, Consumer<String> reaction) {
    reactions.put(words, reaction);
    return this;
  }

  /** Talks to {@code init} with these options, and returns the status that it ends with. */
  int init(Path home, String... words) {
    InitOptions options = new InitOptions();
    CommandLine.ParseResult _ = new CommandLine(new Line(options)).parseArgs(words);
    try (CommandContext context = CommandContext.open(home, CommandHint.at(home))) {
      return new HouseholdConversation(
              new Dialogue(this),
              context,
              options,
              CommandHint.at(home),
              command -> commands.add(command) ? 1 : 0)
          .hold(Files.exists(home.resolve("config.yaml")));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @CommandLine.Command
  private record Line(@CommandLine.Mixin InitOptions options) {}

  /** Other commands that were run, all of which fail. */
  List<List<String>> commands() {
    return commands;
  }

  /** What stood on the screen. */
  String shown() {
    return shown.toString();
  }

  void assertAllAsked() {
    assertTrue(
        script.isEmpty(),
        () -> "never asked: " + (script.isEmpty() ? "" : script.peek()[0]) + "\n" + shown);
  }

  void assertShows(String words) {
    assertTrue(shown().contains(words), () -> "no \"" + words + "\" in:\n" + shown);
  }

  @Override
  public void say(String line) {
    shown.append(line).append('\n');
    heading = line.isBlank() || line.startsWith(" ") ? heading : line;
    reactions.forEach((words, reaction) -> {
      if (line.contains(words)) {
        reaction.accept(line);
      }
    });
  }

  @Override
  public void exactly(String line) {
    say(line);
  }

  @Override
  public boolean entered() {
    return false;
  }

  @Override
  public void draw(List<String> lines) {
    lines.forEach(line -> shown.append(line).append('\n'));
  }

  @Override
  public Optional<String> line(String prompt) {
    Optional<String> answer = next(prompt);
    shown.append(prompt).append(' ').append(answer.orElse("^D")).append('\n');
    return answer;
  }

  @Override
  public Optional<String> hidden(String prompt) {
    assertTrue(prompt.contains("not shown"), prompt);
    Optional<String> answer = next(prompt);
    shown.append(prompt).append('\n');
    return answer;
  }

  private Optional<String> next(String prompt) {
    String[] step = script.poll();
    if (step == null) {
      return Optional.empty();
    }
    assertEquals(
        true,
        prompt.contains(step[0]) || (prompt.startsWith("1") && heading.contains(step[0])),
        () -> "asked instead of " + step[0] + ": " + prompt + "\n" + shown);
    return Optional.of(step[1]);
  }
}

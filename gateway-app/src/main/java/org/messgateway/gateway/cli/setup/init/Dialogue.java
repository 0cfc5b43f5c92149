package org.messgateway.gateway.cli.setup.init;

import java.io.IOException;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.messgateway.api.Secret;

/** Questions that are asked until their answer can be used. */
final class Dialogue {

  private static final Set<String> YES =
      Set.of("y", "yes", "j", "ja", "s", "si", "sí", "o", "oui", "はい");
  private static final Set<String> NO = Set.of("n", "no", "nein", "non", "いいえ");

  private final LineTerminal terminal;

  Dialogue(LineTerminal terminal) {
    this.terminal = terminal;
  }

  /** The person ended the input: nothing more can be asked. */
  static final class EndOfAnswers extends RuntimeException {

    @Serial private static final long serialVersionUID = 1L;
  }

  void say(String text) {
    text.lines().forEach(terminal::say);
  }

  /** A blank line, then a text. */
  void part(String text) {
    terminal.say("");
    say(text);
  }

  void draw(List<String> lines) {
    terminal.draw(lines);
  }

  /**
   * Asks for a text.
   *
   * @param otherwise what an empty line stands for; empty for nothing
   * @param check what is wrong with an answer; not asked about an empty one
   * @return empty when nothing was answered
   */
  Optional<String> text(
      String question, String otherwise, Function<String, Optional<String>> check) {
    String prompt = question + (otherwise.isEmpty() ? "" : " [" + otherwise + "]") + ":";
    while (true) {
      String typed = given(prompt);
      String answer = typed.isEmpty() ? otherwise : typed;
      Optional<String> wrong = answer.isEmpty() ? Optional.empty() : check.apply(answer);
      if (wrong.isEmpty()) {
        return Optional.of(answer).filter(text -> !text.isEmpty());
      }
      say("  " + wrong.get());
    }
  }

  /** Asks for a text that is not shown. */
  Optional<Secret> secret(String question, Function<Secret, Optional<String>> check) {
    while (true) {
      String typed = answered(() -> terminal.hidden(question + " (not shown):"));
      Optional<String> wrong = typed.isEmpty() ? Optional.empty() : check.apply(Secret.of(typed));
      if (wrong.isEmpty()) {
        return Optional.of(typed).filter(text -> !text.isEmpty()).map(Secret::of);
      }
      say("  " + wrong.get());
    }
  }

  /** Asks for yes or no. */
  boolean yes(String question, boolean usual) {
    while (true) {
      String answer = given(question + (usual ? " [Y/n]" : " [y/N]")).toLowerCase(Locale.ROOT);
      if (answer.isEmpty() || YES.contains(answer) || NO.contains(answer)) {
        return answer.isEmpty() ? usual : YES.contains(answer);
      }
      say("  Please answer y or n.");
    }
  }

  /**
   * Lets choose one of several.
   *
   * @param empty what an empty line does, for people
   * @return its index; empty for an empty line
   */
  Optional<Integer> choice(String question, List<String> options, String empty) {
    part(question);
    for (int i = 0; i < options.size(); i++) {
      terminal.say("  " + (i + 1) + "  " + options.get(i));
    }
    while (true) {
      String answer = given("1" + (options.size() > 1 ? "-" + options.size() : "") + empty(empty));
      if (answer.isEmpty()) {
        return Optional.empty();
      }
      Optional<Integer> index = index(answer, options);
      if (index.isPresent()) {
        return index;
      }
      say("  Type one of the numbers from 1 to " + options.size() + ".");
    }
  }

  private static String empty(String meaning) {
    return ", or Enter " + meaning + ":";
  }

  /** By number, or by how an option begins. */
  private static Optional<Integer> index(String answer, List<String> options) {
    if (answer.matches("[0-9]{1,3}")) {
      int number = Integer.parseInt(answer);
      return Optional.of(number - 1).filter(each -> number >= 1 && number <= options.size());
    }
    String lower = answer.toLowerCase(Locale.ROOT);
    List<String> fitting =
        options.stream().filter(each -> each.toLowerCase(Locale.ROOT).startsWith(lower)).toList();
    return fitting.size() == 1
        ? Optional.of(options.indexOf(fitting.getFirst()))
        : Optional.empty();
  }

  private String given(String prompt) {
    return answered(() -> terminal.line(prompt));
  }

  private String answered(AnswerReader question) {
    try {
      return question.ask().map(String::strip).orElseThrow(EndOfAnswers::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads one answer. */
  @FunctionalInterface
  private interface AnswerReader {

    Optional<String> ask() throws IOException;
  }
}

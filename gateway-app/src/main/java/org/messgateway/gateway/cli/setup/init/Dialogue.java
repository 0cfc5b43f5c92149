package org.messgateway.gateway.cli.setup.init;

import java.io.IOException;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.messgateway.api.Secret;

/** Questions that are asked until their answer can be used. */
final class Dialogue {

  private static final Set<String> YES =
      Set.of("y", "yes", "j", "ja", "s", "si", "sí", "o", "oui", "はい");
  private static final Set<String> NO = Set.of("n", "no", "nein", "non", "いいえ");

  private static final Set<String> HELP = Set.of("?", "help");
  private static final String BACK = "back";

  private final LineTerminal terminal;
  private List<String> help = List.of();

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

  /** A text to be copied, line by line as it is. */
  void exactly(String text) {
    text.lines().forEach(terminal::exactly);
  }

  /** What is shown to whoever types a question mark, until the next choice. */
  void help(List<String> lines) {
    help = List.copyOf(lines);
  }

  /** Whether somebody who was to wait pressed Enter. */
  boolean entered() {
    try {
      return terminal.entered();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    return text(question + (otherwise.isEmpty() ? "" : " [" + otherwise + "]"), check, otherwise);
  }

  private Optional<String> text(
      String prompt, Function<String, Optional<String>> check, String otherwise) {
    while (true) {
      String typed = given(prompt + ":");
      String answer = typed.isEmpty() ? otherwise : typed;
      Optional<String> wrong = answer.isEmpty() ? Optional.empty() : check.apply(answer);
      if (wrong.isEmpty()) {
        return Optional.of(answer).filter(text -> !text.isEmpty());
      }
      say("  " + wrong.get());
    }
  }

  /**
   * Asks for a text that may have been given before.
   *
   * @param enter what an empty answer means while there is none, for people: {@code back}
   * @param before what an empty answer stands for; empty for nothing
   * @return empty when nothing was answered, or the person wants to go back
   */
  Optional<String> again(
      String question, String enter, String before, Function<String, Optional<String>> check) {
    return before.isEmpty()
        ? text(question + " (Enter: " + enter + ")", check, "")
        : text(
                question + " [" + before + "], or " + BACK,
                typed -> typed.equals(BACK) ? Optional.empty() : check.apply(typed),
                before)
            .filter(typed -> !typed.equals(BACK));
  }

  /**
   * Asks for a text that is not shown.
   *
   * @param enter what an empty answer means, for people
   */
  Optional<Secret> secret(String question, String enter, Function<Secret, Optional<String>> check) {
    while (true) {
      String typed =
          answered(() -> terminal.hidden(question + " (not shown; Enter: " + enter + "):"));
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
    help = List.of();
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

  /** By number, by how an option begins, or by a word in one. */
  private static Optional<Integer> index(String answer, List<String> options) {
    if (answer.matches("[0-9]{1,3}")) {
      int number = Integer.parseInt(answer);
      return Optional.of(number - 1).filter(each -> number >= 1 && number <= options.size());
    }
    String lower = answer.toLowerCase(Locale.ROOT);
    return only(options, each -> each.startsWith(lower))
        .or(() -> only(options, each -> lower.length() > 2 && each.contains(lower)));
  }

  private static Optional<Integer> only(List<String> options, Predicate<String> fits) {
    List<String> fitting =
        options.stream().filter(each -> fits.test(each.toLowerCase(Locale.ROOT))).toList();
    return fitting.size() == 1
        ? Optional.of(options.indexOf(fitting.getFirst()))
        : Optional.empty();
  }

  private String given(String prompt) {
    return answered(() -> terminal.line(prompt));
  }

  private String answered(AnswerReader question) {
    try {
      while (true) {
        String answer = unquoted(question.ask().orElseThrow(EndOfAnswers::new).strip());
        if (!HELP.contains(answer.toLowerCase(Locale.ROOT))) {
          return answer;
        }
        help.forEach(this::say);
        say("  Type the answer, then Enter; what Enter alone does stands in the question.");
        say("  Ctrl-C ends it.");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As copied from a document. */
  private static String unquoted(String typed) {
    return typed.matches("\"[^\"]+\"|'[^']+'") ? typed.substring(1, typed.length() - 1) : typed;
  }

  /** Reads one answer. */
  @FunctionalInterface
  private interface AnswerReader {

    Optional<String> ask() throws IOException;
  }
}

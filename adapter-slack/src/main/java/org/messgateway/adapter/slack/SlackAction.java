package org.messgateway.adapter.slack;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.AnswerButton;
import org.messgateway.api.MessageButton;

/** What a button of a message does, as its {@code action_id} says. */
sealed interface SlackAction {

  /** One of the buttons that many messages have. */
  record Fixed(MessageButton button) implements SlackAction {}

  /**
   * Sends an answer at once.
   *
   * @param code the code of the answer
   */
  record SendAnswer(String code) implements SlackAction {}

  /** Opens the form for a photo or a text, which is that of Done. */
  record AskForAnswer(AnswerButton.Kind kind) implements SlackAction {}

  Pattern ANSWER = Pattern.compile("answer-([a-z0-9-]{1,20})");

  /** The action of a button's {@code action_id}; empty for buttons of others. */
  static Optional<SlackAction> of(String id) {
    Matcher answer = ANSWER.matcher(id);
    if (answer.matches()) {
      return Optional.of(asking(answer.group(1)).orElseGet(() -> new SendAnswer(answer.group(1))));
    }
    return button(id).map(Fixed::new);
  }

  private static Optional<SlackAction> asking(String code) {
    return Arrays.stream(AnswerButton.Kind.values())
        .filter(kind -> !kind.sends() && kind.code().equals(code))
        .<SlackAction>map(AskForAnswer::new)
        .findFirst();
  }

  /** The button of this code; empty for none. */
  static Optional<MessageButton> button(String code) {
    return Arrays.stream(MessageButton.values()).filter(one -> one.code().equals(code)).findFirst();
  }

  /** The {@code action_id} of an answer, one of its kind in a message. */
  static String id(AnswerButton answer) {
    return "answer-" + answer.code();
  }

  /** The button in whose name the form behind this one is sent; empty where nothing is asked. */
  default Optional<MessageButton> form() {
    return switch (this) {
      case Fixed(MessageButton button) ->
          button == MessageButton.CLAIM ? Optional.empty() : Optional.of(button);
      case SendAnswer _ -> Optional.empty();
      case AskForAnswer _ -> Optional.of(MessageButton.DONE);
    };
  }
}

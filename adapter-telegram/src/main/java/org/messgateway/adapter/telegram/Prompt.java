package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.Action;
import org.messgateway.api.Deed.Field;

/**
 * A question the bot asks after a button that needs more than a press.
 *
 * <p>The question carries what it was asked for: a link without width in its text, which Telegram
 * gives back with the reply. So nothing is to be remembered, and a restart in between loses
 * nothing.
 */
record Prompt(Action action, String delivery) {

  private static final Pattern MARK = Pattern.compile("#(done|ask|decline)-([A-Za-z0-9_-]{1,56})$");

  /** A space without width: Telegram keeps a link on it, and nobody sees or taps it. */
  private static final String UNSEEN = "&#8203;";

  /** The question in a message that somebody replies to. */
  static Optional<Prompt> in(JsonNode message) {
    for (JsonNode entity : message.path("entities")) {
      Matcher mark = MARK.matcher(entity.path("url").asText(""));
      if (mark.find()) {
        return action(mark.group(1)).map(action -> new Prompt(action, mark.group(2)));
      }
    }
    return Optional.empty();
  }

  /** Whether pressing the button is not yet all there is to say. */
  static boolean needed(Action action) {
    return switch (action) {
      case DONE, ASK, DECLINE -> true;
      case CLAIM, GIVE_BACK -> false;
    };
  }

  static Optional<Action> action(String code) {
    for (Action action : Action.values()) {
      if (action.code().equals(code)) {
        return Optional.of(action);
      }
    }
    return Optional.empty();
  }

  /** In Telegram's HTML, with the mark. */
  String html(String username) {
    return "<a href=\"https://t.me/%s#%s-%s\">%s</a>%s"
        .formatted(username, action.code(), delivery, UNSEEN, words());
  }

  String words() {
    return switch (action) {
      case DONE -> "What is the answer? Text, photo, voice or file.";
      case ASK -> "What do you want to know?";
      case DECLINE, CLAIM, GIVE_BACK -> "Why? (or /skip)";
    };
  }

  /** What stands in the empty field while nothing is typed, at most 64 characters. */
  String placeholder() {
    return switch (action) {
      case DONE -> "Your answer";
      case ASK -> "Your question";
      case DECLINE, CLAIM, GIVE_BACK -> "Why";
    };
  }

  /** The form filled in with this; nothing where nothing was said. */
  Map<String, String> fields(String text) {
    Field field =
        switch (action) {
          case DONE -> Field.TEXT;
          case ASK -> Field.QUESTION;
          case DECLINE, CLAIM, GIVE_BACK -> Field.REASON;
        };
    return text.isBlank() ? Map.of() : Map.of(field.code(), text);
  }
}

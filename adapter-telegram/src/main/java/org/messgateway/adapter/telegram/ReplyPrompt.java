package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.InboundAction.FormField;
import org.messgateway.api.MessageButton;
import org.messgateway.api.text.Texts;

/**
 * A question of the bot after a button that needs more than a press.
 *
 * <p>The question carries its button and delivery in an invisible link, which Telegram returns with
 * the reply. The gateway therefore stores nothing, and a restart loses nothing.
 */
record ReplyPrompt(MessageButton button, String delivery) {

  private static final Pattern MARK = Pattern.compile("#(done|ask|decline)-([A-Za-z0-9_-]{1,56})$");

  /** A space of zero width. Telegram keeps a link on it, and people neither see nor tap it. */
  private static final String UNSEEN = "&#8203;";

  /** The question of a message that a person replies to; empty when it is none. */
  static Optional<ReplyPrompt> in(JsonNode message) {
    for (JsonNode entity : message.path("entities")) {
      Matcher mark = MARK.matcher(entity.path("url").asText(""));
      if (mark.find()) {
        return action(mark.group(1)).map(button -> new ReplyPrompt(button, mark.group(2)));
      }
    }
    return Optional.empty();
  }

  /** Whether a press of the button alone is not enough. */
  static boolean needed(MessageButton button) {
    return switch (button) {
      case DONE, ASK, DECLINE -> true;
      case CLAIM, GIVE_BACK -> false;
    };
  }

  static Optional<MessageButton> action(String code) {
    for (MessageButton button : MessageButton.values()) {
      if (button.code().equals(code)) {
        return Optional.of(button);
      }
    }
    return Optional.empty();
  }

  /** The question in Telegram's HTML, with the invisible link. */
  String html(String username, Texts texts) {
    return "<a href=\"https://t.me/%s#%s-%s\">%s</a>%s"
        .formatted(
            username, button.code(), delivery, UNSEEN, TelegramTextBuilder.escaped(words(texts)));
  }

  String words(Texts texts) {
    return switch (button) {
      case DONE -> texts.get("ask.done");
      case ASK -> texts.get("ask.question");
      case DECLINE, CLAIM, GIVE_BACK -> texts.get("ask.why");
    };
  }

  /** The placeholder of the empty input field, at most 64 characters. */
  String placeholder(Texts texts) {
    return switch (button) {
      case DONE -> texts.get("ask.field.answer");
      case ASK -> texts.get("ask.field.question");
      case DECLINE, CLAIM, GIVE_BACK -> texts.get("ask.field.why");
    };
  }

  /** The form's fields for this text; empty for an empty text. */
  Map<String, String> fields(String text) {
    FormField field =
        switch (button) {
          case DONE -> FormField.TEXT;
          case ASK -> FormField.QUESTION;
          case DECLINE, CLAIM, GIVE_BACK -> FormField.REASON;
        };
    return text.isBlank() ? Map.of() : Map.of(field.code(), text);
  }
}

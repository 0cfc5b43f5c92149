package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AnswerButton;
import org.messgateway.api.InboundAction.FormField;
import org.messgateway.api.MessageButton;
import org.messgateway.api.text.Texts;

/**
 * A question of the bot after a button that needs more than a press.
 *
 * <p>The question carries its button and delivery in an invisible link, which Telegram returns with
 * the reply. The gateway therefore stores nothing, and a restart loses nothing.
 *
 * @param kind the answer that is asked for, where the button names one; then the button is Done
 */
record ReplyPrompt(MessageButton button, String delivery, AnswerButton.@Nullable Kind kind) {

  private static final Pattern MARK = Pattern.compile("#(done|ask|decline)-([A-Za-z0-9_-]{1,56})$");

  /** A space of zero width. Telegram keeps a link on it, and people neither see nor tap it. */
  private static final String UNSEEN = "&#8203;";

  ReplyPrompt(MessageButton button, String delivery) {
    this(button, delivery, null);
  }

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

  /** The question behind a button of this code; empty where the press is enough. */
  static Optional<ReplyPrompt> behind(String code, String delivery) {
    Optional<ReplyPrompt> answer =
        Arrays.stream(AnswerButton.Kind.values())
            .filter(kind -> !kind.sends() && kind.code().equals(code))
            .map(kind -> new ReplyPrompt(MessageButton.DONE, delivery, kind))
            .findFirst();
    return answer.or(() ->
        action(code).filter(ReplyPrompt::needed).map(button -> new ReplyPrompt(button, delivery)));
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
            username,
            button.code(),
            delivery,
            UNSEEN,
            TelegramTextBuilder.escaped(texts.get("ask." + key())));
  }

  /** The placeholder of the empty input field, at most 64 characters. */
  String placeholder(Texts texts) {
    String key = key();
    return texts.get("ask.field." + (key.equals("done") ? "answer" : key));
  }

  private String key() {
    if (kind != null) {
      return kind == AnswerButton.Kind.PHOTO ? "photo" : "answer";
    }
    return switch (button) {
      case DONE -> "done";
      case ASK -> "question";
      case DECLINE, CLAIM, GIVE_BACK -> "why";
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

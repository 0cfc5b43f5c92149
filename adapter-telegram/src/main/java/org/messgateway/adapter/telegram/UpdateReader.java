package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.telegram.UpdateMeaning.EventToReport;
import org.messgateway.adapter.telegram.UpdateMeaning.Irrelevant;
import org.messgateway.adapter.telegram.UpdateMeaning.PromptToAsk;
import org.messgateway.adapter.telegram.UpdateMeaning.RemarkToShow;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Receipt;

/** Reads Telegram's updates without I/O. */
final class UpdateReader {

  /** The code of an answer that one press sends. */
  private static final Pattern ANSWER = Pattern.compile("[a-z0-9]{1,11}-[0-9a-f]{8}");

  private static final String UNKNOWN_BUTTON = "telegram.button.unknown";

  private final TelegramMessageReader messages;

  UpdateReader(TelegramMessageReader messages) {
    this.messages = messages;
  }

  /**
   * The interpretation of updates.
   *
   * @param id the id of the event
   * @param updates one update, or all of an album
   */
  UpdateMeaning read(String id, List<JsonNode> updates) {
    JsonNode update = updates.getFirst();
    if (update.has("callback_query")) {
      return button(id, update.path("callback_query"));
    }
    if (update.has("my_chat_member")) {
      return membership(id, update.path("my_chat_member"));
    }
    return update.has("message")
        ? messages.read(id, updates.stream().map(one -> one.path("message")).toList())
        : new Irrelevant();
  }

  private static UpdateMeaning button(String id, JsonNode query) {
    TelegramUser telegramUser = TelegramUser.of(query.path("from"));
    JsonNode message = query.path("message");
    String chat = message.path("chat").path("id").asText(telegramUser.id());
    long number = message.path("message_id").asLong();
    ReplyTarget replyTarget = new ReplyTarget(chat, number, query.path("id").asText(""));
    String[] data = query.path("data").asText("").split(":", 2);
    @Nullable InboundAction pressed = pressed(data[0]).orElse(null);
    if (pressed == null || data.length < 2 || data[1].isBlank()) {
      return new RemarkToShow(UNKNOWN_BUTTON, telegramUser, replyTarget);
    }
    Optional<ReplyPrompt> prompt = ReplyPrompt.behind(data[0], data[1]);
    if (prompt.isPresent()) {
      boolean privately = isPrivate(message.path("chat"));
      return new PromptToAsk(id, prompt.get(), telegramUser, privately, replyTarget);
    }
    return new EventToReport(
        new InboundEvent(
            id,
            telegramUser.id(),
            telegramUser.name(),
            chat,
            data[1],
            receipt(chat, number),
            pressed),
        replyTarget);
  }

  /** The action of a button's code; empty for a code that is none of ours. */
  private static Optional<InboundAction> pressed(String code) {
    if (ReplyPrompt.behind(code, "").isPresent() || ReplyPrompt.action(code).isPresent()) {
      MessageButton button = ReplyPrompt.action(code).orElse(MessageButton.DONE);
      return Optional.of(new InboundAction.ButtonPress(button, Map.of(), List.of()));
    }
    return ANSWER.matcher(code).matches()
        ? Optional.of(new InboundAction.AnswerPress(code))
        : Optional.empty();
  }

  /** The opt-out or opt-in of a changed membership; other changes are irrelevant. */
  private static UpdateMeaning membership(String id, JsonNode change) {
    boolean before = isOut(change.path("old_chat_member"));
    boolean after = isOut(change.path("new_chat_member"));
    if (before == after) {
      return new Irrelevant();
    }
    TelegramUser telegramUser = TelegramUser.of(change.path("from"));
    String chat = change.path("chat").path("id").asText("");
    InboundAction action = new InboundAction.OptOutChange(after);
    return new EventToReport(
        new InboundEvent(id, telegramUser.id(), telegramUser.name(), chat, null, null, action),
        ReplyTarget.NOWHERE);
  }

  private static boolean isOut(JsonNode member) {
    return switch (member.path("status").asText("")) {
      case "kicked", "left" -> true;
      case "restricted" -> !member.path("is_member").asBoolean(true);
      default -> false;
    };
  }

  static boolean isPrivate(JsonNode chat) {
    return chat.path("type")
        .asText(chat.path("id").asLong() > 0 ? "private" : "")
        .equals("private");
  }

  /** The receipt in the form that {@link TelegramAdapter#deliver} makes. */
  static @Nullable Receipt receipt(String chat, long message) {
    return message == 0
        ? null
        : Receipt.of(TelegramAdapter.CHAT, chat, TelegramAdapter.MESSAGE, String.valueOf(message));
  }
}

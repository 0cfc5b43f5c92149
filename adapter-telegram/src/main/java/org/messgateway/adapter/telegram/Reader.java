package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.telegram.Meaning.Nothing;
import org.messgateway.adapter.telegram.Meaning.Question;
import org.messgateway.adapter.telegram.Meaning.Remark;
import org.messgateway.adapter.telegram.Meaning.Report;
import org.messgateway.api.Action;
import org.messgateway.api.Deed;
import org.messgateway.api.Receipt;
import org.messgateway.api.Said;

/** Understands Telegram's updates; asks nobody. */
final class Reader {

  private static final String UNKNOWN_BUTTON = "This button does not work any more.";

  private final MessageReader messages;

  Reader(MessageReader messages) {
    this.messages = messages;
  }

  /**
   * What they mean.
   *
   * @param id what the event is called
   * @param updates one, or all of an album
   */
  Meaning read(String id, List<JsonNode> updates) {
    JsonNode update = updates.getFirst();
    if (update.has("callback_query")) {
      return button(id, update.path("callback_query"));
    }
    if (update.has("my_chat_member")) {
      return membership(id, update.path("my_chat_member"));
    }
    return update.has("message")
        ? messages.read(id, updates.stream().map(one -> one.path("message")).toList())
        : new Nothing();
  }

  private static Meaning button(String id, JsonNode query) {
    Person person = Person.of(query.path("from"));
    JsonNode message = query.path("message");
    String chat = message.path("chat").path("id").asText(person.id());
    long number = message.path("message_id").asLong();
    Spot spot = new Spot(chat, number, query.path("id").asText(""));
    String[] data = query.path("data").asText("").split(":", 2);
    @Nullable Action action = Prompt.action(data[0]).orElse(null);
    if (action == null || data.length < 2 || data[1].isBlank()) {
      return new Remark(UNKNOWN_BUTTON, spot);
    }
    if (Prompt.needed(action)) {
      boolean privately = isPrivate(message.path("chat"));
      return new Question(id, new Prompt(action, data[1]), person, privately, spot);
    }
    Deed pressed = new Deed.Pressed(action, Map.of(), List.of());
    return new Report(
        new Said(id, person.id(), person.name(), chat, data[1], receipt(chat, number), pressed),
        spot);
  }

  /** Blocked or thrown out, or let in again; other changes of a membership change nothing. */
  private static Meaning membership(String id, JsonNode change) {
    boolean before = isOut(change.path("old_chat_member"));
    boolean after = isOut(change.path("new_chat_member"));
    if (before == after) {
      return new Nothing();
    }
    Person person = Person.of(change.path("from"));
    String chat = change.path("chat").path("id").asText("");
    Deed deed = new Deed.OptedOut(after);
    return new Report(
        new Said(id, person.id(), person.name(), chat, null, null, deed), Spot.NOWHERE);
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

  /** As {@link TelegramAdapter#deliver} gave it. */
  static @Nullable Receipt receipt(String chat, long message) {
    return message == 0
        ? null
        : Receipt.of(TelegramAdapter.CHAT, chat, TelegramAdapter.MESSAGE, String.valueOf(message));
  }
}

package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.telegram.UpdateMeaning.EventToReport;
import org.messgateway.adapter.telegram.UpdateMeaning.Irrelevant;
import org.messgateway.adapter.telegram.UpdateMeaning.RemarkToShow;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Receipt;

/**
 * Reads messages. In a group only messages to the bot count: replies to it and commands with its
 * name.
 */
final class TelegramMessageReader {

  private static final String ANONYMOUS = "telegram.anonymous";
  private static final String NOT_TAKEN = "telegram.not_taken";

  private static final Set<String> NO_ANSWERS =
      Set.of("sticker", "contact", "poll", "dice", "game", "story", "paid_media", "checklist");

  private final BotApiJsonClient api;
  private final BotIdentity bot;
  private final OpenPrompts prompts;

  TelegramMessageReader(BotApiJsonClient api, BotIdentity bot, OpenPrompts prompts) {
    this.api = api;
    this.bot = bot;
    this.prompts = prompts;
  }

  /** One message with the values that every step needs. */
  private record ReadMessage(
      String id,
      TelegramUser telegramUser,
      String chat,
      boolean privately,
      ReplyTarget replyTarget,
      JsonNode repliedTo,
      MessageContent content) {

    InboundEvent event(@Nullable String delivery, @Nullable Receipt receipt, InboundAction action) {
      return new InboundEvent(
          id, telegramUser.id(), telegramUser.name(), chat, delivery, receipt, action);
    }

    RemarkToShow remark(String key) {
      return new RemarkToShow(key, telegramUser, replyTarget);
    }

    EventToReport report(
        @Nullable String delivery, @Nullable Receipt receipt, InboundAction action) {
      return new EventToReport(event(delivery, receipt, action), replyTarget);
    }
  }

  UpdateMeaning read(String id, List<JsonNode> parts) {
    JsonNode message = leading(parts);
    if (message.has("migrate_to_chat_id") || message.has("migrate_from_chat_id")) {
      return addressChange(id, message);
    }
    ReadMessage readMessage = seen(id, message, MessageContent.of(api, parts));
    Optional<BotCommand> command =
        BotCommand.in(readMessage.content().text()).filter(found -> isForUs(found, readMessage));
    boolean toUs = readMessage.privately() || isOurs(readMessage.repliedTo());
    if (!toUs && command.isEmpty()) {
      return new Irrelevant();
    }
    if (message.has("sender_chat") && !readMessage.privately()) {
      return message.path("is_automatic_forward").asBoolean()
          ? new Irrelevant()
          : readMessage.remark(ANONYMOUS);
    }
    if (message.path("from").path("is_bot").asBoolean()
        || readMessage.telegramUser().id().isEmpty()) {
      return new Irrelevant();
    }
    return command.filter(BotCommand::isOurs).isPresent()
        ? readMessage.report(null, null, command.orElseThrow().action())
        : answer(readMessage, command, message);
  }

  /** The part of an album that is a reply; not every part names it. */
  private static JsonNode leading(List<JsonNode> parts) {
    return parts.stream()
        .filter(part -> part.has("reply_to_message"))
        .findFirst()
        .orElse(parts.getFirst());
  }

  private static ReadMessage seen(String id, JsonNode message, MessageContent content) {
    JsonNode chat = message.path("chat");
    String address = chat.path("id").asText("");
    return new ReadMessage(
        id,
        TelegramUser.of(message.path("from")),
        address,
        UpdateReader.isPrivate(chat),
        ReplyTarget.below(address, message.path("message_id").asLong()),
        message.path("reply_to_message"),
        content);
  }

  /**
   * Whether a command is for this bot: in a group the named bot, or the one whose message it
   * replies to.
   */
  private boolean isForUs(BotCommand command, ReadMessage readMessage) {
    return command.to().isEmpty()
        ? readMessage.privately() || isOurs(readMessage.repliedTo())
        : bot.isCalled(command.to());
  }

  private boolean isOurs(JsonNode message) {
    return bot.hasId(message.path("from").path("id").asLong());
  }

  private UpdateMeaning answer(
      ReadMessage readMessage, Optional<BotCommand> command, JsonNode message) {
    if (readMessage.content().isEmpty()) {
      boolean meant = NO_ANSWERS.stream().anyMatch(message::has);
      return meant ? readMessage.remark(NOT_TAKEN) : new Irrelevant();
    }
    if (readMessage.content().tooLarge()) {
      return readMessage.remark(TelegramFile.TOO_LARGE);
    }
    // Anybody can write a message with the mark of a question.
    Optional<ReplyPrompt> prompt =
        isOurs(readMessage.repliedTo()) ? prompts.in(readMessage.repliedTo()) : Optional.empty();
    if (prompt.isPresent()) {
      return filledIn(readMessage, prompt.get(), command.filter(BotCommand::isSkip).isPresent());
    }
    return readMessage.report(null, answered(readMessage), action(readMessage, command));
  }

  private static UpdateMeaning filledIn(
      ReadMessage readMessage, ReplyPrompt prompt, boolean skipped) {
    if (skipped && prompt.button() == MessageButton.ASK) {
      return new Irrelevant();
    }
    Map<String, String> fields = skipped ? Map.of() : prompt.fields(readMessage.content().words());
    InboundAction action =
        new InboundAction.ButtonPress(
            prompt.button(), fields, readMessage.content().inboundFiles());
    return readMessage.report(prompt.delivery(), null, action);
  }

  private static InboundAction action(ReadMessage readMessage, Optional<BotCommand> command) {
    MessageContent content = readMessage.content();
    String text =
        command.map(BotCommand::action).orElse(null)
                instanceof InboundAction.ChatMessage chatMessage
            ? chatMessage.text()
            : content.text();
    // Of a group only what is said to the bot comes this far.
    return new InboundAction.ChatMessage(
        text, content.inboundFiles(), content.location(), !readMessage.privately());
  }

  private static @Nullable Receipt answered(ReadMessage readMessage) {
    JsonNode message = readMessage.repliedTo();
    boolean byAPerson = !message.path("from").path("is_bot").asBoolean(true);
    return byAPerson
        ? null // Somebody comes back to what they wrote themselves.
        : UpdateReader.receipt(
            message.path("chat").path("id").asText(readMessage.chat()),
            message.path("message_id").asLong());
  }

  /** The change of a group's address, which Telegram reports in the old and in the new group. */
  private static UpdateMeaning addressChange(String id, JsonNode message) {
    String here = message.path("chat").path("id").asText("");
    String before = message.path("migrate_from_chat_id").asText(here);
    String after = message.path("migrate_to_chat_id").asText(here);
    String person = message.path("from").path("id").asText(here);
    return new EventToReport(
        new InboundEvent(
            id, person, null, before, null, null, new InboundAction.AddressChange(after)),
        ReplyTarget.NOWHERE);
  }
}

package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.telegram.Meaning.Nothing;
import org.messgateway.adapter.telegram.Meaning.Remark;
import org.messgateway.adapter.telegram.Meaning.Report;
import org.messgateway.api.Action;
import org.messgateway.api.Deed;
import org.messgateway.api.Receipt;
import org.messgateway.api.Said;

/**
 * Understands messages. In a group only what is addressed to the bot counts: replies to it and
 * commands with its name; people talk to each other there.
 */
final class MessageReader {

  private static final String ANONYMOUS =
      "I cannot see who you are while you write as the group. Switch off \"Remain anonymous\" in"
          + " your rights as an admin, and answer again.";
  private static final String NOT_TAKEN =
      "This kind of message cannot be taken. Send text, a photo, voice, video, a file or a place.";

  private static final Set<String> NO_ANSWERS =
      Set.of("sticker", "contact", "poll", "dice", "game", "story", "paid_media", "checklist");

  private final BotApi api;
  private final Identity bot;
  private final Prompts prompts;

  MessageReader(BotApi api, Identity bot, Prompts prompts) {
    this.api = api;
    this.bot = bot;
    this.prompts = prompts;
  }

  /** One message, with what is needed at every step. */
  private record Seen(
      String id,
      Person person,
      String chat,
      boolean privately,
      Spot spot,
      JsonNode repliedTo,
      Content content) {

    Said said(@Nullable String delivery, @Nullable Receipt receipt, Deed deed) {
      return new Said(id, person.id(), person.name(), chat, delivery, receipt, deed);
    }

    Report report(@Nullable String delivery, @Nullable Receipt receipt, Deed deed) {
      return new Report(said(delivery, receipt, deed), spot);
    }
  }

  Meaning read(String id, List<JsonNode> parts) {
    JsonNode message = leading(parts);
    if (message.has("migrate_to_chat_id") || message.has("migrate_from_chat_id")) {
      return moved(id, message);
    }
    Seen seen = seen(id, message, Content.of(api, parts));
    Optional<Command> command =
        Command.in(seen.content().text()).filter(found -> isForUs(found, seen));
    boolean toUs = seen.privately() || isOurs(seen.repliedTo());
    if (!toUs && command.isEmpty()) {
      return new Nothing();
    }
    if (message.has("sender_chat") && !seen.privately()) {
      return message.path("is_automatic_forward").asBoolean()
          ? new Nothing()
          : new Remark(ANONYMOUS, seen.spot());
    }
    if (message.path("from").path("is_bot").asBoolean() || seen.person().id().isEmpty()) {
      return new Nothing();
    }
    return command.filter(Command::isOurs).isPresent()
        ? seen.report(null, null, command.orElseThrow().deed())
        : answer(seen, command, message);
  }

  /** Of an album the part that says what it answers: not every part needs to. */
  private static JsonNode leading(List<JsonNode> parts) {
    return parts.stream()
        .filter(part -> part.has("reply_to_message"))
        .findFirst()
        .orElse(parts.getFirst());
  }

  private static Seen seen(String id, JsonNode message, Content content) {
    JsonNode chat = message.path("chat");
    String address = chat.path("id").asText("");
    return new Seen(
        id,
        Person.of(message.path("from")),
        address,
        Reader.isPrivate(chat),
        Spot.below(address, message.path("message_id").asLong()),
        message.path("reply_to_message"),
        content);
  }

  /** Whom a command means: in a group the bot it names, or the one whose message it replies to. */
  private boolean isForUs(Command command, Seen seen) {
    return command.to().isEmpty()
        ? seen.privately() || isOurs(seen.repliedTo())
        : bot.isCalled(command.to());
  }

  private boolean isOurs(JsonNode message) {
    return bot.is(message.path("from").path("id").asLong());
  }

  private Meaning answer(Seen seen, Optional<Command> command, JsonNode message) {
    if (seen.content().isEmpty()) {
      boolean meant = NO_ANSWERS.stream().anyMatch(message::has);
      return meant ? new Remark(NOT_TAKEN, seen.spot()) : new Nothing();
    }
    if (seen.content().tooLarge()) {
      return new Remark(TelegramFile.TOO_LARGE, seen.spot());
    }
    Optional<Prompt> prompt = prompts.in(seen.repliedTo());
    if (prompt.isPresent()) {
      return filledIn(seen, prompt.get(), command.filter(Command::isSkip).isPresent());
    }
    return seen.report(null, answered(seen), wrote(seen, command));
  }

  private static Meaning filledIn(Seen seen, Prompt prompt, boolean skipped) {
    if (skipped && prompt.action() == Action.ASK) {
      return new Nothing();
    }
    Map<String, String> fields = skipped ? Map.of() : prompt.fields(seen.content().words());
    Deed deed = new Deed.Pressed(prompt.action(), fields, seen.content().sent());
    return seen.report(prompt.delivery(), null, deed);
  }

  private static Deed wrote(Seen seen, Optional<Command> command) {
    Content content = seen.content();
    String text =
        command.map(Command::deed).orElse(null) instanceof Deed.Wrote wrote
            ? wrote.text()
            : content.text();
    return new Deed.Wrote(text, content.sent(), content.place());
  }

  private static @Nullable Receipt answered(Seen seen) {
    JsonNode message = seen.repliedTo();
    boolean byAPerson = !message.path("from").path("is_bot").asBoolean(true);
    return byAPerson
        ? null // Somebody comes back to what they wrote themselves.
        : Reader.receipt(
            message.path("chat").path("id").asText(seen.chat()),
            message.path("message_id").asLong());
  }

  /** Telegram tells it twice, in the old group and in the new one. */
  private static Meaning moved(String id, JsonNode message) {
    String here = message.path("chat").path("id").asText("");
    String before = message.path("migrate_from_chat_id").asText(here);
    String after = message.path("migrate_to_chat_id").asText(here);
    String person = message.path("from").path("id").asText(here);
    return new Report(
        new Said(id, person, null, before, null, null, new Deed.Moved(after)), Spot.NOWHERE);
  }
}

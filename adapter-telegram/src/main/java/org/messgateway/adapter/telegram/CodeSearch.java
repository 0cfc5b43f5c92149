package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.messgateway.adapter.telegram.BotApiAnswer.ErrorAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.MalformedAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.Success;
import org.messgateway.api.DeepLink.CodeEntry;
import org.messgateway.api.InboundAction;
import org.messgateway.api.Outcome;

/**
 * Looks for the code of a link among the updates that wait at Telegram, without a gateway that
 * polls. Updates are confirmed only up to one that holds the code, and only where nothing but
 * presses of Start stands before it: whatever people said waits for the gateway. Thread-safe.
 */
final class CodeSearch {

  /** The most that Telegram returns at once. */
  private static final int MOST = 100;

  /** Part of the limit that is left to the network. */
  private static final Duration NETWORK = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final BotApiJsonClient api;
  private final Duration limit;

  CodeSearch(BotApiJsonClient api, Duration limit) {
    this.api = api;
    this.limit = limit;
  }

  synchronized Optional<CodeEntry> find(String code) throws IOException {
    long start = System.nanoTime();
    Duration hold = limit.minus(NETWORK);
    ObjectNode question =
        api.parameters().put("limit", MOST).put("timeout", Math.max(0, hold.toSeconds()));
    UpdatePoller.UPDATES.forEach(question.putArray("allowed_updates")::add);
    return switch (api.ask("getUpdates", question, limit)) {
      case Success<JsonNode> success -> find(code, success.result(), start);
      case ErrorAnswer<JsonNode> refused -> throw refusal(refused);
      // A question that is lost is asked again.
      case MalformedAnswer<JsonNode> _ -> pause(start);
    };
  }

  private Optional<CodeEntry> find(String code, JsonNode updates, long start) throws IOException {
    boolean onlyStarts = true;
    for (JsonNode update : updates) {
      JsonNode message = update.path("message");
      Optional<InboundAction> action =
          BotCommand.in(message.path("text").asText("")).map(BotCommand::action);
      if (action.equals(Optional.of(new InboundAction.LinkCodeEntry(code)))) {
        if (onlyStarts) {
          confirm(update.path("update_id").asLong());
        }
        return Optional.of(entry(message));
      }
      onlyStarts &= action.equals(Optional.of(new InboundAction.Greeting())) || isJoin(update);
    }
    if (updates.size() >= MOST) {
      throw new IOException(
          MOST + " messages wait at this bot. Start the gateway, which takes them, then use link.");
    }
    // Telegram answers at once while updates wait, however long it was asked to.
    return updates.isEmpty() ? Optional.empty() : pause(start);
  }

  /** Telegram says so before the first press of Start. */
  private static boolean isJoin(JsonNode update) {
    JsonNode now = update.path("my_chat_member").path("new_chat_member");
    return now.path("status").asText().equals("member");
  }

  private void confirm(long update) {
    api.ask(
        "getUpdates",
        api.parameters().put("offset", update + 1).put("limit", 1).put("timeout", 0),
        limit);
  }

  private static CodeEntry entry(JsonNode message) {
    TelegramUser user = TelegramUser.of(message.path("from"));
    String name = user.name();
    return new CodeEntry(
        message.path("chat").path("id").asText(user.id()),
        user.id(),
        name == null || name.isBlank() ? user.id() : name);
  }

  private static IOException refusal(ErrorAnswer<JsonNode> answer) {
    if (answer.error().code() == 409) {
      return new IOException(
          answer.error().says("webhook")
              ? "A webhook is set for this bot, so another program hears it. Make a bot of its own"
                  + " for this gateway with @BotFather."
              : UpdatePoller.ANOTHER);
    }
    return switch (TelegramErrors.outcome(answer.error())) {
      case Outcome.Delivered _ -> new IOException("Telegram refuses.");
      case Outcome.Deferred deferred -> new IOException(deferred.sentence());
      case Outcome.Rejected rejected -> new IOException(rejected.sentence());
    };
  }

  /** As far as the limit allows. */
  private Optional<CodeEntry> pause(long start) throws IOException {
    Duration left = limit.minusNanos(System.nanoTime() - start);
    try {
      Thread.sleep(left.compareTo(PAUSE) > 0 ? PAUSE : left);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("The wait was interrupted.", e);
    }
  }
}

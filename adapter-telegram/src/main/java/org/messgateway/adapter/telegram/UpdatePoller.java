package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.telegram.BotApiAnswer.BotApiError;
import org.messgateway.adapter.telegram.BotApiAnswer.ErrorAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.MalformedAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.Success;
import org.messgateway.api.FailureReason;
import org.messgateway.api.InboundException;
import org.messgateway.api.Outcome;

/**
 * Polls Telegram for updates, one request at a time. An update is confirmed, by the offset of the
 * next poll, only when it is on the disk.
 *
 * <p>Every poll has a time limit independent of the network. The first poll, and the first after a
 * failure, returns at once, which shows that the connection works.
 */
final class UpdatePoller {

  /**
   * The types of updates that the adapter reads. Edited messages are not among them: an answer
   * stays as it was given.
   */
  static final List<String> UPDATES = List.of("message", "callback_query", "my_chat_member");

  private static final Duration REST = Duration.ofSeconds(1);
  private static final int BATCH = 50;

  static final String ANOTHER =
      "another program asks Telegram for this bot's messages, and only one may. Stop it, or make a"
          + " bot of its own for this gateway with @BotFather.";

  private final BotApiJsonClient api;
  private final BotIdentity bot;
  private final TelegramEventQueue eventQueue;
  private final InboundHealth health;
  private final InboundThreads threads;
  private final InboundTimings timings;
  private final BooleanSupplier mayAsk;

  private long offset;
  private int failures;
  private boolean waiting;
  private volatile boolean resting;

  /**
   * @param mayAsk whether this process polls
   */
  UpdatePoller(
      BotApiJsonClient api,
      BotIdentity bot,
      TelegramEventQueue eventQueue,
      InboundHealth health,
      InboundThreads threads,
      InboundTimings timings,
      BooleanSupplier mayAsk) {
    this.api = api;
    this.bot = bot;
    this.eventQueue = eventQueue;
    this.health = health;
    this.threads = threads;
    this.timings = timings;
    this.mayAsk = mayAsk;
  }

  /** Polls until the end. */
  void run() {
    while (!threads.ended()) {
      try {
        threads.pause(poll());
      } catch (RuntimeException | Error e) {
        // Whatever goes wrong in one poll must not end the polls.
        threads.pause(failed("a poll failed (" + e.getClass().getSimpleName() + ")", null));
      }
    }
  }

  /** Polls once, unless another does; returns the wait until the next time. */
  private Duration poll() {
    resting = !mayAsk.getAsBoolean();
    if (resting) {
      // What another has confirmed meanwhile is gone from the list when it is our turn.
      offset = 0;
      waiting = false;
      return REST;
    }
    long begun = System.nanoTime();
    BotApiAnswer<JsonNode> answer = ask();
    return threads.ended()
        ? Duration.ZERO
        : next(answer, Duration.ofNanos(System.nanoTime() - begun));
  }

  /** Whether another process polls. */
  boolean pausedForOther() {
    return resting;
  }

  private BotApiAnswer<JsonNode> ask() {
    Duration hold = waiting ? timings.longPoll() : Duration.ZERO;
    ObjectNode question =
        api.parameters().put("limit", BATCH).put("timeout", Math.ceilDiv(hold.toMillis(), 1_000));
    if (offset != 0) {
      question.put("offset", offset);
    }
    UPDATES.forEach(question.putArray("allowed_updates")::add);
    return api.ask("getUpdates", question, hold.plus(timings.slack()));
  }

  /** The wait before the next poll. */
  private Duration next(BotApiAnswer<JsonNode> answer, Duration took) {
    return switch (answer) {
      case Success<JsonNode> success when success.result().isArray() ->
          taken(success.result(), took);
      case Success<JsonNode> _ -> failed("what answers is not Telegram's Bot API.", null);
      case ErrorAnswer<JsonNode> errorAnswer -> refused(errorAnswer.error());
      case MalformedAnswer<JsonNode> malformedAnswer -> broken(malformedAnswer.outcome());
    };
  }

  private Duration taken(JsonNode updates, Duration took) {
    try {
      boolean news = acceptAll(updates);
      health.reportHealthy();
      failures = 0;
      boolean hasty = waiting && !news && took.compareTo(timings.firstPause()) < 0;
      waiting = true;
      learn();
      // A server that does not wait for news must not be asked a thousand times a second.
      return hasty ? timings.firstPause() : Duration.ZERO;
    } catch (InboundException e) {
      return failed("they cannot be kept now (" + e.getMessage() + ")", null);
    }
  }

  /**
   * Accepts all updates; true when one was new. The offset follows their numbers downwards, too:
   * after a week without updates Telegram chooses the next number at random.
   */
  private boolean acceptAll(JsonNode updates) throws InboundException {
    boolean news = false;
    for (JsonNode update : updates) {
      long number = update.path("update_id").asLong(-1);
      if (number >= 0 && eventQueue.awaitSlot()) {
        news |= eventQueue.accept(update);
        offset = number + 1;
      }
    }
    return news;
  }

  private void learn() {
    if (bot.username().isEmpty()) {
      bot.learn();
    }
  }

  private Duration broken(Outcome.Deferred outcome) {
    // One question that is lost is nothing to speak of.
    return failures == 0 ? failed("", null) : failed(outcome.sentence(), null);
  }

  private Duration refused(BotApiError error) {
    if (error.code() == 409) {
      // Whose turn has ended meanwhile is ended by the next one's question, or webhook.
      return mayAsk.getAsBoolean() ? conflict(error) : Duration.ZERO;
    }
    Outcome outcome = TelegramErrors.outcome(error);
    if (outcome instanceof Outcome.Deferred deferred) {
      if (deferred.reason() == FailureReason.CREDENTIAL_REFUSED) {
        health.reportClosed(deferred.sentence());
      }
      return failed(deferred.sentence(), error.retryAfter());
    }
    return failed("Telegram refuses the question for news (" + error.code() + ").", null);
  }

  private Duration conflict(BotApiError error) {
    if (!error.says("webhook") || error.says("other long poll") || error.says("other getupdates")) {
      return failed(ANOTHER, null);
    }
    health.reportClosed(
        "a webhook is set for this bot, so Telegram sends its messages there. It is removed now;"
            + " should it come back, another program uses this bot: make one of its own for this"
            + " gateway with @BotFather.");
    api.ask("deleteWebhook", api.parameters());
    return failed(health.trouble(), null);
  }

  private Duration failed(String sentence, @Nullable Duration wait) {
    waiting = false;
    failures++;
    if (!sentence.isEmpty()) {
      health.reportTrouble(sentence);
    }
    Duration pause = timings.pause(failures);
    return wait != null && wait.compareTo(pause) > 0 ? wait : pause;
  }
}

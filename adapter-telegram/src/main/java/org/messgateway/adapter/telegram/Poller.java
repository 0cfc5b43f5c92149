package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.telegram.Answer.Broken;
import org.messgateway.adapter.telegram.Answer.Refusal;
import org.messgateway.adapter.telegram.Answer.Refused;
import org.messgateway.adapter.telegram.Answer.Taken;
import org.messgateway.api.EarException;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;

/**
 * Asks Telegram what people did, one question at a time. An update is confirmed, by asking for what
 * comes after it, only when it is on the disk.
 *
 * <p>No question can hang: each has a limit that does not depend on the network. The first one, and
 * the first after a failure, does not wait for news: it shows at once that the way is open.
 */
final class Poller {

  /** What we understand; edited messages are none of it: an answer stands as it was given. */
  static final List<String> UPDATES = List.of("message", "callback_query", "my_chat_member");

  private static final Duration REST = Duration.ofSeconds(1);
  private static final int BATCH = 50;

  static final String ANOTHER =
      "another program asks Telegram for this bot's messages, and only one may. Stop it, or make a"
          + " bot of its own for this gateway with @BotFather.";

  private final BotApi api;
  private final Identity bot;
  private final Intake intake;
  private final Health health;
  private final Life life;
  private final Pace pace;
  private final BooleanSupplier mayAsk;

  private long offset;
  private int failures;
  private boolean waiting;
  private volatile boolean resting;

  /**
   * @param mayAsk whether it is for this process to ask
   */
  Poller(
      BotApi api,
      Identity bot,
      Intake intake,
      Health health,
      Life life,
      Pace pace,
      BooleanSupplier mayAsk) {
    this.api = api;
    this.bot = bot;
    this.intake = intake;
    this.health = health;
    this.life = life;
    this.pace = pace;
    this.mayAsk = mayAsk;
  }

  /** Until the end. */
  void run() {
    while (!life.ended()) {
      resting = !mayAsk.getAsBoolean();
      if (resting) {
        // What another has confirmed meanwhile is gone from the list when it is our turn.
        offset = 0;
        waiting = false;
        life.pause(REST);
        continue;
      }
      long begun = System.nanoTime();
      Answer<JsonNode> answer = ask();
      if (!life.ended()) {
        life.pause(next(answer, Duration.ofNanos(System.nanoTime() - begun)));
      }
    }
  }

  /** Whether another process asks in our place. */
  boolean resting() {
    return resting;
  }

  private Answer<JsonNode> ask() {
    Duration hold = waiting ? pace.longPoll() : Duration.ZERO;
    ObjectNode question =
        api.parameters().put("limit", BATCH).put("timeout", Math.ceilDiv(hold.toMillis(), 1_000));
    if (offset != 0) {
      question.put("offset", offset);
    }
    UPDATES.forEach(question.putArray("allowed_updates")::add);
    return api.ask("getUpdates", question, hold.plus(pace.slack()));
  }

  /** How long to wait before the next question. */
  private Duration next(Answer<JsonNode> answer, Duration took) {
    return switch (answer) {
      case Taken<JsonNode> taken when taken.result().isArray() -> taken(taken.result(), took);
      case Taken<JsonNode> _ -> failed("what answers is not Telegram's Bot API.", null);
      case Refused<JsonNode> refused -> refused(refused.refusal());
      case Broken<JsonNode> broken -> broken(broken.outcome());
    };
  }

  private Duration taken(JsonNode updates, Duration took) {
    try {
      boolean news = takeAll(updates);
      health.well();
      failures = 0;
      boolean hasty = waiting && !news && took.compareTo(pace.firstPause()) < 0;
      waiting = true;
      learn();
      // A server that does not wait for news must not be asked a thousand times a second.
      return hasty ? pace.firstPause() : Duration.ZERO;
    } catch (EarException e) {
      return failed("they cannot be kept now (" + e.getMessage() + ")", null);
    }
  }

  /** True when there was anything that had not been taken before. */
  private boolean takeAll(JsonNode updates) throws EarException {
    boolean news = false;
    for (JsonNode update : updates) {
      long number = update.path("update_id").asLong(-1);
      if (number >= offset && intake.awaitPlace()) {
        intake.take(update);
        offset = number + 1;
        news = true;
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

  private Duration refused(Refusal refusal) {
    if (refusal.code() == 409) {
      return conflict(refusal);
    }
    Outcome outcome = TelegramErrors.outcome(refusal);
    if (outcome instanceof Outcome.Deferred deferred) {
      if (deferred.reason() == FailureReason.CREDENTIAL_REFUSED) {
        health.closed(deferred.sentence());
      }
      return failed(deferred.sentence(), refusal.retryAfter());
    }
    return failed("Telegram refuses the question for news (" + refusal.code() + ").", null);
  }

  private Duration conflict(Refusal refusal) {
    if (!refusal.says("webhook")
        || refusal.says("other long poll")
        || refusal.says("other getupdates")) {
      return failed(ANOTHER, null);
    }
    health.closed(
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
      health.trouble(sentence);
    }
    Duration pause = pace.pause(failures);
    return wait != null && wait.compareTo(pause) > 0 ? wait : pause;
  }
}

package org.messgateway.adapter.telegram;

import static org.messgateway.api.FailureReason.ACCOUNT_MISCONFIGURED;
import static org.messgateway.api.FailureReason.CREDENTIAL_REFUSED;
import static org.messgateway.api.FailureReason.INVALID_ADDRESS;
import static org.messgateway.api.FailureReason.PAYLOAD_REFUSED;
import static org.messgateway.api.FailureReason.RECIPIENT_REFUSES;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.telegram.BotApiAnswer.BotApiError;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.http.HttpOutcomes;

/**
 * The outcomes of Telegram's refusals.
 *
 * <p>Telegram has one code per group of errors and only a text for the single error. The first row
 * that matches applies. The last row of a code, without words, covers unknown texts: a 400 means
 * that this request never succeeds, a 403 that the bot may not write there.
 */
final class TelegramErrors {

  /** An entry for a code and a description with one of the words. */
  private record Row(int code, FailureReason reason, String sentence, List<String> words) {}

  private static final List<Row> ROWS =
      List.of(
          row(
              401,
              CREDENTIAL_REFUSED,
              "Telegram refuses the bot's token: ask @BotFather for the one that is valid"),
          row(
              404,
              CREDENTIAL_REFUSED,
              "Telegram knows no bot with this token, or base_url is wrong"),
          row(
              403,
              INVALID_ADDRESS,
              "The address belongs to a bot or to a deleted user",
              "send messages to bots",
              "user is deactivated"),
          row(
              403,
              RECIPIENT_REFUSES,
              "The person has not started the bot: ask them to open it and press Start",
              "can't initiate conversation"),
          row(
              403,
              RECIPIENT_REFUSES,
              "The bot may not write there: it was blocked, removed, or never was a member"),
          row(
              400,
              INVALID_ADDRESS,
              "There is no such chat for this bot: check the id, and that the person has started"
                  + " the bot or the group has it as a member",
              "chat not found",
              "peer_id_invalid",
              "user not found",
              "chat_id is empty",
              "group is deactivated",
              "group chat was migrated",
              "chat_id_invalid",
              "channel_invalid"),
          row(
              400,
              RECIPIENT_REFUSES,
              "The bot has no right to write in this chat",
              "not enough rights",
              "have no rights",
              "chat_write_forbidden",
              "need administrator rights",
              "chat_restricted",
              "topic_closed",
              "user_is_blocked"),
          row(
              400,
              PAYLOAD_REFUSED,
              "The message that was to be changed cannot be changed any more",
              "message to edit not found",
              "message can't be edited",
              "message_id_invalid"),
          row(
              400,
              PAYLOAD_REFUSED,
              "Telegram does not take a message of this form; please report it"),
          row(413, PAYLOAD_REFUSED, "The message is too large for Telegram"),
          row(405, ACCOUNT_MISCONFIGURED, "What answers is not the Bot API: check base_url"),
          row(410, ACCOUNT_MISCONFIGURED, "What answers is not the Bot API: check base_url"));

  private TelegramErrors() {}

  /** The outcome of an error. Telegram's text is not repeated, because it may quote the message. */
  static Outcome outcome(BotApiError error) {
    return ROWS.stream()
        .filter(row -> fits(row, error))
        .findFirst()
        .map(row -> outcome(row, error))
        .orElseGet(() -> byStatus(error));
  }

  private static boolean fits(Row row, BotApiError error) {
    return row.code() == error.code()
        && (row.words().isEmpty() || row.words().stream().anyMatch(error::says));
  }

  private static Outcome outcome(Row row, BotApiError error) {
    String sentence = row.sentence() + " (" + error.code() + ").";
    return row.reason().scope() == FailureReason.FailureScope.FINAL
        ? new Rejected(row.reason(), sentence)
        : new Deferred(row.reason(), sentence, Reach.REFUSED, error.retryAfter());
  }

  /** The outcome of a code without a row: the table of all HTTP adapters. */
  private static Outcome byStatus(BotApiError error) {
    int code = error.code() == 420 ? 429 : error.code();
    return HttpOutcomes.failure(code, null, Instant.EPOCH)
        .map(outcome -> waiting(outcome, error.retryAfter()))
        .orElseThrow(() -> new IllegalArgumentException("no refusal: " + code));
  }

  private static Outcome waiting(Outcome outcome, @Nullable Duration wait) {
    return outcome instanceof Deferred deferred
        ? new Deferred(deferred.reason(), deferred.sentence(), deferred.reach(), wait)
        : outcome;
  }

  private static Row row(int code, FailureReason reason, String sentence, String... words) {
    return new Row(code, reason, sentence, List.of(words));
  }
}

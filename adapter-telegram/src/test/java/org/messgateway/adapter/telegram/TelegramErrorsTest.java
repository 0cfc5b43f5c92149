package org.messgateway.adapter.telegram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.adapter.telegram.BotApiAnswer.BotApiError;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;

class TelegramErrorsTest {

  @ParameterizedTest
  @CsvSource({
    "401, Unauthorized, CREDENTIAL_REFUSED",
    "404, Not Found, CREDENTIAL_REFUSED",
    "403, Forbidden: bot was blocked by the user, RECIPIENT_REFUSES",
    "403, Forbidden: bot was kicked from the group chat, RECIPIENT_REFUSES",
    "403, Forbidden: bot is not a member of the channel chat, RECIPIENT_REFUSES",
    "403, Forbidden: bot is not a member of the supergroup chat, RECIPIENT_REFUSES",
    "403, Forbidden: bot can't initiate conversation with a user, RECIPIENT_REFUSES",
    "403, Forbidden: bot can't send messages to bots, INVALID_ADDRESS",
    "403, Forbidden: user is deactivated, INVALID_ADDRESS",
    "403, Forbidden: something of tomorrow, RECIPIENT_REFUSES",
    "400, Bad Request: chat not found, INVALID_ADDRESS",
    "400, Bad Request: PEER_ID_INVALID, INVALID_ADDRESS",
    "400, Bad Request: group is deactivated, INVALID_ADDRESS",
    "400, [Error]: Bad Request: user not found, INVALID_ADDRESS",
    "400, Bad Request: chat_id is empty, INVALID_ADDRESS",
    "400, Bad Request: group chat was migrated to a supergroup chat, INVALID_ADDRESS",
    "400, Bad Request: not enough rights to send text messages to the chat, RECIPIENT_REFUSES",
    "400, Bad Request: have no rights to send a message, RECIPIENT_REFUSES",
    "400, Bad Request: CHAT_WRITE_FORBIDDEN, RECIPIENT_REFUSES",
    "400, Bad Request: TOPIC_CLOSED, RECIPIENT_REFUSES",
    "400, Bad Request: can't parse entities: Unsupported start tag, PAYLOAD_REFUSED",
    "400, Bad Request: message text is empty, PAYLOAD_REFUSED",
    "400, Bad Request: entities too long, PAYLOAD_REFUSED",
    "400, Bad Request: message is too long, PAYLOAD_REFUSED",
    "400, Bad Request: BUTTON_URL_INVALID, PAYLOAD_REFUSED",
    "400, Bad Request: BUTTON_DATA_INVALID, PAYLOAD_REFUSED",
    "400, Bad Request: message to edit not found, PAYLOAD_REFUSED",
    "400, Bad Request: message can't be edited, PAYLOAD_REFUSED",
    "400, Bad Request: something of tomorrow, PAYLOAD_REFUSED",
    "413, Request Entity Too Large, PAYLOAD_REFUSED",
    "409, Conflict: terminated by other long poll or webhook, CONFLICT",
    "429, Too Many Requests: retry after 5, RATE_LIMITED",
    "420, FLOOD, RATE_LIMITED",
    "500, Internal Server Error, SERVER_ERROR",
    "502, Bad Gateway, UNAVAILABLE",
    "503, Service Unavailable, UNAVAILABLE",
    "405, Method Not Allowed, ACCOUNT_MISCONFIGURED",
    "410, Gone, ACCOUNT_MISCONFIGURED",
    "418, I'm a teapot, REQUEST_REFUSED",
    "301, Moved Permanently, REQUEST_REFUSED",
  })
  void everyRefusalThatWasSeenHasItsReason(int code, String description, FailureReason reason) {
    Outcome outcome = TelegramErrors.outcome(new BotApiError(code, description, null, null));
    assertEquals(reason, reason(outcome));
    assertFalse(sentence(outcome).contains("tomorrow"), "Telegram's words are not repeated");
  }

  @Test
  void whatTelegramAsksToWaitIsPassedOn() {
    Duration wait = Duration.ofSeconds(33);
    Deferred limited =
        assertInstanceOf(
            Deferred.class, TelegramErrors.outcome(new BotApiError(429, "Too Many", wait, null)));
    assertEquals(wait, limited.retryAfter());
    assertEquals(Reach.REFUSED, limited.reach());
  }

  @Test
  void aServerThatFailsMayHaveSent() {
    Deferred failed =
        assertInstanceOf(
            Deferred.class, TelegramErrors.outcome(new BotApiError(500, "", null, null)));
    assertEquals(Reach.POSSIBLY_SENT, failed.reach());
  }

  private static FailureReason reason(Outcome outcome) {
    return switch (outcome) {
      case Deferred deferred -> deferred.reason();
      case Rejected rejected -> rejected.reason();
      case Delivered _ -> throw new AssertionError("a refusal is no success");
    };
  }

  private static String sentence(Outcome outcome) {
    return switch (outcome) {
      case Deferred deferred -> deferred.sentence();
      case Rejected rejected -> rejected.sentence();
      case Delivered _ -> "";
    };
  }
}

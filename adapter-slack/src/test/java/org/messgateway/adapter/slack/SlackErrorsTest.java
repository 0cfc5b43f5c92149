package org.messgateway.adapter.slack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.testkit.Conforms;

class SlackErrorsTest {

  @ParameterizedTest
  @CsvSource({
    "RATE_LIMITED, ratelimited",
    "ACCOUNT_RATE_LIMITED, rate_limited",
    "QUOTA_EXHAUSTED, message_limit_exceeded",
    "UNAVAILABLE, service_unavailable team_added_to_org org_login_required"
        + " external_channel_migrating",
    "SERVER_ERROR, internal_error update_failed",
    "CONFLICT, request_timeout",
    "UNCERTAIN, fatal_error",
    "CREDENTIAL_REFUSED, invalid_auth not_authed account_inactive token_revoked token_expired"
        + " not_allowed_token_type",
    "ACCOUNT_MISCONFIGURED, missing_scope no_permission accesslimited two_factor_setup_required"
        + " enterprise_is_restricted is_bot unknown_method method_deprecated deprecated_endpoint",
    "ADDRESS_FORBIDDEN, ekm_access_denied app_access_restricted access_denied",
    "INVALID_ADDRESS, channel_not_found not_in_channel is_archived team_not_found"
        + " duplicate_channel_not_found user_not_found channel_is_archived no_service no_team",
    "RECIPIENT_REFUSES, restricted_action restricted_action_read_only_channel"
        + " restricted_action_thread_only_channel restricted_action_non_threadable_channel"
        + " restricted_action_thread_locked messages_tab_disabled cannot_reply_to_message"
        + " thread_not_found action_prohibited posting_to_general_channel_denied"
        + " posting_to_channel_denied",
    "PAYLOAD_REFUSED, invalid_blocks invalid_blocks_format msg_blocks_too_long msg_too_long no_text"
        + " too_many_attachments attachment_payload_limit_exceeded metadata_too_large"
        + " invalid_metadata_format invalid_metadata_schema metadata_must_be_sent_from_app"
        + " markdown_text_conflict invalid_arg_name invalid_array_arg invalid_charset"
        + " invalid_form_data invalid_post_type missing_post_type message_not_found"
        + " cant_update_message edit_window_closed is_inactive block_mismatch invalid_payload",
  })
  @Conforms(178)
  void everyWordOfSlacksHasItsReason(FailureReason reason, String words) {
    for (String word : words.split(" ", -1)) {
      Outcome outcome = SlackErrors.outcome(word, null);
      assertEquals(reason, reason(outcome), word);
      assertTrue(sentence(outcome).contains("(" + word + ")"), sentence(outcome));
    }
  }

  @Test
  void onlyAFatalErrorMayHavePosted() {
    assertEquals(Reach.POSSIBLY_SENT, deferred("fatal_error").reach());
    assertEquals(Reach.REFUSED, deferred("internal_error").reach());
    assertEquals(Reach.REFUSED, deferred("ratelimited").reach());
  }

  @Test
  void whatSlackAsksToWaitIsPassedOnAndAMigrationIsGivenTime() {
    Deferred limited =
        assertInstanceOf(
            Deferred.class, SlackErrors.outcome("ratelimited", Duration.ofSeconds(30)));
    assertEquals(Duration.ofSeconds(30), limited.retryAfter());
    assertEquals(Duration.ofMinutes(30), deferred("team_added_to_org").retryAfter());
  }

  @Test
  void aWordOfTomorrowIsTriedAgainOnTheSchedule() {
    Deferred unknown = deferred("moon_phase_unsuitable");
    assertEquals(FailureReason.FailureScope.DELIVERY, unknown.reason().scope());
    assertEquals(Reach.REFUSED, unknown.reach());
  }

  @Test
  void whatIsNoWordIsNotRepeated() {
    String sentence = deferred("Bearer xoxb-1-secret\nforged line").sentence();
    assertFalse(sentence.contains("xoxb"), sentence);
  }

  @Test
  void anIncomingWebhooksBodyIsReadWhenItIsAKnownWord() {
    assertEquals(
        Optional.of(FailureReason.INVALID_ADDRESS),
        SlackErrors.known("no_service\n", null).map(SlackErrorsTest::reason));
    assertEquals(Optional.empty(), SlackErrors.known("<html>", null));
  }

  private static Deferred deferred(String word) {
    return assertInstanceOf(Deferred.class, SlackErrors.outcome(word, null));
  }

  private static FailureReason reason(Outcome outcome) {
    return switch (outcome) {
      case Deferred deferred -> deferred.reason();
      case Rejected rejected -> rejected.reason();
      case Outcome.Delivered _ -> throw new AssertionError("an error is no success");
    };
  }

  private static String sentence(Outcome outcome) {
    return switch (outcome) {
      case Deferred deferred -> deferred.sentence();
      case Rejected rejected -> rejected.sentence();
      case Outcome.Delivered _ -> "";
    };
  }
}

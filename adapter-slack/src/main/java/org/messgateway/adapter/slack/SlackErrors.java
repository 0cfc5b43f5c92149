package org.messgateway.adapter.slack;

import static org.messgateway.api.FailureReason.ACCOUNT_MISCONFIGURED;
import static org.messgateway.api.FailureReason.ACCOUNT_RATE_LIMITED;
import static org.messgateway.api.FailureReason.ADDRESS_FORBIDDEN;
import static org.messgateway.api.FailureReason.CONFLICT;
import static org.messgateway.api.FailureReason.CREDENTIAL_REFUSED;
import static org.messgateway.api.FailureReason.INVALID_ADDRESS;
import static org.messgateway.api.FailureReason.PAYLOAD_REFUSED;
import static org.messgateway.api.FailureReason.QUOTA_EXHAUSTED;
import static org.messgateway.api.FailureReason.RATE_LIMITED;
import static org.messgateway.api.FailureReason.RECIPIENT_REFUSES;
import static org.messgateway.api.FailureReason.SERVER_ERROR;
import static org.messgateway.api.FailureReason.UNAVAILABLE;
import static org.messgateway.api.FailureReason.UNCERTAIN;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;

/**
 * The outcomes of Slack's error words.
 *
 * <p>Sources: the error lists of chat.postMessage, chat.update and incoming webhooks in Slack's
 * reference. An error about one conversation stops only that conversation, whatever group Slack
 * puts it in.
 */
final class SlackErrors {

  /** The wait during a migration to another organisation; Slack names none. */
  private static final Duration MIGRATION = Duration.ofMinutes(30);

  private static final Pattern WORD = Pattern.compile("[a-z0-9_]{1,60}");

  private static final List<Row> ROWS =
      List.of(
          row(RATE_LIMITED, "Slack asks us to slow down here", "ratelimited"),
          row(ACCOUNT_RATE_LIMITED, "Slack finds that this app posts too much", "rate_limited"),
          row(
              QUOTA_EXHAUSTED,
              "The workspace has used up its messages; see its plan",
              "message_limit_exceeded"),
          row(UNAVAILABLE, "Slack is not available", "service_unavailable"),
          row(
              UNAVAILABLE,
              "The workspace or channel is being moved by Slack; this passes",
              "team_added_to_org org_login_required external_channel_migrating"),
          row(SERVER_ERROR, "Slack failed", "internal_error update_failed rollup_error"),
          row(CONFLICT, "Slack did not get the whole request", "request_timeout"),
          row(UNCERTAIN, "Slack failed and may have posted the message", "fatal_error"),
          row(
              CREDENTIAL_REFUSED,
              "Slack refuses the bot token; install the app again and set bot_token to the new"
                  + " Bot User OAuth Token",
              "invalid_auth not_authed account_inactive token_revoked token_expired"
                  + " not_allowed_token_type"),
          row(
              ACCOUNT_MISCONFIGURED,
              "The Slack app lacks a right; add the scope chat:write, install the app again, and"
                  + " ask the workspace's administrators if that does not help",
              "missing_scope no_permission accesslimited two_factor_setup_required"
                  + " enterprise_is_restricted is_bot unknown_method method_deprecated"
                  + " deprecated_endpoint"),
          row(
              ADDRESS_FORBIDDEN,
              "The workspace's administrators do not let the app write here",
              "ekm_access_denied app_access_restricted access_denied"),
          row(
              INVALID_ADDRESS,
              "Slack knows no such conversation, or the app is not in it; check the id and invite"
                  + " the app to the channel",
              "channel_not_found not_in_channel is_archived channel_is_archived team_not_found"
                  + " duplicate_channel_not_found user_not_found user_disabled no_service"
                  + " no_service_id no_team team_disabled invalid_token"),
          row(
              RECIPIENT_REFUSES,
              "The conversation does not take messages from the app",
              "restricted_action restricted_action_read_only_channel"
                  + " restricted_action_thread_only_channel"
                  + " restricted_action_non_threadable_channel restricted_action_thread_locked"
                  + " messages_tab_disabled cannot_reply_to_message thread_not_found"
                  + " action_prohibited"
                  + " posting_to_general_channel_denied posting_to_channel_denied"),
          row(
              PAYLOAD_REFUSED,
              "Slack does not take a message of this form; please report it",
              "invalid_blocks invalid_blocks_format msg_blocks_too_long msg_too_long no_text"
                  + " too_many_attachments attachment_payload_limit_exceeded metadata_too_large"
                  + " invalid_metadata_format invalid_metadata_schema"
                  + " metadata_must_be_sent_from_app markdown_text_conflict invalid_arg_name"
                  + " invalid_array_arg invalid_charset invalid_form_data invalid_post_type"
                  + " missing_post_type invalid_attachments invalid_payload block_mismatch"),
          row(
              PAYLOAD_REFUSED,
              "The message that was to be changed cannot be changed any more",
              "message_not_found cant_update_message edit_window_closed is_inactive"));

  private static final Map<String, Row> BY_WORD = byWord();

  private SlackErrors() {}

  /**
   * The outcome of an error word. An unknown word is a refusal that is retried on the schedule,
   * because most permanent ones are known.
   */
  static Outcome outcome(@Nullable String error, @Nullable Duration retryAfter) {
    String word = error != null && WORD.matcher(error).matches() ? error : "an unreadable error";
    Row row =
        BY_WORD.getOrDefault(
            word, row(SERVER_ERROR, "Slack refuses for a reason we do not know", ""));
    String sentence = row.meaning() + " (" + word + ").";
    if (row.reason().scope() == FailureReason.FailureScope.FINAL) {
      return new Rejected(row.reason(), sentence);
    }
    Reach reach = row.reason() == UNCERTAIN ? Reach.POSSIBLY_SENT : Reach.REFUSED;
    return new Deferred(row.reason(), sentence, reach, wait(word, retryAfter));
  }

  /** The outcome of an incoming webhook's answer; empty when its body is no known word. */
  static Optional<Outcome> known(String body, @Nullable Duration retryAfter) {
    String word = body.strip();
    return BY_WORD.containsKey(word) ? Optional.of(outcome(word, retryAfter)) : Optional.empty();
  }

  private static @Nullable Duration wait(String word, @Nullable Duration retryAfter) {
    if (retryAfter != null) {
      return retryAfter;
    }
    return switch (word) {
      case "team_added_to_org", "org_login_required", "external_channel_migrating" -> MIGRATION;
      default -> null;
    };
  }

  private static Row row(FailureReason reason, String meaning, String words) {
    return new Row(reason, meaning, List.of(words.split(" ")));
  }

  private static Map<String, Row> byWord() {
    Map<String, Row> byWord = new HashMap<>();
    ROWS.forEach(row -> row.words().forEach(word -> byWord.put(word, row)));
    return Map.copyOf(byWord);
  }

  private record Row(FailureReason reason, String meaning, List<String> words) {}
}

package org.messgateway.adapter.slack;

import com.google.gson.JsonObject;
import com.slack.api.methods.request.chat.ChatPostEphemeralRequest;
import com.slack.api.methods.request.chat.ChatPostMessageRequest;
import com.slack.api.model.view.View;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.slack.SlackEvent.SlackOrigin;
import org.messgateway.api.Secret;
import org.messgateway.api.text.Texts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows replies to the person who acted. The event is stored before, so a reply that cannot be
 * shown is logged and not retried.
 */
final class SlackResponder {

  private static final Logger LOG = LoggerFactory.getLogger(SlackResponder.class);
  private static final int LIMIT = 3_000;

  private final SlackConnections wire;
  private final Secret token;

  SlackResponder(SlackConnections wire, Secret token) {
    this.wire = wire;
    this.token = token;
  }

  /** Opens the form behind a button. Slack allows it for 3 s after the press. */
  void ask(SlackEvent.SlackPress press, Texts texts) {
    View form = SlackForms.of(press, texts);
    try {
      wire.granted(
          token, methods -> methods.viewsOpen(r -> r.triggerId(press.trigger()).view(form)));
    } catch (IOException e) {
      LOG.warn("Slack did not open a form: {}", e.getMessage());
      tell(press.origin(), texts.get("slack.too_late"));
    }
  }

  /** Shows a sentence to that person alone. */
  void tell(SlackOrigin origin, String sentence) {
    if (sentence.isBlank()) {
      return;
    }
    try {
      say(origin, Mrkdwn.linked(sentence, LIMIT));
    } catch (IOException e) {
      LOG.warn("Slack did not show somebody what became of their answer: {}", e.getMessage());
    }
  }

  private void say(SlackOrigin origin, String mrkdwn) throws IOException {
    if (origin.direct()) {
      post(origin.channel(), origin.thread(), mrkdwn);
    } else if (origin.responseUrl().isEmpty() || !responded(origin.responseUrl(), mrkdwn)) {
      ephemeral(origin, mrkdwn);
    }
  }

  /**
   * Replies at the response URL. Slack accepts five replies within 30 minutes there; false leads to
   * an ephemeral message.
   */
  private boolean responded(String url, String mrkdwn) {
    JsonObject answer = new JsonObject();
    answer.addProperty("response_type", "ephemeral");
    answer.addProperty("replace_original", false);
    answer.addProperty("text", mrkdwn);
    try {
      wire.post(url, answer);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Posts an ephemeral message; a direct message to a person who has left the channel. */
  private void ephemeral(SlackOrigin origin, String mrkdwn) throws IOException {
    ChatPostEphemeralRequest request =
        ChatPostEphemeralRequest.builder()
            .channel(origin.channel())
            .user(origin.user())
            .threadTs(thread(origin.thread()))
            .text(mrkdwn)
            .parse("none")
            .build();
    try {
      wire.granted(token, methods -> methods.chatPostEphemeral(request));
    } catch (SlackErrorException refusal) {
      post(origin.user(), "", mrkdwn);
    }
  }

  private void post(String channel, String thread, String mrkdwn) throws IOException {
    ChatPostMessageRequest request =
        ChatPostMessageRequest.builder()
            .channel(channel)
            .threadTs(thread(thread))
            .text(mrkdwn)
            .parse("none")
            .unfurlLinks(false)
            .unfurlMedia(false)
            .build();
    wire.granted(token, methods -> methods.chatPostMessage(request));
  }

  private static @Nullable String thread(String ts) {
    return ts.isEmpty() ? null : ts;
  }
}

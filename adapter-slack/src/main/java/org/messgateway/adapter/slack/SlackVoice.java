package org.messgateway.adapter.slack;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.slack.api.util.json.GsonFactory;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.messgateway.adapter.slack.SlackEvent.Scene;
import org.messgateway.api.Secret;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks to the one person who just did something. What they did is safe before, so a sentence that
 * cannot be shown is noted and let go.
 */
final class SlackVoice {

  private static final Logger LOG = LoggerFactory.getLogger(SlackVoice.class);
  private static final Gson GSON = GsonFactory.createSnakeCase();
  private static final int LIMIT = 3_000;
  private static final String TOO_LATE = "That took too long. Please press again.";

  private final SlackWire wire;
  private final Secret token;

  SlackVoice(SlackWire wire, Secret token) {
    this.wire = wire;
    this.token = token;
  }

  /** Opens the form behind a button; Slack allows it for three seconds after it was pressed. */
  void ask(SlackEvent.Pressed pressed) {
    Map<String, String> form =
        Map.of("trigger_id", pressed.trigger(), "view", GSON.toJson(SlackForms.of(pressed)));
    try {
      wire.ask("views.open", token, form);
    } catch (IOException e) {
      LOG.warn("Slack did not open a form: {}", e.getMessage());
      tell(pressed.scene(), TOO_LATE);
    }
  }

  /** Tells that person, and nobody else. */
  void tell(Scene scene, String sentence) {
    if (sentence.isBlank()) {
      return;
    }
    try {
      say(scene, Mrkdwn.linked(sentence, LIMIT));
    } catch (IOException e) {
      LOG.warn("Slack did not show somebody what became of their answer: {}", e.getMessage());
    }
  }

  private void say(Scene scene, String mrkdwn) throws IOException {
    if (scene.direct()) {
      post(scene.channel(), scene.thread(), mrkdwn);
    } else if (scene.responseUrl().isEmpty() || !responded(scene.responseUrl(), mrkdwn)) {
      ephemeral(scene, mrkdwn);
    }
  }

  /** Slack takes five answers within half an hour at such an address; then there is the other. */
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

  /** Who has left the channel since is told in person. */
  private void ephemeral(Scene scene, String mrkdwn) throws IOException {
    Map<String, String> form = words(scene.channel(), scene.thread(), mrkdwn);
    form.put("user", scene.user());
    try {
      wire.ask("chat.postEphemeral", token, form);
    } catch (SlackRefusal refusal) {
      post(scene.user(), "", mrkdwn);
    }
  }

  private void post(String channel, String thread, String mrkdwn) throws IOException {
    Map<String, String> form = words(channel, thread, mrkdwn);
    form.put("unfurl_links", "false");
    form.put("unfurl_media", "false");
    wire.ask("chat.postMessage", token, form);
  }

  private static Map<String, String> words(String channel, String thread, String mrkdwn) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("channel", channel);
    form.put("text", mrkdwn);
    form.put("parse", "none");
    if (!thread.isEmpty()) {
      form.put("thread_ts", thread);
    }
    return form;
  }
}

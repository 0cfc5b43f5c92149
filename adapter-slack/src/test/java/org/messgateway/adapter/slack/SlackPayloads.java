package org.messgateway.adapter.slack;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.Map;

/** What Slack sends, in its forms. */
final class SlackPayloads {

  static final String DELIVERY = "0123456789abcdef0123456789abcdef";
  static final String MESSAGE = "1763640000.000100";

  private SlackPayloads() {}

  static JsonObject press(String action, String channel, String user, String responseUrl) {
    return object(
        """
        {"type":"block_actions","user":{"id":"%2$s","username":"teague","name":"teague"},
         "container":{"type":"message","message_ts":"%5$s","channel_id":"%3$s","is_ephemeral":false},
         "trigger_id":"123.456.abc","channel":{"id":"%3$s","name":"directmessage"},
         "message":{"type":"message","bot_id":"B1","ts":"%5$s",
           "text":"Miller home: \\"what's in the fridge &amp; why\\""},
         "response_url":"%6$s",
         "actions":[{"action_id":"%1$s","block_id":"x","type":"button","value":"%4$s",
           "action_ts":"1763640005.%7$s"}]}
        """
            .formatted(
                action, user, channel, DELIVERY, MESSAGE, responseUrl, action.hashCode() & 0xffff));
  }

  static JsonObject press(String action) {
    return press(action, "D0999", "U04ABCDEF12", "");
  }

  /** A form sent off, as the view that was opened says. */
  static JsonObject submission(
      JsonObject view, Map<String, String> filled, List<JsonObject> files) {
    JsonObject values = new JsonObject();
    filled.forEach((field, text) -> {
      JsonObject value = new JsonObject();
      value.addProperty("type", "plain_text_input");
      value.addProperty("value", text);
      values.add(field, holding(field, value));
    });
    JsonArray uploads = new JsonArray();
    files.forEach(uploads::add);
    JsonObject input = new JsonObject();
    input.addProperty("type", "file_input");
    input.add("files", uploads);
    values.add("files", holding("files", input));
    JsonObject sent = view.deepCopy();
    sent.addProperty("id", "V777");
    sent.add("state", holding("values", values));
    JsonObject payload =
        object("{\"type\":\"view_submission\",\"user\":{\"id\":\"U04ABCDEF12\",\"name\":\"t\"}}");
    payload.add("view", sent);
    return payload;
  }

  /** A message; more is merged into the event. */
  static JsonObject message(String id, String channel, String type, String text, String more) {
    JsonObject payload =
        object(
            """
            {"type":"event_callback","event_id":"%s","event_time":1763640010,
             "authorizations":[{"team_id":"T1","user_id":"U0BOT","is_bot":true}],
             "event":{"type":"message","user":"U04ABCDEF12","ts":"1763640010.000200",
               "channel":"%s","channel_type":"%s"}}
            """
                .formatted(id, channel, type));
    JsonObject event = payload.getAsJsonObject("event");
    event.addProperty("text", text);
    object(more).entrySet().forEach(entry -> event.add(entry.getKey(), entry.getValue()));
    return payload;
  }

  static JsonObject file(String name, String mime, String url) {
    return object(
        """
        {"id":"F1","name":"%s","mimetype":"%s","size":4,"url_private":"%s"}
        """
            .formatted(name, mime, url));
  }

  static String envelope(String id, JsonObject payload) {
    JsonObject envelope = new JsonObject();
    envelope.addProperty("envelope_id", id);
    envelope.addProperty(
        "type",
        payload.get("type").getAsString().equals("event_callback") ? "events_api" : "interactive");
    envelope.addProperty("accepts_response_payload", false);
    envelope.add("payload", payload);
    return envelope.toString();
  }

  static JsonObject object(String json) {
    return JsonParser.parseString(json).getAsJsonObject();
  }

  private static JsonObject holding(String name, JsonObject value) {
    JsonObject object = new JsonObject();
    object.add(name, value);
    return object;
  }
}

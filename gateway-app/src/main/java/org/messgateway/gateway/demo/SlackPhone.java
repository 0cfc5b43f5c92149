package org.messgateway.gateway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Slack on Teague's phone. What he does goes to the gateway over Socket Mode, in the forms Slack
 * gives it (interactive payloads: block_actions, view_submission; events: message.im).
 */
final class SlackPhone implements Handset {

  static final String SCREEN = "slack";
  private static final String NAME = "teague";

  private final SlackStandIn slack;
  private final Predicate<String> socket;
  private final Screens screens;
  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, ObjectNode> views = new ConcurrentHashMap<>();
  private final AtomicInteger events = new AtomicInteger();

  /**
   * @param socket sends to the gateway; false while it is not connected
   */
  SlackPhone(SlackStandIn slack, Predicate<String> socket, Screens screens) {
    this.slack = slack;
    this.socket = socket;
    this.screens = screens;
  }

  /** A form was opened on it. */
  void opened(ObjectNode view) {
    String id = "V%04d".formatted(events.incrementAndGet());
    views.put(id, view);
    ObjectNode shown = json.createObjectNode().put("what", "form").put("view", id);
    shown.set("form", view);
    screens.flash(SCREEN, shown);
  }

  @Override
  public void touch(Touch touch) {
    switch (touch.deed()) {
      case "press" -> slack.message(touch.message()).ifPresent(message -> press(touch, message));
      case "form" ->
          Optional.ofNullable(views.remove(touch.message())).ifPresent(view -> submit(touch, view));
      case "send" -> send(touch);
      default -> throw new IllegalArgumentException("nobody can " + touch.deed() + " here");
    }
  }

  private void press(Touch touch, ObjectNode message) {
    int number = events.incrementAndGet();
    ObjectNode payload = interactive("block_actions");
    payload.put("trigger_id", "demo." + number);
    payload
        .putObject("container")
        .put("type", "message")
        .put("message_ts", touch.message())
        .put("channel_id", slack.channel());
    payload.putObject("channel").put("id", slack.channel()).put("name", "directmessage");
    payload
        .putObject("message")
        .put("ts", touch.message())
        .put("text", message.path("text").asText());
    button(message, touch.button())
        .ifPresent(button -> {
          ObjectNode action = payload.putArray("actions").addObject();
          action.put("type", "button").put("action_ts", slack.now());
          action.set("action_id", button.path("action_id"));
          action.set("value", button.path("value"));
          envelope("interactive", payload);
        });
  }

  private static Optional<JsonNode> button(ObjectNode message, String id) {
    for (JsonNode block : message.path("blocks")) {
      for (JsonNode element : block.path("elements")) {
        if (element.path("action_id").asText().equals(id)) {
          return Optional.of(element);
        }
      }
      if (block.path("accessory").path("action_id").asText().equals(id)) {
        return Optional.of(block.path("accessory"));
      }
    }
    return Optional.empty();
  }

  private void submit(Touch touch, ObjectNode view) {
    ObjectNode sent = view.deepCopy().put("id", touch.message());
    ObjectNode values = sent.putObject("state").putObject("values");
    for (JsonNode block : view.path("blocks")) {
      String id = block.path("block_id").asText();
      String type = block.path("element").path("type").asText();
      if (type.equals("plain_text_input")) {
        value(values, id, type).put("value", touch.fields().getOrDefault(id, ""));
      } else if (type.equals("file_input")) {
        files(value(values, id, type).putArray("files"), touch.photo());
      }
    }
    ObjectNode payload = interactive("view_submission");
    payload.set("view", sent);
    envelope("interactive", payload);
  }

  private static ObjectNode value(ObjectNode values, String id, String type) {
    return values.putObject(id).putObject(id).put("type", type);
  }

  private void send(Touch touch) {
    ObjectNode event = json.createObjectNode().put("type", "message");
    event.put("user", DemoHome.TEAGUE).put("ts", slack.now()).put("channel", slack.channel());
    event.put("channel_type", "im").put("text", touch.text());
    if (!touch.message().isEmpty()) {
      event.put("thread_ts", touch.message());
    }
    if (!touch.photo().isEmpty()) {
      event.put("subtype", "file_share");
      files(event.putArray("files"), touch.photo());
    }
    slack.wrote(event, touch.photo());
    ObjectNode payload = json.createObjectNode().put("type", "event_callback");
    payload.put("event_id", "Ev%06d".formatted(events.incrementAndGet()));
    payload.putArray("authorizations").addObject().put("user_id", "U0BOT").put("is_bot", true);
    payload.set("event", event);
    envelope("events_api", payload);
  }

  private void files(ArrayNode files, String name) {
    Photo.named(name)
        .ifPresent(photo ->
            files
                .addObject()
                .put("id", "F" + name)
                .put("name", photo.file())
                .put("mimetype", "image/jpeg")
                .put("size", photo.jpeg().length)
                .put("url_private", slack.url() + "/files/" + name));
  }

  private ObjectNode interactive(String type) {
    ObjectNode payload = json.createObjectNode().put("type", type);
    payload.putObject("user").put("id", DemoHome.TEAGUE).put("name", NAME);
    return payload;
  }

  private void envelope(String type, ObjectNode payload) {
    ObjectNode envelope = json.createObjectNode().put("type", type);
    envelope.put("envelope_id", "demo-" + events.incrementAndGet());
    envelope.put("accepts_response_payload", false);
    envelope.set("payload", payload);
    if (!socket.test(envelope.toString())) {
      screens.flash(
          SCREEN,
          json.createObjectNode()
              .put("what", "toast")
              .put("text", "The gateway is not connected to Slack yet. Try again."));
    }
  }
}

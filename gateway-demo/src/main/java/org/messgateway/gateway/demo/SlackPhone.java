package org.messgateway.gateway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.SlackSimulator.SlackPost;

/** Slack on Teague's phone: shows what the app posts, and does what he taps. */
final class SlackPhone implements Phone {

  static final String SCREEN = "slack";

  /** The conversation between Teague and the app. */
  private static final String CHANNEL = SlackSimulator.channel(DemoHome.TEAGUE);

  private final SlackSimulator slack;
  private final Consumer<Arrival> arrivals;
  private final DemoScreens screens;
  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, JsonNode> views = new ConcurrentHashMap<>();
  private final AtomicInteger opened = new AtomicInteger();

  SlackPhone(SlackSimulator slack, Consumer<Arrival> arrivals, DemoScreens screens) {
    this.slack = slack;
    this.arrivals = arrivals;
    this.screens = screens;
  }

  /** Shows messages from now on. */
  SlackPhone switchedOn() {
    slack.onPost(this::show);
    slack.onEphemeral(message -> toast(message.text()));
    slack.onView(view -> form(view.view()));
    return this;
  }

  private void show(SlackPost post) {
    if (!post.channel().equals(CHANNEL)) {
      return;
    }
    ObjectNode message = json.createObjectNode().put("ts", post.ts()).put("text", post.text());
    // An edit names no Slack thread: the message keeps its place.
    message.put("thread_ts", first(post.ts()).map(SlackPost::thread).orElse(post.thread()));
    if (!post.blocks().isEmpty()) {
      message.set("blocks", post.blocks());
    }
    arrivals.accept(
        new Arrival(SCREEN, DemoHome.TEAGUE, post.ts(), post.edit(), true, lines(post), List.of()));
    screens.show(SCREEN, post.ts(), message);
  }

  private Optional<SlackPost> first(String ts) {
    return slack.posts().stream().filter(post -> post.ts().equals(ts)).findFirst();
  }

  private Optional<SlackPost> latest(String ts) {
    return slack.posts().reversed().stream().filter(post -> post.ts().equals(ts)).findFirst();
  }

  private void form(JsonNode view) {
    String id = "V%04d".formatted(opened.incrementAndGet());
    views.put(id, view);
    ObjectNode shown = json.createObjectNode().put("what", "form").put("view", id);
    shown.set("form", view);
    screens.flash(SCREEN, shown);
  }

  private void toast(String text) {
    screens.flash(SCREEN, json.createObjectNode().put("what", "toast").put("text", text));
  }

  @Override
  public void touch(PhoneAction action) {
    switch (action.deed()) {
      case "press" ->
          latest(action.message())
              .filter(post -> post.hasButton(action.button()))
              .ifPresent(post -> send(slack.press(DemoHome.TEAGUE, post, action.button())));
      case "form" ->
          Optional.ofNullable(views.remove(action.message()))
              .ifPresent(view -> submit(action, view));
      case "send" -> write(action);
      default -> throw new IllegalArgumentException("nobody can " + action.deed() + " here");
    }
  }

  private void submit(PhoneAction action, JsonNode view) {
    send(slack.submit(DemoHome.TEAGUE, view, action.fields(), uploaded(action.photo())));
  }

  private List<String> uploaded(String photo) {
    return Photo.named(photo).stream().map(one -> slack.upload(one.file(), one.jpeg())).toList();
  }

  private void write(PhoneAction action) {
    ObjectNode payload = slack.wrote(DemoHome.TEAGUE, CHANNEL, action.message(), action.text());
    uploaded(action.photo()).forEach(file -> slack.sent(payload, file));
    ObjectNode event = (ObjectNode) payload.path("event");
    ObjectNode shown = event.deepCopy().put("mine", true).put("photo", action.photo());
    screens.show(SCREEN, event.path("ts").asText(), shown);
    send(payload);
  }

  private void send(ObjectNode payload) {
    if (slack.trySend(payload).isEmpty()) {
      toast("The gateway is not connected to Slack yet. Try again.");
    }
  }

  private static List<String> lines(SlackPost post) {
    List<String> lines = new ArrayList<>();
    lines.add(post.text());
    post.blocks().forEach(block -> lines.addAll(block(block)));
    return lines;
  }

  private static List<String> block(JsonNode block) {
    List<String> lines = new ArrayList<>();
    text(block.path("text"), lines);
    block.path("fields").forEach(field -> text(field, lines));
    List<String> buttons = new ArrayList<>();
    for (JsonNode element : block.path("elements")) {
      if (element.path("type").asText().equals("button")) {
        buttons.add("[" + element.path("text").path("text").asText() + "]");
      } else {
        text(element, lines);
      }
    }
    if (!buttons.isEmpty()) {
      lines.add(String.join("  ", buttons));
    }
    return lines;
  }

  private static void text(JsonNode text, List<String> lines) {
    String value = text.path("text").asText();
    if (!value.isEmpty()) {
      value.lines().forEach(lines::add);
    }
  }
}

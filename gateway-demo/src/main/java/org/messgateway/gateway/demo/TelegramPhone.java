package org.messgateway.gateway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.messgateway.testkit.simulator.TelegramSimulator;
import org.messgateway.testkit.simulator.TelegramSimulator.PressAnswer;
import org.messgateway.testkit.simulator.TelegramSimulator.TelegramPost;

/** Telegram on Ana's phone: shows what the bot sends, and does what she taps. */
final class TelegramPhone implements Phone {

  static final String SCREEN = "telegram";

  private final TelegramSimulator telegram;
  private final Consumer<Arrival> arrivals;
  private final DemoScreens screens;
  private final ObjectMapper json = new ObjectMapper();

  TelegramPhone(TelegramSimulator telegram, Consumer<Arrival> arrivals, DemoScreens screens) {
    this.telegram = telegram;
    this.arrivals = arrivals;
    this.screens = screens;
  }

  /** Shows messages from now on. */
  TelegramPhone switchedOn() {
    telegram.onPost(this::show);
    telegram.onPressAnswer(this::toast);
    return this;
  }

  private void show(TelegramPost post) {
    if (!post.chat().equals(DemoHome.ANA)) {
      return;
    }
    String id = String.valueOf(post.number());
    ObjectNode shown =
        json.createObjectNode().put("html", post.html()).put("reply", post.repliedTo());
    shown.put("ask", post.markup().path("force_reply").asBoolean());
    shown.put("placeholder", post.markup().path("input_field_placeholder").asText());
    shown.set("rows", post.markup().path("inline_keyboard"));
    arrivals.accept(
        new Arrival(SCREEN, DemoHome.ANA, id, post.edit(), true, lines(post), buttons(post)));
    screens.show(SCREEN, id, shown);
  }

  private static List<Arrival.Button> buttons(TelegramPost post) {
    return post.markup().findParents("callback_data").stream()
        .map(button ->
            new Arrival.Button(button.path("text").asText(), button.path("callback_data").asText()))
        .toList();
  }

  private void toast(PressAnswer answer) {
    if (!answer.text().isEmpty()) {
      screens.flash(
          SCREEN, json.createObjectNode().put("what", "toast").put("text", answer.text()));
    }
  }

  @Override
  public void touch(PhoneAction action) {
    long number = action.message().isEmpty() ? 0 : Long.parseLong(action.message());
    switch (action.deed()) {
      case "press" -> latest(number).ifPresent(post -> press(post, action.button()));
      case "send" -> send(number, action);
      default -> throw new IllegalArgumentException("nobody can " + action.deed() + " here");
    }
  }

  private Optional<TelegramPost> latest(long number) {
    return telegram.posts().reversed().stream().filter(post -> post.number() == number).findFirst();
  }

  private void press(TelegramPost post, String data) {
    String _ = telegram.pressData(DemoHome.ANA, post, data);
  }

  /** Only messages of the bot are answered as such. */
  private void send(long answered, PhoneAction action) {
    long repliedTo = latest(answered).map(TelegramPost::number).orElse(0L);
    Optional<Photo> photo = Photo.named(action.photo());
    long number =
        photo.isPresent()
            ? telegram.sendPhoto(
                DemoHome.ANA, DemoHome.ANA, repliedTo, action.text(), photo.get().jpeg())
            : telegram.write(DemoHome.ANA, DemoHome.ANA, repliedTo, action.text());
    screens.show(
        SCREEN,
        String.valueOf(number),
        json.createObjectNode()
            .put("mine", true)
            .put("text", action.text())
            .put("photo", photo.map(Photo::name).orElse(""))
            .put("reply", answered));
  }

  private static List<String> lines(TelegramPost post) {
    List<String> lines =
        new ArrayList<>(post.text().lines().filter(line -> !line.isBlank()).toList());
    List<String> buttons = new ArrayList<>();
    for (JsonNode row : post.markup().path("inline_keyboard")) {
      row.forEach(button -> buttons.add("[" + button.path("text").asText() + "]"));
    }
    if (!buttons.isEmpty()) {
      lines.add(String.join("  ", buttons));
    }
    return lines;
  }
}

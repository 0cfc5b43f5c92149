package org.messgateway.adapter.slack;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.slack.SlackEvent.Scene;
import org.messgateway.api.Action;

/** Reads what comes of our buttons and forms; what others' buttons send is empty. */
final class SlackPresses {

  private static final Pattern DELIVERY = Pattern.compile("[0-9a-f]{32}");

  private SlackPresses() {}

  static Optional<SlackEvent> pressed(Parsed payload) {
    Parsed button = payload.at("actions").first();
    String delivery = button.at("value").text();
    Optional<Action> action = action(button.at("action_id").text());
    if (action.isEmpty() || !DELIVERY.matcher(delivery).matches()) {
      return Optional.empty();
    }
    Scene scene = pressScene(payload);
    String id =
        "press:"
            + SlackEvents.digest(
                scene.user(),
                scene.channel(),
                scene.message(),
                delivery,
                action.get().code(),
                button.at("action_ts").textOr(payload.at("trigger_id")));
    return SlackEvents.whole(scene)
        ? Optional.of(
            new SlackEvent.Pressed(
                id,
                scene,
                action.get(),
                delivery,
                payload.at("trigger_id").text(),
                payload.at("message", "text").text()))
        : Optional.empty();
  }

  private static Scene pressScene(Parsed payload) {
    Parsed container = payload.at("container");
    String message = container.at("message_ts").textOr(payload.at("message", "ts"));
    String thread = container.at("thread_ts").textOr(payload.at("message", "thread_ts"));
    String channel = container.at("channel_id").textOr(payload.at("channel", "id"));
    // In a channel, what only one person sees would be hidden in a thread that nobody has opened.
    boolean begins = thread.isEmpty() && channel.startsWith("D");
    return new Scene(
        payload.at("user", "id").text(),
        name(payload),
        channel,
        message,
        begins ? message : thread,
        payload.at("response_url").text());
  }

  static Optional<SlackEvent> submitted(Parsed payload) {
    Parsed view = payload.at("view");
    FormNote note = FormNote.of(view.at("private_metadata").text());
    Optional<Action> action = action(note.action());
    if (!view.at("callback_id").text().equals(SlackForms.CALLBACK)
        || action.isEmpty()
        || !DELIVERY.matcher(note.delivery()).matches()) {
      return Optional.empty();
    }
    Scene scene =
        new Scene(
            payload.at("user", "id").text(),
            name(payload),
            note.channel(),
            note.message(),
            note.thread(),
            note.responseUrl());
    Parsed values = view.at("state", "values");
    String id =
        "form:"
            + SlackEvents.digest(
                scene.user(),
                view.at("id").text(),
                note.delivery(),
                note.action(),
                String.valueOf(values.json()));
    return SlackEvents.whole(scene)
        ? Optional.of(
            new SlackEvent.Submitted(
                id, scene, action.get(), note.delivery(), fields(values), uploads(values)))
        : Optional.empty();
  }

  /** Block and element of an input carry the name of its field. */
  private static Map<String, String> fields(Parsed values) {
    return values.entries().stream()
        .filter(block -> !block.getKey().equals(SlackForms.FILES))
        .map(
            block -> Map.entry(block.getKey(), block.getValue().at(block.getKey(), "value").text()))
        .filter(field -> !field.getValue().isBlank())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one));
  }

  private static List<SlackUpload> uploads(Parsed values) {
    return SlackUpload.all(values.at(SlackForms.FILES, SlackForms.FILES).at("files"));
  }

  private static @Nullable String name(Parsed payload) {
    String name = payload.at("user", "name").textOr(payload.at("user", "username"));
    return name.isEmpty() ? null : name;
  }

  private static Optional<Action> action(String code) {
    return Arrays.stream(Action.values()).filter(one -> one.code().equals(code)).findFirst();
  }
}

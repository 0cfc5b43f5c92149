package org.messgateway.adapter.slack;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.slack.SlackEvent.Scene;
import org.messgateway.api.Action;

/**
 * Reads what Slack sends, over either way: interactive payloads and events. What does not concern
 * us is empty, and so never kept: what people say to each other in a channel is not ours.
 */
final class SlackEvents {

  private static final Pattern DELIVERY = Pattern.compile("[0-9a-f]{32}");

  /** Messages with these are a person's own words; all other subtypes are edits and notices. */
  private static final Set<String> WRITTEN = Set.of("", "file_share", "thread_broadcast");

  private SlackEvents() {}

  static Optional<SlackEvent> read(Parsed payload) {
    return switch (payload.at("type").text()) {
      case "block_actions" -> pressed(payload);
      case "view_submission" -> submitted(payload);
      case "event_callback" -> wrote(payload);
      default -> Optional.empty();
    };
  }

  private static Optional<SlackEvent> pressed(Parsed payload) {
    Parsed button = payload.at("actions").first();
    String delivery = button.at("value").text();
    Optional<Action> action = action(button.at("action_id").text());
    if (action.isEmpty() || !DELIVERY.matcher(delivery).matches()) {
      return Optional.empty();
    }
    Scene scene = pressScene(payload);
    String id =
        "press:"
            + digest(
                scene.user(),
                scene.channel(),
                scene.message(),
                delivery,
                action.get().code(),
                button.at("action_ts").textOr(payload.at("trigger_id")));
    return whole(scene)
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

  private static Optional<SlackEvent> submitted(Parsed payload) {
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
            + digest(
                scene.user(),
                view.at("id").text(),
                note.delivery(),
                note.action(),
                String.valueOf(values.json()));
    return whole(scene)
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
    return uploadsOf(values.at(SlackForms.FILES, SlackForms.FILES).at("files"));
  }

  private static List<SlackUpload> uploadsOf(Parsed files) {
    return files
        .all()
        .map(SlackUpload::of)
        .filter(file -> !file.url().isEmpty() || !file.id().isEmpty())
        .toList();
  }

  private static Optional<SlackEvent> wrote(Parsed payload) {
    Parsed event = payload.at("event");
    String thread = event.at("thread_ts").text();
    boolean reply = !thread.isEmpty() && !thread.equals(event.at("ts").text());
    boolean direct = event.at("channel_type").text().equals("im");
    if (!written(payload, event) || !(direct || (reply && maybeOurs(payload, event)))) {
      return Optional.empty();
    }
    String replied = reply ? thread : "";
    Scene scene =
        new Scene(event.at("user").text(), null, event.at("channel").text(), replied, replied, "");
    String id = payload.at("event_id").text();
    return whole(scene)
        ? Optional.of(
            new SlackEvent.Wrote(
                "event:" + (id.isEmpty() ? digest(scene.channel(), event.at("ts").text()) : id),
                scene,
                SlackText.plain(event.at("text").text()),
                uploadsOf(event.at("files"))))
        : Optional.empty();
  }

  private static boolean written(Parsed payload, Parsed event) {
    return event.at("type").text().equals("message")
        && WRITTEN.contains(event.at("subtype").text())
        && !event.at("bot_id").isThere()
        && !event.at("user").text().equals(self(payload));
  }

  /** A thread that another began is not ours; where Slack does not say who, the receipt decides. */
  private static boolean maybeOurs(Parsed payload, Parsed event) {
    String began = event.at("parent_user_id").text();
    String self = self(payload);
    return began.isEmpty() || self.isEmpty() || began.equals(self);
  }

  private static String self(Parsed payload) {
    return payload
        .at("authorizations")
        .all()
        .filter(authorization -> authorization.at("is_bot").yes())
        .map(authorization -> authorization.at("user_id").text())
        .findFirst()
        .orElse("");
  }

  private static boolean whole(Scene scene) {
    return !scene.user().isEmpty() && !scene.channel().isEmpty();
  }

  private static @Nullable String name(Parsed payload) {
    String name = payload.at("user", "name").textOr(payload.at("user", "username"));
    return name.isEmpty() ? null : name;
  }

  private static Optional<Action> action(String code) {
    return Arrays.stream(Action.values()).filter(one -> one.code().equals(code)).findFirst();
  }

  private static String digest(String... parts) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256")
              .digest(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

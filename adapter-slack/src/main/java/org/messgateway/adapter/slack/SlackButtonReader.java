package org.messgateway.adapter.slack;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.slack.SlackEvent.SlackOrigin;
import org.messgateway.api.MessageButton;

/**
 * Reads presses of the gateway's buttons and submissions of its forms. Payloads of other apps'
 * buttons are empty.
 */
final class SlackButtonReader {

  private static final Pattern DELIVERY = Pattern.compile("[0-9a-f]{32}");

  private SlackButtonReader() {}

  static Optional<SlackEvent> press(LenientJson payload) {
    LenientJson button = payload.at("actions").first();
    String delivery = button.at("value").text();
    String actionId = button.at("action_id").text();
    Optional<SlackAction> action = SlackAction.of(actionId);
    if (action.isEmpty() || !DELIVERY.matcher(delivery).matches()) {
      return Optional.empty();
    }
    SlackOrigin origin = pressOrigin(payload);
    String id =
        "press:"
            + SlackEventReader.digest(
                origin.user(),
                origin.channel(),
                origin.message(),
                delivery,
                actionId,
                button.at("action_ts").textOr(payload.at("trigger_id")));
    return SlackEventReader.whole(origin)
        ? Optional.of(
            new SlackEvent.SlackPress(
                id,
                origin,
                action.get(),
                delivery,
                payload.at("trigger_id").text(),
                payload.at("message", "text").text()))
        : Optional.empty();
  }

  private static SlackOrigin pressOrigin(LenientJson payload) {
    LenientJson container = payload.at("container");
    String message = container.at("message_ts").textOr(payload.at("message", "ts"));
    String thread = container.at("thread_ts").textOr(payload.at("message", "thread_ts"));
    String channel = container.at("channel_id").textOr(payload.at("channel", "id"));
    // In a channel, what only one person sees would be hidden in a thread that nobody has opened.
    boolean begins = thread.isEmpty() && channel.startsWith("D");
    return new SlackOrigin(
        payload.at("user", "id").text(),
        name(payload),
        channel,
        message,
        begins ? message : thread,
        payload.at("response_url").text());
  }

  static Optional<SlackEvent> submission(LenientJson payload) {
    LenientJson view = payload.at("view");
    FormMetadata note = FormMetadata.of(view.at("private_metadata").text());
    Optional<MessageButton> button = SlackAction.button(note.action());
    if (!view.at("callback_id").text().equals(SlackForms.CALLBACK)
        || button.isEmpty()
        || !DELIVERY.matcher(note.delivery()).matches()) {
      return Optional.empty();
    }
    SlackOrigin origin =
        new SlackOrigin(
            payload.at("user", "id").text(),
            name(payload),
            note.channel(),
            note.message(),
            note.thread(),
            note.responseUrl());
    LenientJson values = view.at("state", "values");
    String id =
        "form:"
            + SlackEventReader.digest(
                origin.user(),
                view.at("id").text(),
                note.delivery(),
                note.action(),
                String.valueOf(values.json()));
    return SlackEventReader.whole(origin)
        ? Optional.of(
            new SlackEvent.FormSubmission(
                id, origin, button.get(), note.delivery(), fields(values), uploads(values)))
        : Optional.empty();
  }

  /** The values by field; block and element of an input carry the field's name. */
  private static Map<String, String> fields(LenientJson values) {
    return values.entries().stream()
        .filter(block -> !block.getKey().equals(SlackForms.FILES))
        .map(
            block -> Map.entry(block.getKey(), block.getValue().at(block.getKey(), "value").text()))
        .filter(field -> !field.getValue().isBlank())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one));
  }

  private static List<SlackFileInfo> uploads(LenientJson values) {
    return SlackFileInfo.all(values.at(SlackForms.FILES, SlackForms.FILES).at("files"));
  }

  private static @Nullable String name(LenientJson payload) {
    String name = payload.at("user", "name").textOr(payload.at("user", "username"));
    return name.isEmpty() ? null : name;
  }
}

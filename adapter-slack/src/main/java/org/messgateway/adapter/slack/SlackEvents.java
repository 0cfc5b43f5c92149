package org.messgateway.adapter.slack;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.messgateway.adapter.slack.SlackEvent.Scene;

/**
 * Reads what Slack sends, over either way: interactive payloads and events. What does not concern
 * us is empty, and so never kept: what people say to each other in a channel is not ours.
 */
final class SlackEvents {

  /** Messages with these are a person's own words; all other subtypes are edits and notices. */
  private static final Set<String> WRITTEN = Set.of("", "file_share", "thread_broadcast");

  private SlackEvents() {}

  static Optional<SlackEvent> read(Parsed payload) {
    return switch (payload.at("type").text()) {
      case "block_actions" -> SlackPresses.pressed(payload);
      case "view_submission" -> SlackPresses.submitted(payload);
      case "event_callback" -> wrote(payload);
      default -> Optional.empty();
    };
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
                SlackUpload.all(event.at("files"))))
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

  static boolean whole(Scene scene) {
    return !scene.user().isEmpty() && !scene.channel().isEmpty();
  }

  /** A short name for all of it, the same each time. */
  static String digest(String... parts) {
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

package org.messgateway.adapter.slack;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.messgateway.adapter.slack.SlackEvent.SlackOrigin;

/**
 * Reads Slack's interactive payloads and events of both transports. A payload that does not concern
 * the gateway is empty and therefore never stored, because people's conversations are private.
 */
final class SlackEventReader {

  /** The subtypes of messages that hold a person's own words; all others are edits and notices. */
  private static final Set<String> WRITTEN = Set.of("", "file_share", "thread_broadcast");

  private SlackEventReader() {}

  static Optional<SlackEvent> read(LenientJson payload) {
    return switch (payload.at("type").text()) {
      case "block_actions" -> SlackButtonReader.press(payload);
      case "view_submission" -> SlackButtonReader.submission(payload);
      case "event_callback" -> wrote(payload);
      default -> Optional.empty();
    };
  }

  private static Optional<SlackEvent> wrote(LenientJson payload) {
    LenientJson event = payload.at("event");
    String thread = event.at("thread_ts").text();
    boolean reply = !thread.isEmpty() && !thread.equals(event.at("ts").text());
    boolean direct = event.at("channel_type").text().equals("im");
    if (!written(payload, event) || !(direct || (reply && mayConcernUs(payload, event)))) {
      return Optional.empty();
    }
    String replied = reply ? thread : "";
    SlackOrigin origin =
        new SlackOrigin(
            event.at("user").text(), null, event.at("channel").text(), replied, replied, "");
    String id = payload.at("event_id").text();
    return whole(origin)
        ? Optional.of(
            new SlackEvent.SlackChat(
                "event:" + (id.isEmpty() ? digest(origin.channel(), event.at("ts").text()) : id),
                origin,
                MrkdwnReader.plain(event),
                SlackFileInfo.all(event.at("files"))))
        : Optional.empty();
  }

  private static boolean written(LenientJson payload, LenientJson event) {
    return event.at("type").text().equals("message")
        && WRITTEN.contains(event.at("subtype").text())
        && !event.at("bot_id").isThere()
        && !event.at("user").text().equals(self(payload));
  }

  /**
   * Whether a thread may belong to the gateway. Where Slack does not name the thread's author, the
   * receipt decides.
   */
  private static boolean mayConcernUs(LenientJson payload, LenientJson event) {
    String began = event.at("parent_user_id").text();
    String self = self(payload);
    return began.isEmpty() || self.isEmpty() || began.equals(self);
  }

  private static String self(LenientJson payload) {
    return payload
        .at("authorizations")
        .all()
        .filter(authorization -> authorization.at("is_bot").yes())
        .map(authorization -> authorization.at("user_id").text())
        .findFirst()
        .orElse("");
  }

  static boolean whole(SlackOrigin origin) {
    return !origin.user().isEmpty() && !origin.channel().isEmpty();
  }

  /** A short and stable id of all parts. */
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

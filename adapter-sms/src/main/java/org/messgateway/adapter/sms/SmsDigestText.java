package org.messgateway.adapter.sms;

import java.util.List;
import java.util.stream.Collectors;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationContent.DigestEntry;
import org.messgateway.api.NotificationText;
import org.messgateway.api.text.Texts;

/**
 * A digest as a text message: the number of tasks, the first ones with their reply codes, and the
 * instructions.
 *
 * @param start the sender's name and the number of tasks
 * @param entries the first tasks
 * @param more the number of further tasks
 * @param replies whether replies arrive
 * @param texts of the reader
 */
record SmsDigestText(
    String start, List<DigestEntry> entries, int more, boolean replies, Texts texts) {

  /** The number of segments; one is too short for several tasks. */
  private static final int SEGMENTS = 2;

  private static final int LONGEST = 320;

  /** The lengths of an intent, longest first. */
  private static final List<Integer> ROOMS = List.of(60, 48, 40, 32, 24);

  static SmsDigestText of(
      String start, NotificationContent.TaskDigest digest, Notification notification) {
    return new SmsDigestText(
        start,
        digest.entries(),
        digest.more(),
        notification.buttons().contains(MessageButton.CLAIM),
        notification.recipient().texts());
  }

  /** The text with as many tasks as fit; without tasks when none fits. */
  String fitted() {
    for (int shown = entries.size(); shown > 0; shown--) {
      for (int room : ROOMS) {
        String text = text(shown, room);
        if (text.length() <= LONGEST && SmsSegments.of(text).count() <= SEGMENTS) {
          return text;
        }
      }
    }
    return Gsm7Alphabet.simplified(start + ".");
  }

  private String text(int shown, int room) {
    String lines =
        entries.stream().limit(shown).map(one -> line(one, room)).collect(Collectors.joining());
    int rest = more + entries.size() - shown;
    String others = rest == 0 ? "" : "\n" + Gsm7Alphabet.unaccented(texts.get("digest.more", rest));
    return Gsm7Alphabet.simplified(start + ":" + lines + others + instructions(shown));
  }

  private String line(DigestEntry one, int room) {
    String code = replies && !one.replyCode().isEmpty() ? one.replyCode() + ": " : "- ";
    String intent = NotificationText.plain(one.intent()).replace('\n', ' ').strip();
    return "\n" + code + shortened(intent, room);
  }

  /** The text cut at a whole character, with dots that every encoding has. */
  private static String shortened(String text, int room) {
    return text.length() <= room
        ? text
        : text.substring(0, ShortenableText.boundary(text, room - 3)).stripTrailing() + "...";
  }

  /** The instructions, with the first reply code as the example. */
  private String instructions(int shown) {
    String code = entries.getFirst().replyCode();
    if (!replies || code.isEmpty()) {
      return "";
    }
    return "\n" + texts.get(shown == 1 ? "sms.digest" : "sms.digest.several", code);
  }
}

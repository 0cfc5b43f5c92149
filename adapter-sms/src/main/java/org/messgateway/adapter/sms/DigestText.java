package org.messgateway.adapter.sms;

import java.util.List;
import java.util.stream.Collectors;
import org.messgateway.api.Action;
import org.messgateway.api.News;
import org.messgateway.api.News.Waiting;
import org.messgateway.api.Notification;
import org.messgateway.api.Wording;

/**
 * Several tasks in one text: how many, the first of them with their letters, and how to take one.
 *
 * @param start who speaks and how many wait
 * @param waiting the first of them
 * @param more how many wait beside those
 * @param replies whether replies reach us
 */
record DigestText(String start, List<Waiting> waiting, int more, boolean replies) {

  /** Two segments: of so many tasks one does not say enough. */
  private static final int SEGMENTS = 2;

  private static final int LONGEST = 320;

  /** Room for an intent, as much as can be. */
  private static final List<Integer> ROOMS = List.of(60, 48, 40, 32, 24);

  static DigestText of(String start, News.Digest digest, Notification notification) {
    return new DigestText(
        start, digest.waiting(), digest.more(), notification.actions().contains(Action.CLAIM));
  }

  /** As many tasks as there is room for; with room for none, how many there are. */
  String fitted() {
    for (int shown = waiting.size(); shown > 0; shown--) {
      for (int room : ROOMS) {
        String text = text(shown, room);
        if (text.length() <= LONGEST && Segments.of(text).count() <= SEGMENTS) {
          return text;
        }
      }
    }
    return Gsm7.simplified(start + ".");
  }

  private String text(int shown, int room) {
    String lines =
        waiting.stream().limit(shown).map(one -> line(one, room)).collect(Collectors.joining());
    int rest = more + waiting.size() - shown;
    String others = rest == 0 ? "" : "\nand " + rest + " more";
    return Gsm7.simplified(start + ":" + lines + others + how(shown));
  }

  private String line(Waiting one, int room) {
    String code = replies && !one.replyCode().isEmpty() ? one.replyCode() + ": " : "- ";
    String intent = Wording.plain(one.intent()).replace('\n', ' ').strip();
    return "\n" + code + shortened(intent, room);
  }

  /** With dots that are in every alphabet, and no character cut in two. */
  private static String shortened(String text, int room) {
    return text.length() <= room
        ? text
        : text.substring(0, Fitted.boundary(text, room - 3)).stripTrailing() + "...";
  }

  /** The first letter stands for all of them. */
  private String how(int shown) {
    String code = waiting.getFirst().replyCode();
    if (!replies || code.isEmpty()) {
      return "";
    }
    String rest = shown == 1 ? "." : ", and so on.";
    return "\nReply " + code + "1 to take " + code + ", " + code + "2 to pass" + rest;
  }
}

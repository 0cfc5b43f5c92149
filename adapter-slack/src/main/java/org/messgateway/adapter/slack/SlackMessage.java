package org.messgateway.adapter.slack;

import com.slack.api.model.block.LayoutBlock;
import java.time.Instant;
import java.util.List;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.Wording;

/**
 * A notification as Slack shows it.
 *
 * @param text what lock screens and screen readers get; Slack asks for it beside blocks
 * @param blocks what is seen in the conversation
 */
record SlackMessage(String text, List<LayoutBlock> blocks) {

  /** chat.update refuses a longer text (msg_too_long) though chat.postMessage takes it. */
  static final int TEXT_LIMIT = 3_900;

  SlackMessage {
    blocks = List.copyOf(blocks);
  }

  /** Renders; pure. */
  static SlackMessage of(Notification notification, Instant now) {
    Wording wording = Wording.of(notification, now);
    String title = title(notification);
    String text = Mrkdwn.plain(title + ": " + said(notification, wording), TEXT_LIMIT);
    return new SlackMessage(text, blocks(notification, wording, title));
  }

  /** The documents' form is {@code MESS: "<intent>"}; a title stands for the first word. */
  private static String said(Notification notification, Wording wording) {
    return notification.news() instanceof News.Request
        ? Wording.quoted(Wording.shortened(wording.headline(), TEXT_LIMIT / 2))
        : wording.headline();
  }

  private static List<LayoutBlock> blocks(
      Notification notification, Wording wording, String title) {
    SlackBlocks blocks = new SlackBlocks();
    blocks.small(title);
    if (notification.news() instanceof News.Request) {
      blocks.large(wording.headline());
    } else {
      blocks.paragraph(wording.headline());
    }
    blocks.fields(wording.facts());
    if (notification.news() instanceof News.Digest digest) {
      blocks.waiting(notification, digest);
      return blocks.all();
    }
    // What can be done must not fall to the limits: its room is set aside first.
    blocks.reserve(notification);
    blocks.paragraphs(wording.context());
    blocks.buttons(notification);
    return blocks.all();
  }

  private static String title(Notification notification) {
    String title = Wording.plain(notification.title()).strip();
    return title.isEmpty() ? "MESS" : Wording.shortened(title, SlackBlocks.TITLE_LIMIT);
  }
}

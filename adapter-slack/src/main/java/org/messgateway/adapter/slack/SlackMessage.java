package org.messgateway.adapter.slack;

import com.slack.api.model.block.ActionsBlock;
import com.slack.api.model.block.ContextBlock;
import com.slack.api.model.block.LayoutBlock;
import com.slack.api.model.block.SectionBlock;
import com.slack.api.model.block.composition.MarkdownTextObject;
import com.slack.api.model.block.composition.TextObject;
import com.slack.api.model.block.element.BlockElement;
import com.slack.api.model.block.element.ButtonElement;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationText;

/**
 * A notification as a Slack message.
 *
 * @param text the text for lock screens and screen readers, which Slack requires beside blocks
 * @param blocks the content in the conversation
 */
record SlackMessage(String text, List<LayoutBlock> blocks) {

  /**
   * The limit of the text: chat.update refuses a longer one (msg_too_long), although
   * chat.postMessage accepts it.
   */
  static final int TEXT_LIMIT = 3_900;

  SlackMessage {
    blocks = List.copyOf(blocks);
  }

  /** Renders a notification without I/O. */
  static SlackMessage of(Notification notification, Instant now) {
    NotificationText notificationText = NotificationText.of(notification, now);
    String title = title(notification);
    String text =
        Mrkdwn.plain(title + ": " + notificationText(notification, notificationText), TEXT_LIMIT);
    return new SlackMessage(text, blocks(notification, notificationText));
  }

  /** What the blocks say, as it was before it was marked up, and the labels of the buttons. */
  String preview() {
    return blocks.stream().map(SlackMessage::shown).collect(Collectors.joining("\n"));
  }

  private static String shown(LayoutBlock block) {
    return switch (block) {
      case SectionBlock section -> section(section);
      case ContextBlock context ->
          context.getElements().stream()
              .filter(MarkdownTextObject.class::isInstance)
              .map(element -> MrkdwnReader.plain(((MarkdownTextObject) element).getText()))
              .collect(Collectors.joining(" "));
      case ActionsBlock actions ->
          actions.getElements().stream().map(SlackMessage::label).collect(Collectors.joining(" "));
      default -> "";
    };
  }

  private static String section(SectionBlock section) {
    Stream<TextObject> texts =
        section.getText() == null ? section.getFields().stream() : Stream.of(section.getText());
    String said =
        texts.map(text -> MrkdwnReader.plain(text.getText())).collect(Collectors.joining("\n"));
    return section.getAccessory() == null ? said : said + " " + label(section.getAccessory());
  }

  private static String label(BlockElement element) {
    return element instanceof ButtonElement button ? "[" + button.getText().getText() + "]" : "";
  }

  /** The text {@code MESS: "<intent>"}, with the title in place of the first word. */
  private static String notificationText(
      Notification notification, NotificationText notificationText) {
    return notification.content() instanceof NotificationContent.TaskRequest
        ? NotificationText.quoted(
            NotificationText.shortened(notificationText.headline(), TEXT_LIMIT / 2))
        : notificationText.headline();
  }

  private static List<LayoutBlock> blocks(
      Notification notification, NotificationText notificationText) {
    SlackBlocks blocks = new SlackBlocks(notification.recipient().texts());
    if (notification.content() instanceof NotificationContent.TaskRequest) {
      blocks.large(notificationText.headline());
    } else {
      blocks.paragraph(notificationText.headline());
    }
    blocks.fields(notificationText.facts());
    if (notification.content() instanceof NotificationContent.TaskDigest digest) {
      blocks.waiting(notification, digest);
      return blocks.all();
    }
    // What can be done must not fall to the limits: its room is set aside first.
    blocks.reserve(notification);
    blocks.paragraphs(notificationText.context());
    if (notification.takesReplies()) {
      blocks.small(notification.recipient().texts().get("notice.how"));
    }
    blocks.buttons(notification);
    return blocks.all();
  }

  private static String title(Notification notification) {
    String title = NotificationText.plain(notification.title()).strip();
    return title.isEmpty() ? "MESS" : NotificationText.shortened(title, SlackBlocks.TITLE_LIMIT);
  }
}

package org.messgateway.adapter.slack;

import com.slack.api.model.block.ActionsBlock;
import com.slack.api.model.block.ContextBlock;
import com.slack.api.model.block.LayoutBlock;
import com.slack.api.model.block.SectionBlock;
import com.slack.api.model.block.composition.MarkdownTextObject;
import com.slack.api.model.block.composition.TextObject;
import com.slack.api.model.block.element.BlockElement;
import com.slack.api.model.block.element.ButtonElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationText;
import org.messgateway.api.text.Texts;

/**
 * Collects blocks within Slack's limits.
 *
 * <p>Sources: Block Kit reference (50 blocks, section text 3,000, ten fields of 2,000, button text
 * 75, value 2,000, url 3,000). The limit of about 13,200 characters over all blocks is undocumented
 * and was reported to slackapi/bolt-js as issue 2509.
 */
final class SlackBlocks {

  static final int TITLE_LIMIT = 150;
  private static final int SECTION_LIMIT = 3_000;
  private static final int FIELD_LIMIT = 300;
  private static final int MOST_FIELDS = 10;
  private static final int MOST_PARAGRAPHS = 40;
  private static final int TASK_LIMIT = 300;
  private static final int TOTAL = 12_000;

  /** An upper bound of the JSON around a text. */
  private static final int OVERHEAD = 100;

  /** The least number of characters that justify a block. */
  private static final int LEAST = 200;

  private final Texts texts;
  private final List<LayoutBlock> blocks = new ArrayList<>();
  private int room = TOTAL;

  /**
   * @param texts of the reader
   */
  SlackBlocks(Texts texts) {
    this.texts = texts;
  }

  void small(String text) {
    MarkdownTextObject words = words(Mrkdwn.plain(text, TITLE_LIMIT * 5));
    blocks.add(ContextBlock.builder().elements(List.of(words)).build());
  }

  void large(String text) {
    section(Mrkdwn.bold(text, SECTION_LIMIT));
  }

  void paragraph(String text) {
    section(Mrkdwn.marked(text, Math.min(SECTION_LIMIT, room - OVERHEAD)));
  }

  void fields(List<String> lines) {
    List<TextObject> fields = new ArrayList<>();
    lines.stream()
        .filter(line -> !line.isBlank())
        .limit(MOST_FIELDS)
        .forEach(line -> fields.add(words(Mrkdwn.linked(line, FIELD_LIMIT))));
    if (!fields.isEmpty()) {
      fields.forEach(field -> spend(field.getText()));
      blocks.add(SectionBlock.builder().fields(fields).build());
    }
  }

  /** Adds the paragraphs that fit and the number of the others. */
  void paragraphs(List<String> all) {
    int shown = 0;
    while (shown < all.size() && shown < MOST_PARAGRAPHS && room > LEAST + OVERHEAD) {
      paragraph(all.get(shown));
      shown++;
    }
    if (shown < all.size()) {
      small(texts.get("slack.more", all.size() - shown));
    }
  }

  /** Adds the tasks of a digest that fit, each with its button, and the number of the others. */
  void waiting(Notification notification, NotificationContent.TaskDigest digest) {
    List<NotificationContent.DigestEntry> entries = digest.entries();
    int shown = 0;
    while (shown < entries.size() && shown < MOST_PARAGRAPHS && room > LEAST + OVERHEAD) {
      task(entries.get(shown), SlackButtons.of(notification, entries.get(shown)).orElse(null));
      shown++;
    }
    if (shown < digest.count()) {
      small(texts.get("slack.more", digest.count() - shown));
    }
  }

  private void task(NotificationContent.DigestEntry entry, @Nullable ButtonElement button) {
    String intent = NotificationText.plain(entry.intent()).strip();
    String words =
        Mrkdwn.bold(intent.isEmpty() ? texts.get("word.nothing_said") : intent, TASK_LIMIT);
    spend(words);
    if (button != null) {
      room -= OVERHEAD + urlLength(button);
    }
    blocks.add(SectionBlock.builder().text(words(words)).accessory(button).build());
  }

  /** Reserves the space of {@link #buttons}. */
  void reserve(Notification notification) {
    // Also that of one more line.
    room -= LEAST;
    SlackButtons.of(notification).forEach(button -> room -= OVERHEAD + urlLength(button));
  }

  void buttons(Notification notification) {
    List<BlockElement> elements = List.copyOf(SlackButtons.of(notification));
    if (!elements.isEmpty()) {
      blocks.add(ActionsBlock.builder().elements(elements).build());
    }
  }

  List<LayoutBlock> all() {
    return List.copyOf(blocks);
  }

  private void section(String mrkdwn) {
    if (mrkdwn.isBlank()) {
      return;
    }
    spend(mrkdwn);
    blocks.add(SectionBlock.builder().text(words(mrkdwn)).build());
  }

  private void spend(String mrkdwn) {
    room -= mrkdwn.length() + OVERHEAD;
  }

  /** A verbatim text: Slack must not search people's texts for names and channels. */
  private static MarkdownTextObject words(String mrkdwn) {
    return MarkdownTextObject.builder().text(mrkdwn).verbatim(true).build();
  }

  private static int urlLength(ButtonElement button) {
    return button.getUrl() == null ? 0 : button.getUrl().length();
  }
}

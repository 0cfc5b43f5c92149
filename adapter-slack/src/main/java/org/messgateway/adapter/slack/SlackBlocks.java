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
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.Wording;

/**
 * Collects blocks and keeps within Slack's limits.
 *
 * <p>Sources: Block Kit reference (50 blocks, section text 3,000, ten fields of 2,000, button text
 * 75, value 2,000, url 3,000); about 13,200 characters over all blocks is undocumented and was
 * reported to slackapi/bolt-js as issue 2509.
 */
final class SlackBlocks {

  static final int TITLE_LIMIT = 150;
  private static final int SECTION_LIMIT = 3_000;
  private static final int FIELD_LIMIT = 300;
  private static final int MOST_FIELDS = 10;
  private static final int MOST_PARAGRAPHS = 40;
  private static final int TASK_LIMIT = 300;
  private static final int TOTAL = 12_000;

  /** What the JSON around a text counts, generously. */
  private static final int OVERHEAD = 100;

  /** Less room than this is not worth a block of its own. */
  private static final int LEAST = 200;

  private final List<LayoutBlock> blocks = new ArrayList<>();
  private int room = TOTAL;

  void small(String text) {
    MarkdownTextObject words = words(Mrkdwn.plain(text, TITLE_LIMIT * 5));
    blocks.add(ContextBlock.builder().elements(List.of(words)).build());
  }

  void large(String text) {
    section(Mrkdwn.bold(text, SECTION_LIMIT));
  }

  void paragraph(String text) {
    section(Mrkdwn.linked(text, Math.min(SECTION_LIMIT, room - OVERHEAD)));
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

  /** As many as fit; says how many did not. */
  void paragraphs(List<String> texts) {
    int shown = 0;
    while (shown < texts.size() && shown < MOST_PARAGRAPHS && room > LEAST + OVERHEAD) {
      paragraph(texts.get(shown));
      shown++;
    }
    if (shown < texts.size()) {
      small("… and " + (texts.size() - shown) + " more");
    }
  }

  /** Several tasks, each with its button; says how many are not shown. */
  void waiting(Notification notification, News.Digest digest) {
    List<News.Waiting> waiting = digest.waiting();
    int shown = 0;
    while (shown < waiting.size() && shown < MOST_PARAGRAPHS && room > LEAST + OVERHEAD) {
      task(waiting.get(shown), SlackButtons.of(notification, waiting.get(shown)).orElse(null));
      shown++;
    }
    if (shown < digest.count()) {
      small("… and " + (digest.count() - shown) + " more");
    }
  }

  private void task(News.Waiting waiting, @Nullable ButtonElement button) {
    String intent = Wording.plain(waiting.intent()).strip();
    String words = Mrkdwn.bold(intent.isEmpty() ? "(nothing said)" : intent, TASK_LIMIT);
    spend(words);
    if (button != null) {
      room -= OVERHEAD + urlLength(button);
    }
    blocks.add(SectionBlock.builder().text(words(words)).accessory(button).build());
  }

  /** Keeps room for the buttons that {@link #buttons} will add. */
  void reserve(Notification notification) {
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

  /** Verbatim: Slack must not look for names and channels in what people wrote. */
  private static MarkdownTextObject words(String mrkdwn) {
    return MarkdownTextObject.builder().text(mrkdwn).verbatim(true).build();
  }

  private static int urlLength(ButtonElement button) {
    return button.getUrl() == null ? 0 : button.getUrl().length();
  }
}

package org.messgateway.adapter.telegram;

import java.util.List;
import org.messgateway.api.Wording;

/**
 * A text that grows in two forms, with markup and without, and never beyond what Telegram takes.
 *
 * <p>The limit is 4,096 UTF-16 units after entities are parsed (Bot API, sendMessage), so it is the
 * plain form that is cut, before anything is escaped.
 */
final class Text {

  static final int LIMIT = 4_096;

  private final StringBuilder html = new StringBuilder();
  private final StringBuilder plain = new StringBuilder();

  /** One line in bold. */
  void bold(String words) {
    String cut = Wording.shortened(words, room());
    if (cut.isBlank()) {
      return;
    }
    newline();
    html.append("<b>").append(escaped(cut)).append("</b>");
    plain.append(cut);
  }

  /** One line of at most {@code limit} units. */
  void line(String words, int limit) {
    String cut = Wording.shortened(words, Math.min(limit, room()));
    if (cut.isBlank()) {
      return;
    }
    newline();
    html.append(escaped(cut));
    plain.append(cut);
  }

  /** An empty line. */
  void gap() {
    html.append('\n');
    plain.append('\n');
  }

  /** What is good to know, each set off by an empty line, as far as there is room. */
  void rest(List<String> paragraphs) {
    for (String paragraph : paragraphs) {
      // Two line breaks and a handful of words, or it is not worth a line.
      if (room() < 20) {
        return;
      }
      gap();
      line(paragraph, room());
    }
  }

  String html() {
    return html.toString();
  }

  String plain() {
    return plain.toString();
  }

  /** What is left when a line break has been added. */
  private int room() {
    return Math.max(0, LIMIT - plain.length() - 1);
  }

  private void newline() {
    if (!plain.isEmpty()) {
      gap();
    }
  }

  /** Telegram's HTML knows these three; quotes matter in attributes only, and we write none. */
  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}

package org.messgateway.adapter.telegram;

import java.util.List;
import org.messgateway.api.Wording;

/**
 * A text that grows in two forms, with markup and without, and never beyond what Telegram takes.
 *
 * <p>The limit is 4,096 UTF-16 units after entities are parsed (Bot API, sendMessage). It is kept
 * for the form with markup, which is the longer one, so that servers and proxies that count what
 * they see are content too; what is cut is always the plain text, before anything is escaped.
 */
final class Text {

  static final int LIMIT = 4_096;

  private final StringBuilder html = new StringBuilder();
  private final StringBuilder plain = new StringBuilder();

  /** One line in bold. */
  void bold(String words) {
    line("<b>", words, "</b>", LIMIT);
  }

  /** One line of at most {@code limit} units. */
  void line(String words, int limit) {
    line("", words, "", limit);
  }

  private void line(String open, String words, String close, int limit) {
    String cut = cut(words, Math.min(limit, room() - open.length() - close.length()));
    if (cut.isBlank()) {
      return;
    }
    if (!plain.isEmpty()) {
      gap();
    }
    html.append(open).append(escaped(cut)).append(close);
    plain.append(cut);
  }

  /** As much of the words as stays within the limit when it is escaped. */
  private static String cut(String words, int limit) {
    String cut = Wording.shortened(words, Math.max(0, limit));
    int over = escaped(cut).length() - limit;
    while (over > 0 && cut.length() > 1) {
      // One character grows by four at most.
      cut = Wording.shortened(words, cut.length() - Math.max(1, over / 5));
      over = escaped(cut).length() - limit;
    }
    return over > 0 ? "" : cut;
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
    return Math.max(0, LIMIT - html.length() - 1);
  }

  /** Telegram's HTML knows these three; quotes matter in attributes only, and we write none. */
  static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}

package org.messgateway.adapter.telegram;

import java.util.List;
import org.messgateway.api.MarkedText;
import org.messgateway.api.NotificationText;
import org.messgateway.api.PlainText;

/**
 * Builds a text with and without markup, within Telegram's limit.
 *
 * <p>The limit is 4,096 UTF-16 units after entities are parsed (Bot API, sendMessage). The builder
 * keeps it for the longer form, the one with markup, so that servers and proxies that count the raw
 * text accept it too. A cut shortens the plain text before it is escaped.
 */
final class TelegramTextBuilder {

  static final int LIMIT = 4_096;

  /** The tags and line breaks of the last line. */
  private static final int LAST_MARKUP = 10;

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
    String cut = cut(PlainText.of(words), Math.min(limit, room() - open.length() - close.length()));
    if (cut.isBlank()) {
      return;
    }
    if (!plain.isEmpty()) {
      gap();
    }
    html.append(open).append(escaped(cut)).append(close);
    plain.append(cut);
  }

  /** The words that stay within the limit when they are escaped. */
  private static String cut(String words, int limit) {
    String cut = NotificationText.shortened(words, Math.max(0, limit));
    int over = escaped(cut).length() - limit;
    while (over > 0 && cut.length() > 1) {
      // One character grows by four at most.
      cut = NotificationText.shortened(words, cut.length() - Math.max(1, over / 5));
      over = escaped(cut).length() - limit;
    }
    return over > 0 ? "" : cut;
  }

  /** An empty line. */
  void gap() {
    html.append('\n');
    plain.append('\n');
  }

  /**
   * Adds paragraphs, each after an empty line, as long as they fit.
   *
   * @param last a line in small letters after them, which always fits; empty for none
   */
  void rest(List<String> paragraphs, String last) {
    int reserved = last.isEmpty() ? 0 : escaped(last).length() + LAST_MARKUP;
    for (String paragraph : paragraphs) {
      // Two line breaks and a handful of words, or it is not worth a line.
      if (room() - reserved < 20) {
        break;
      }
      gap();
      marked(paragraph, room() - reserved);
    }
    if (!last.isEmpty() && room() >= reserved) {
      gap();
      line("<i>", last, "</i>", room());
    }
  }

  /** A text with its marks; without them where it has to be cut. */
  private void marked(String words, int limit) {
    if (words.isBlank()) {
      return;
    }
    StringBuilder marked = new StringBuilder();
    // A longer text is cut in any case, and its marks cost time.
    if (words.length() <= limit) {
      MarkedText.pieces(words).forEach(piece -> marked.append(marked(piece)));
    }
    String without = MarkedText.plain(NotificationText.shortened(words, LIMIT));
    if (marked.isEmpty() || marked.length() > limit || without.isBlank()) {
      line(without, limit);
      return;
    }
    if (!plain.isEmpty()) {
      gap();
    }
    html.append(marked);
    plain.append(without);
  }

  private static String marked(MarkedText.Piece piece) {
    String words = escaped(piece.text());
    if (words.isBlank()) {
      return words;
    }
    if (piece.styles().contains(MarkedText.Style.CODE)) {
      return "<code>" + words + "</code>";
    }
    String inner =
        piece.styles().contains(MarkedText.Style.ITALIC) ? "<i>" + words + "</i>" : words;
    return piece.styles().contains(MarkedText.Style.BOLD) ? "<b>" + inner + "</b>" : inner;
  }

  String html() {
    return html.toString();
  }

  String plain() {
    return plain.toString();
  }

  /** The remaining units after a line break. */
  private int room() {
    return Math.max(0, LIMIT - html.length() - 1);
  }

  /**
   * The text escaped for Telegram's HTML, which has these three entities. Quotes matter only in
   * attributes, which are not written here.
   */
  static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}

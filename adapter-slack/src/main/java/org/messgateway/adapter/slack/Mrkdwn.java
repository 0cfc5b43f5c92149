package org.messgateway.adapter.slack;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.MarkedText;
import org.messgateway.api.PlainText;

/**
 * Converts plain text to Slack's mrkdwn.
 *
 * <p>Only {@code &}, {@code <} and {@code >} have an escape in mrkdwn. With {@code <} escaped, a
 * person's text cannot become a mention, a call to everybody or a link with a false label. Web
 * addresses become explicit links, because texts are sent {@code verbatim}.
 */
final class Mrkdwn {

  private static final Pattern LINK =
      Pattern.compile("https?://[^\\s<>|\"]*[^\\s<>|\".,;:!?'()\\[\\]*_~`]");

  /** The number of lines in bold; each costs two characters. */
  private static final int MOST_BOLD_LINES = 20;

  private Mrkdwn() {}

  /** The text escaped without links, for notifications, which show none. */
  static String plain(String text, int limit) {
    return joined(characters(head(text, limit)), limit);
  }

  /** The text with its web addresses as links, at most {@code limit} characters of mrkdwn. */
  static String linked(String text, int limit) {
    return joined(pieces(head(text, limit)), limit);
  }

  /**
   * A text with its marks as Slack's, at most {@code limit} characters of mrkdwn; without them
   * where it would have to be cut.
   */
  static String marked(String text, int limit) {
    StringBuilder marked = new StringBuilder();
    // A longer text is cut in any case, and its marks cost time.
    if (text.length() <= limit) {
      MarkedText.pieces(text).forEach(piece -> marked.append(marked(piece)));
    }
    return marked.isEmpty() || marked.length() > limit
        ? linked(MarkedText.plain(head(text, limit)), limit)
        : marked.toString();
  }

  private static String marked(MarkedText.Piece piece) {
    if (piece.styles().contains(MarkedText.Style.CODE)) {
      return piece.text().isBlank() ? piece.text() : "`" + escaped(piece.text()) + "`";
    }
    String inner = String.join("", pieces(piece.text()));
    if (inner.isBlank()) {
      return inner;
    }
    boolean bold = piece.styles().contains(MarkedText.Style.BOLD);
    boolean italic = piece.styles().contains(MarkedText.Style.ITALIC);
    String marks = (bold ? "*" : "") + (italic ? "_" : "");
    return marks + inner + new StringBuilder(marks).reverse();
  }

  /** The text in bold, line by line, because Slack's bold ends with the line. */
  static String bold(String text, int limit) {
    long lines = text.lines().limit(MOST_BOLD_LINES + 1).count();
    if (lines > MOST_BOLD_LINES) {
      return linked(text, limit);
    }
    StringBuilder bold = new StringBuilder();
    linked(text, limit - 2 * (int) lines)
        .lines()
        .forEach(
            line -> bold.append(line.isBlank() ? line : "*" + line.strip() + "*").append('\n'));
    return bold.toString().stripTrailing();
  }

  /**
   * The start of the text without hidden characters, one character more than fits, which shows
   * whether a cut is necessary.
   */
  private static String head(String words, int limit) {
    String text = PlainText.of(words);
    return text.length() <= limit + 1 ? text : text.substring(0, limit + 1);
  }

  private static List<String> pieces(String text) {
    List<String> pieces = new ArrayList<>();
    Matcher links = LINK.matcher(text);
    int at = 0;
    while (links.find()) {
      pieces.addAll(characters(text.substring(at, links.start())));
      pieces.add("<" + escaped(links.group()) + ">");
      at = links.end();
    }
    pieces.addAll(characters(text.substring(at)));
    return pieces;
  }

  private static List<String> characters(String text) {
    return text.codePoints().mapToObj(Character::toString).map(Mrkdwn::escaped).toList();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String joined(List<String> pieces, int limit) {
    int length = pieces.stream().mapToInt(String::length).sum();
    if (length <= limit) {
      return String.join("", pieces);
    }
    StringBuilder cut = new StringBuilder();
    for (String piece : pieces) {
      if (cut.length() + piece.length() > limit - 1) {
        break;
      }
      cut.append(piece);
    }
    return cut.toString().stripTrailing() + "…";
  }
}

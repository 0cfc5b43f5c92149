package org.messgateway.adapter.slack;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plain text as Slack's mrkdwn.
 *
 * <p>Only {@code &}, {@code <} and {@code >} have an escape in mrkdwn; with {@code <} gone nothing
 * that a person wrote can become a mention, a call to everybody or a link with a false label. Web
 * addresses become links of their own, because texts are sent {@code verbatim}.
 */
final class Mrkdwn {

  private static final Pattern LINK =
      Pattern.compile("https?://[^\\s<>|\"]*[^\\s<>|\".,;:!?'()\\[\\]*_~`]");

  /** More lines than this in bold would be shouting, and each costs two characters. */
  private static final int MOST_BOLD_LINES = 20;

  private Mrkdwn() {}

  /** The text with everything escaped and nothing more: for notifications, which show no links. */
  static String plain(String text, int limit) {
    return joined(characters(head(text, limit)), limit);
  }

  /** The text with its web addresses as links, at most {@code limit} characters of mrkdwn. */
  static String linked(String text, int limit) {
    return joined(pieces(head(text, limit)), limit);
  }

  /** The text in bold, line by line: Slack's bold ends with the line. */
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

  /** One more than fits is enough to see that something must be cut. */
  private static String head(String text, int limit) {
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

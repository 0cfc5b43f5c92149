package org.messgateway.adapter.slack;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes Slack's markup from what a person wrote; the inverse of {@link Mrkdwn}. */
final class MrkdwnReader {

  private static final Pattern MARKED = Pattern.compile("<([^<>|]*)(?:\\|([^<>]*))?>");

  private MrkdwnReader() {}

  /** {@code <https://a.b|a.b> <@U1>} becomes {@code https://a.b @U1}. */
  static String plain(String text) {
    String unmarked =
        MARKED.matcher(text).replaceAll(match -> Matcher.quoteReplacement(unmarked(match)));
    return unmarked.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").strip();
  }

  private static String unmarked(MatchResult match) {
    String target = match.group(1);
    String label = match.group(2) == null ? "" : match.group(2);
    if (target.isEmpty()) {
      return label;
    }
    return switch (target.charAt(0)) {
      case '@', '#' -> target.charAt(0) + (label.isEmpty() ? target.substring(1) : label);
      case '!' -> label.isEmpty() ? "@" + target.substring(1) : label;
      default -> link(target, label);
    };
  }

  private static String link(String target, String label) {
    boolean web = target.startsWith("http://") || target.startsWith("https://");
    return web || label.isEmpty() ? target : label;
  }
}

package org.messgateway.adapter.slack;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Removes Slack's markup from what a person wrote; the inverse of {@link Mrkdwn}. */
final class MrkdwnReader {

  private static final Pattern MARKED = Pattern.compile("<([^<>|]*)(?:\\|([^<>]*))?>");

  /** An emoji in a text: {@code :+1:}, {@code :+1::skin-tone-3:}. */
  private static final Pattern EMOJI =
      Pattern.compile(":([^:\\s]{1,100}):(?::skin-tone-[\\d-]{1,8}:)?");

  /** The code points of an emoji in a block: {@code 1f44d-1f3fc}. */
  private static final Pattern CODE_POINTS =
      Pattern.compile("(?!d[89a-f])[0-9a-f]{4,5}(?:-(?!d[89a-f])[0-9a-f]{4,5}){0,15}");

  private MrkdwnReader() {}

  /**
   * The words of a message. Its text has only the names of emoji, and its blocks have their
   * characters; an emoji of the workspace's own has none.
   */
  static String plain(LenientJson message) {
    Map<String, String> emoji =
        elements(message.at("blocks"))
            .filter(element -> element.at("type").text().equals("emoji"))
            .filter(element -> CODE_POINTS.matcher(element.at("unicode").text()).matches())
            .collect(
                Collectors.toMap(
                    element -> element.at("name").text().split("::", 2)[0],
                    element -> characters(element.at("unicode").text()),
                    (first, _) -> first));
    return EMOJI
        .matcher(plain(message.at("text").text()))
        .replaceAll(
            match -> Matcher.quoteReplacement(emoji.getOrDefault(match.group(1), match.group())));
  }

  private static Stream<LenientJson> elements(LenientJson blocks) {
    return blocks
        .all()
        .flatMap(block -> Stream.concat(Stream.of(block), elements(block.at("elements"))));
  }

  private static String characters(String codePoints) {
    return Stream.of(codePoints.split("-"))
        .map(codePoint -> Character.toString(Integer.parseInt(codePoint, 16)))
        .collect(Collectors.joining());
  }

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

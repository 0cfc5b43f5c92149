package org.messgateway.gateway.telemetry;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/** How values may stand in a log line: one line, short, nothing that opens a door. */
final class Shown {

  private static final int LONGEST = 300;
  private static final Pattern PHONE = Pattern.compile("\\+?[0-9][0-9 ()-]{5,}");
  private static final Pattern URL =
      Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*://.*", Pattern.DOTALL);

  /** What a token in a URL may be made of; anything behind the host goes. */
  private static final Pattern URL_IN_TEXT =
      Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*://)(?:[^\\s/@\"]*@)?([^\\s/?#\"]*)[^\\s\"]*");

  private Shown() {}

  /** An address: the host of a URL, the last four digits of a number, anything else as it is. */
  static String address(String address) {
    if (URL.matcher(address).matches()) {
      return value(host(address));
    }
    if (PHONE.matcher(address).matches()) {
      return "…" + address.substring(address.length() - 4);
    }
    return value(address);
  }

  private static String host(String url) {
    try {
      URI uri = new URI(url);
      String host = uri.getHost();
      if (host != null) {
        return uri.getPort() < 0 ? host : host + ":" + uri.getPort();
      }
    } catch (URISyntaxException e) {
      return "unreadable-url";
    }
    return "unreadable-url";
  }

  /** A sentence: URLs in it are cut behind their host. */
  static String sentence(String sentence) {
    return value(URL_IN_TEXT.matcher(sentence).replaceAll("$1$2"));
  }

  /** A value of a {@code key=value} pair: quoted when it holds anything but a plain word. */
  static String value(String value) {
    StringBuilder shown = new StringBuilder();
    value.codePoints().limit(LONGEST).forEach(point -> append(shown, point));
    if (value.codePointCount(0, value.length()) > LONGEST) {
      shown.append('…');
    }
    boolean plain =
        !shown.isEmpty()
            && shown.chars().noneMatch(c -> c == ' ' || c == '=' || c == '"' || c == '\\');
    return plain ? shown.toString() : '"' + shown.toString() + '"';
  }

  /** Nothing that ends or reorders a line. */
  private static void append(StringBuilder shown, int point) {
    switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          shown.append(' ');
      default -> {
        if (point == '"' || point == '\\') {
          shown.append('\\');
        }
        shown.appendCodePoint(point);
      }
    }
  }
}

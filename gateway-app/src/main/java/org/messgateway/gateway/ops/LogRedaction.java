package org.messgateway.gateway.ops;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.messgateway.api.PlainText;

/**
 * Makes values fit for a log line: one line, 300 characters at most, no tokens, no full numbers.
 */
final class LogRedaction {

  private static final int LONGEST = 300;
  private static final Pattern PHONE = Pattern.compile("\\+?[0-9][0-9 ()-]{5,}");
  private static final Pattern URL =
      Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*://.*", Pattern.DOTALL);

  /** A URL in a text; user, path and query are cut, since each can hold a token. */
  private static final Pattern URL_IN_TEXT =
      Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*://)(?:[^\\s/@\"]*@)?([^\\s/?#\"]*)[^\\s\"]*");

  private LogRedaction() {}

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
    if (plainWord(value)) {
      return value;
    }
    boolean whole = value.codePointCount(0, value.length()) <= LONGEST;
    String start = whole ? value : value.substring(0, value.offsetByCodePoints(0, LONGEST)) + '…';
    String shown = PlainText.line(start).replace("\\", "\\\\").replace("\"", "\\\"");
    boolean plain =
        !shown.isEmpty()
            && shown.chars().noneMatch(c -> c == ' ' || c == '=' || c == '"' || c == '\\');
    return plain ? shown : '"' + shown + '"';
  }

  /** A short word of ASCII that needs no quotes: nearly all values are such. */
  private static boolean plainWord(String value) {
    if (value.isEmpty() || value.length() > LONGEST) {
      return false;
    }
    for (int i = 0; i < value.length(); i++) {
      char each = value.charAt(i);
      if (each <= ' ' || each > '~' || each == '=' || each == '"' || each == '\\') {
        return false;
      }
    }
    return true;
  }
}

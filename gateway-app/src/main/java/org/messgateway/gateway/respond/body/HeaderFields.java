package org.messgateway.gateway.respond.body;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A header's value with its parameters: {@code form-data; name="photo1"; filename="a.jpg"}. Reads
 * what browsers write: backslash escapes, {@code %22} for quotes, and {@code filename*=UTF-8''…}.
 */
final class HeaderFields {

  // Possessive, since a regular expression that may go back takes a frame of the stack for each
  // character of a choice; nothing a quoted text took could be given back anyway.
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\s*;\\s*(?<name>[A-Za-z0-9*_-]{1,64})\\s*=\\s*"
              + "(?:\"(?<quoted>(?:[^\"\\\\]|\\\\.){0,1024}+)\"|(?<token>[^;\\s\"]{0,1024}))");

  private static final String ENCODED_UTF_8 = "utf-8''";

  private final String value;
  private final Map<String, String> parameters;

  private HeaderFields(String value, Map<String, String> parameters) {
    this.value = value;
    this.parameters = parameters;
  }

  static HeaderFields of(String header) {
    int end = header.indexOf(';');
    Map<String, String> parameters = new HashMap<>();
    if (end >= 0) {
      Matcher matcher = PARAMETER.matcher(header).region(end, header.length());
      while (matcher.lookingAt()) {
        String text =
            Optional.ofNullable(matcher.group("quoted"))
                .map(quoted -> quoted.replaceAll("\\\\(.)", "$1"))
                .orElseGet(() -> matcher.group("token"));
        parameters.putIfAbsent(matcher.group("name").toLowerCase(Locale.ROOT), text);
        matcher.region(matcher.end(), header.length());
      }
    }
    String bare = end < 0 ? header : header.substring(0, end);
    return new HeaderFields(bare.strip().toLowerCase(Locale.ROOT), parameters);
  }

  /** What stands before the first parameter, in lower case. */
  String value() {
    return value;
  }

  Optional<String> parameter(String name) {
    return extended(name + "*").or(() -> Optional.ofNullable(parameters.get(name)));
  }

  private Optional<String> extended(String name) {
    String text = parameters.get(name);
    if (text == null || !text.toLowerCase(Locale.ROOT).startsWith(ENCODED_UTF_8)) {
      return Optional.empty();
    }
    try {
      String encoded = text.substring(ENCODED_UTF_8.length()).replace("+", "%2B");
      return Optional.of(URLDecoder.decode(encoded, UTF_8));
    } catch (IllegalArgumentException broken) {
      return Optional.empty();
    }
  }
}

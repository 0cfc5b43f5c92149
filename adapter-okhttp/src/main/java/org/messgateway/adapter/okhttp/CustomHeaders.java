package org.messgateway.adapter.okhttp;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks the headers that an operator adds to an address. */
public final class CustomHeaders {

  /** The headers of the connection, of the message's format and of the gateway. */
  private static final Set<String> RESERVED =
      Set.of(
          "accept-encoding",
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private static final List<String> RESERVED_PREFIXES =
      List.of("mcp-", "mess-", "proxy-", "webhook-");

  /** RFC 9110 §5.6.2: a token. */
  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7E\\t]*");

  private CustomHeaders() {}

  /** The first problem of the headers, without values; empty when they are usable. */
  public static Optional<String> problem(Map<String, String> headers) {
    return headers.entrySet().stream()
        .flatMap(header -> problem(header.getKey(), header.getValue()).stream())
        .findFirst();
  }

  private static Optional<String> problem(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of("headers: a name may hold letters, digits and - only");
    }
    if (reserved(name.toLowerCase(Locale.ROOT))) {
      return Optional.of("headers: " + name + " is set by the gateway itself");
    }
    return VALUE.matcher(value).matches()
        ? Optional.empty()
        : Optional.of("headers: " + name + " may hold printable ASCII in one line only");
  }

  private static boolean reserved(String name) {
    return RESERVED.contains(name) || RESERVED_PREFIXES.stream().anyMatch(name::startsWith);
  }
}

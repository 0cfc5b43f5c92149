package org.messgateway.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request as a simulated service received it.
 *
 * @param method the HTTP method
 * @param target path and query of the request line
 * @param headers the values by name; names in lower case
 * @param body the body
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over once, read by tests.
public record RecordedRequest(
    String method, String target, Map<String, List<String>> headers, byte[] body) {

  /** The path without the query. */
  public String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /** The first value of a header. */
  public Optional<String> header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream().findFirst();
  }

  /** The body as UTF-8. */
  public String text() {
    return new String(body, UTF_8);
  }

  /** The whole request, for messages of failed tests. */
  @Override
  public String toString() {
    return method + " " + target + " " + headers + "\n" + text();
  }
}

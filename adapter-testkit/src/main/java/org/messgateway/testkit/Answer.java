package org.messgateway.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a simulated service answers.
 *
 * @param headers beside Content-Length, which the service adds
 */
@SuppressWarnings("ArrayRecordComponent") // Made once by a test, never changed.
public record Answer(int status, Map<String, String> headers, byte[] body) {

  public Answer {
    headers = Map.copyOf(headers);
  }

  public static Answer json(int status, String body) {
    return of(status, "application/json", body);
  }

  public static Answer text(int status, String body) {
    return of(status, "text/plain", body);
  }

  public static Answer empty(int status) {
    return new Answer(status, Map.of(), new byte[0]);
  }

  public static Answer of(int status, String mediaType, String body) {
    return new Answer(status, Map.of("Content-Type", mediaType), body.getBytes(UTF_8));
  }

  /** The same with one more header. */
  public Answer with(String header, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(header, value);
    return new Answer(status, more, body);
  }
}

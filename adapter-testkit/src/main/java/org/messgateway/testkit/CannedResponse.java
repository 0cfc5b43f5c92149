package org.messgateway.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.TreeMap;

/**
 * The answer of a simulated service.
 *
 * @param status the HTTP status
 * @param headers the headers beside Content-Length, which the service adds
 * @param body the body
 */
@SuppressWarnings("ArrayRecordComponent") // Made once by a test, never changed.
public record CannedResponse(int status, Map<String, String> headers, byte[] body) {

  public CannedResponse {
    headers = Map.copyOf(headers);
  }

  public static CannedResponse json(int status, String body) {
    return of(status, "application/json", body);
  }

  public static CannedResponse text(int status, String body) {
    return of(status, "text/plain", body);
  }

  public static CannedResponse empty(int status) {
    return new CannedResponse(status, Map.of(), new byte[0]);
  }

  public static CannedResponse of(int status, String mediaType, String body) {
    return new CannedResponse(status, Map.of("Content-Type", mediaType), body.getBytes(UTF_8));
  }

  /** This answer with one more header. */
  public CannedResponse with(String header, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(header, value);
    return new CannedResponse(status, more, body);
  }
}

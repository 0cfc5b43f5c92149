package org.messgateway.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Secret;

/**
 * The headers of a webhook (docs/webhooks.md): the signature, and hints for the receiver's routing.
 * Only the signed envelope is authoritative.
 *
 * @param id the delivery's, the same at every attempt
 * @param kind why it is sent
 * @param ref of the thread
 * @param recipient executor, or agent
 * @param toAgent whether the recipient is an agent
 * @param respond where to answer, in ASCII; null where no link would work
 */
public record WebhookHeaders(
    String id,
    NotificationKind kind,
    String ref,
    String recipient,
    boolean toAgent,
    @Nullable String respond) {

  private static final String PROTOCOL = "1";

  /** With a URL that was parsed. */
  public WebhookHeaders(
      String id,
      NotificationKind kind,
      String ref,
      String recipient,
      boolean toAgent,
      @Nullable URI respond) {
    this(id, kind, ref, recipient, toAgent, respond == null ? null : respond.toASCIIString());
  }

  /**
   * All headers but those of the transport, by their names.
   *
   * @param mediaType of the body
   * @param body exactly the bytes that are sent
   * @param keys as {@link WebhookSignature#header} takes them
   * @param now the time of this attempt
   */
  public Map<String, String> of(String mediaType, byte[] body, List<Secret> keys, Instant now) {
    return of(mediaType, body, WebhookKeys.of(keys), now);
  }

  /** The same by keys that are kept. */
  public Map<String, String> of(String mediaType, byte[] body, WebhookKeys keys, Instant now) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", mediaType);
    headers.put(WebhookSignature.ID, id);
    headers.put(WebhookSignature.TIMESTAMP, Long.toString(now.getEpochSecond()));
    headers.put(WebhookSignature.SIGNATURE, keys.header(id, now, body));
    headers.put("mess-version", PROTOCOL);
    headers.put("mess-ref", encoded(ref));
    headers.put("mess-kind", kind.code());
    headers.put(toAgent ? "mess-agent" : "mess-executor", encoded(recipient));
    if (respond != null) {
      headers.put("mess-respond", respond);
    }
    return headers;
  }

  /**
   * A header's value: printable ASCII unchanged except for the percent sign, the rest as %XX of its
   * UTF-8.
   */
  static String encoded(String text) {
    if (plain(text)) {
      return text;
    }
    StringBuilder encoded = new StringBuilder();
    for (byte each : text.getBytes(UTF_8)) {
      if (plain(each)) {
        encoded.append((char) each);
      } else {
        encoded.append(String.format("%%%02X", each));
      }
    }
    return encoded.toString();
  }

  private static boolean plain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!plain(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean plain(int each) {
    return each > ' ' && each < 0x7F && each != '%';
  }

  /** {@link #respond} opens the task. */
  @Override
  public String toString() {
    return "WebhookHeaders[" + id + ", " + kind.code() + ", " + ref + ", " + recipient + "]";
  }
}

package org.messgateway.api.http;

import java.time.Instant;
import java.util.List;
import org.messgateway.api.Secret;

/**
 * Signs webhooks by Standard Webhooks 1.0. The signed text is {@code <id>.<timestamp>.<body>};
 * HMAC-SHA256 is written as {@code v1}, Ed25519 as {@code v1a} (docs/rules.md#webhook).
 */
public final class WebhookSignature {

  /** The header with the delivery's id. */
  public static final String ID = "webhook-id";

  /** The header with the time of the attempt, in seconds since 1970. */
  public static final String TIMESTAMP = "webhook-timestamp";

  /** The header with the signatures. */
  public static final String SIGNATURE = "webhook-signature";

  private WebhookSignature() {}

  /**
   * The value of {@code webhook-signature}: one signature per key in the order of the keys,
   * separated by blanks.
   *
   * @param id the delivery's id, without a full stop
   * @param at the time of this attempt, sent as seconds in {@code webhook-timestamp}
   * @param body exactly the bytes that are sent
   * @param keys {@code whsec_…} or {@code whsk_…}, checked by {@link WebhookSecrets}; who signs
   *     often keeps {@link WebhookKeys}
   */
  public static String header(String id, Instant at, byte[] body, List<Secret> keys) {
    return WebhookKeys.of(keys).header(id, at, body);
  }
}

package org.messgateway.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
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
   * @param keys {@code whsec_…} or {@code whsk_…}, checked by {@link WebhookSecrets}
   */
  public static String header(String id, Instant at, byte[] body, List<Secret> keys) {
    byte[] signed = signed(id, at, body);
    return keys.stream().map(key -> sign(signed, key)).collect(Collectors.joining(" "));
  }

  private static byte[] signed(String id, Instant at, byte[] body) {
    if (id.contains(".")) {
      throw new IllegalArgumentException("an id with a full stop would make signatures ambiguous");
    }
    byte[] head = (id + "." + at.getEpochSecond() + ".").getBytes(UTF_8);
    byte[] signed = new byte[head.length + body.length];
    System.arraycopy(head, 0, signed, 0, head.length);
    System.arraycopy(body, 0, signed, head.length, body.length);
    return signed;
  }

  private static String sign(byte[] signed, Secret key) {
    try {
      return key.reveal().startsWith(WebhookSecrets.PRIVATE)
          ? "v1a," + Base64.getEncoder().encodeToString(ed25519(signed, key))
          : "v1," + Base64.getEncoder().encodeToString(hmac(signed, key));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime cannot sign webhooks", e);
    }
  }

  private static byte[] hmac(byte[] signed, Secret key) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(WebhookSecrets.bytes(key, WebhookSecrets.SYMMETRIC), "HmacSHA256"));
    return mac.doFinal(signed);
  }

  private static byte[] ed25519(byte[] signed, Secret key) throws GeneralSecurityException {
    PrivateKey privateKey =
        KeyFactory.getInstance("Ed25519")
            .generatePrivate(
                new EdECPrivateKeySpec(NamedParameterSpec.ED25519, WebhookSecrets.seed(key)));
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(privateKey);
    signature.update(signed);
    return signature.sign();
  }
}

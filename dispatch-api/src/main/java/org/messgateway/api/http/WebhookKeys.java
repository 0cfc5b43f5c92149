package org.messgateway.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.messgateway.api.Secret;

/**
 * The keys that sign for one recipient, made ready once: reading a key and looking its algorithm up
 * cost more than a signature. Thread-safe.
 */
public final class WebhookKeys {

  private final List<Key> keys;

  /** A key that signs the head and the body of a request. */
  @FunctionalInterface
  private interface Key {
    String sign(byte[] head, byte[] body) throws GeneralSecurityException;
  }

  private WebhookKeys(List<Key> keys) {
    this.keys = keys;
  }

  /**
   * The keys in their order.
   *
   * @param secrets {@code whsec_…} or {@code whsk_…}, checked by {@link WebhookSecrets}
   */
  public static WebhookKeys of(List<Secret> secrets) {
    List<Key> keys = new ArrayList<>(secrets.size());
    try {
      for (Secret secret : secrets) {
        keys.add(
            secret.reveal().startsWith(WebhookSecrets.PRIVATE) ? ed25519(secret) : hmac(secret));
      }
    } catch (GeneralSecurityException e) {
      throw unable(e);
    }
    return new WebhookKeys(keys);
  }

  /** Whether there is no key. */
  public boolean isEmpty() {
    return keys.isEmpty();
  }

  /** The value of {@code webhook-signature}, as {@link WebhookSignature#header} says. */
  public String header(String id, Instant at, byte[] body) {
    if (id.indexOf('.') >= 0) {
      throw new IllegalArgumentException("an id with a full stop would make signatures ambiguous");
    }
    byte[] head = (id + "." + at.getEpochSecond() + ".").getBytes(UTF_8);
    StringBuilder header = new StringBuilder(64);
    try {
      for (Key key : keys) {
        header.append(header.isEmpty() ? "" : " ").append(key.sign(head, body));
      }
    } catch (GeneralSecurityException e) {
      throw unable(e);
    }
    return header.toString();
  }

  private static Key hmac(Secret secret) throws GeneralSecurityException {
    byte[] bytes = WebhookSecrets.bytes(secret, WebhookSecrets.SYMMETRIC);
    // Copied for each use and never used itself.
    Mac unused = Mac.getInstance("HmacSHA256");
    unused.init(new SecretKeySpec(bytes, "HmacSHA256"));
    // The key's own block is reckoned here, so that no copy does it again.
    unused.update(new byte[0]);
    return (head, body) -> {
      try {
        Mac mac = (Mac) unused.clone();
        mac.update(head);
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
      } catch (CloneNotSupportedException e) {
        throw new GeneralSecurityException("HmacSHA256 cannot be copied", e);
      }
    };
  }

  private static Key ed25519(Secret secret) throws GeneralSecurityException {
    PrivateKey key =
        KeyFactory.getInstance("Ed25519")
            .generatePrivate(
                new EdECPrivateKeySpec(NamedParameterSpec.ED25519, WebhookSecrets.seed(secret)));
    return (head, body) -> {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(key);
      signature.update(head);
      signature.update(body);
      return "v1a," + Base64.getEncoder().encodeToString(signature.sign());
    };
  }

  private static IllegalStateException unable(GeneralSecurityException why) {
    return new IllegalStateException("this Java runtime cannot sign webhooks", why);
  }

  /** The number of keys alone. */
  @Override
  public String toString() {
    return "WebhookKeys[" + keys.size() + "]";
  }
}

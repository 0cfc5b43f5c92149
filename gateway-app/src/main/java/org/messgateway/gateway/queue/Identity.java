package org.messgateway.gateway.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.messgateway.api.NotificationKind;

/**
 * What makes a notification the same notification (DESIGN §3, Identity).
 *
 * @param serial computed from the thread alone: the round for {@code request}, {@code claimed} and
 *     {@code taken}
 */
public record Identity(
    String exchange,
    String ref,
    String executor,
    String channel,
    String address,
    NotificationKind kind,
    int serial) {

  /** Bytes of an id; 32 hexadecimal digits. */
  private static final int ID_BYTES = 16;

  /** The delivery's id: the same again after the queue was deleted. */
  public String id() {
    MessageDigest digest = sha256();
    for (String part :
        List.of(exchange, ref, executor, channel, address, kind.code(), Integer.toString(serial))) {
      byte[] bytes = part.getBytes(UTF_8);
      // Each part behind its length, so that no two identities run together.
      digest.update((bytes.length + ":").getBytes(UTF_8));
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), ID_BYTES));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

package org.messgateway.gateway.remote;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.messgateway.api.Secret;

/**
 * Where a remote exchange lives and how it is asked.
 *
 * @param url of the exchange itself, {@code https://host/api/v1/exchanges/home}, no slash at its
 *     end
 * @param apiKey of the executor that the gateway is there
 * @param poll how often it is asked what has changed
 * @param allow addresses beyond what the guard permits by itself
 * @param copies the folder in which copies of remote exchanges are kept
 */
public record RemoteSettings(
    URI url, Secret apiKey, Duration poll, List<String> allow, Path copies) {

  private static final int ID_BYTES = 8;

  public RemoteSettings {
    allow = List.copyOf(allow);
  }

  /**
   * The id of the exchange, part of every delivery's identity: made of its URL alone, so that it is
   * the same again after the copy was deleted.
   */
  public String id() {
    byte[] digest = sha256().digest(url.toString().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(Arrays.copyOf(digest, ID_BYTES));
  }

  /** Where its copy lies. */
  public Path copy() {
    return copies.resolve(id());
  }

  /** Its host and name, as people know it. */
  public String shown() {
    return url.getAuthority() + url.getPath().replaceFirst(".*/", "/");
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

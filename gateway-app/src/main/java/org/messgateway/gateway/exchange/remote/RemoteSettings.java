package org.messgateway.gateway.exchange.remote;

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
 * Settings of a remote exchange.
 *
 * @param url of the exchange, {@code https://host/api/v1/exchanges/home}, without a slash at its
 *     end
 * @param apiKey of the gateway's executor on the server
 * @param poll interval between polls
 * @param allow addresses that the address guard permits beside its own
 * @param copies folder of the copies of remote exchanges
 */
public record RemoteSettings(
    URI url, Secret apiKey, Duration poll, List<String> allow, Path copies) {

  private static final int ID_BYTES = 8;

  public RemoteSettings {
    allow = List.copyOf(allow);
  }

  /**
   * The id of the exchange, part of every delivery's identity. It depends on the URL alone, so that
   * a new copy has the same id.
   */
  public String id() {
    byte[] digest = sha256().digest(url.toString().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(Arrays.copyOf(digest, ID_BYTES));
  }

  /** Folder of the copy. */
  public Path copy() {
    return copies.resolve(id());
  }

  /** Host and name, for people. */
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

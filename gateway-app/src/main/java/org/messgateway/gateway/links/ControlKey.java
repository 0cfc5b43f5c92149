package org.messgateway.gateway.links;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The secret by which a command of this machine controls the running gateway, and speaks as an
 * agent or an executor. It is computed from the gateway's key file, so only who may read that file
 * has it. Never leaves this machine.
 */
public final class ControlKey {

  private static final String PURPOSE = "mess-control";
  private static final String TEXT = "1";
  private static final String ACTING = "mess-acting";

  /** No id of a token that was made is like this. */
  private static final String LOCAL = "local.";

  private static final String PREFIX = "mess_" + LOCAL;

  private final LinkKey key;

  public ControlKey(LinkKey key) {
    this.key = key;
  }

  /** The text that a command sends as Bearer. */
  public String token() {
    return key.hexMac(PURPOSE, TEXT);
  }

  /** Compares in constant time. */
  public boolean opens(String given) {
    return key.verifies(PURPOSE, TEXT, given);
  }

  /**
   * The text that a command sends as Bearer to do what that agent or executor may do. It is stored
   * nowhere, and ends with the keys of the home.
   */
  public String tokenAs(TokenKind kind, String name) {
    String owner = kind.code() + " " + name;
    return PREFIX + HexFormat.of().formatHex(owner.getBytes(UTF_8)) + "_" + mac(owner);
  }

  private String mac(String owner) {
    return key.hexMac(ACTING, owner);
  }

  /** Whether an id is that of a token made by {@link #tokenAs}. */
  static boolean isLocal(String id) {
    return id.startsWith(LOCAL);
  }

  /** Whom a text made by {@link #tokenAs} stands for; empty for any other text. */
  Optional<StoredToken> actingAs(String given) {
    int end = given.lastIndexOf('_');
    if (!given.startsWith(PREFIX) || end <= PREFIX.length()) {
      return Optional.empty();
    }
    try {
      String hex = given.substring(PREFIX.length(), end);
      String owner = new String(HexFormat.of().parseHex(hex), UTF_8);
      int blank = owner.indexOf(' ');
      String mac = given.substring(end + 1);
      return blank < 0 || !key.verifies(ACTING, owner, mac)
          ? Optional.empty()
          : TokenKind.of(owner.substring(0, blank))
              .map(kind ->
                  new StoredToken(
                      LOCAL + hex, kind, owner.substring(blank + 1), "", Instant.EPOCH, null));
    } catch (IllegalArgumentException noHex) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "ControlKey[secret]";
  }
}

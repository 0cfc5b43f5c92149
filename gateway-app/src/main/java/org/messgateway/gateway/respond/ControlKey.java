package org.messgateway.gateway.respond;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Proves that a command may ask things of the running gateway: whoever can read the gateway's key
 * file can compute it. Never leaves this machine.
 */
public final class ControlKey {

  private final LinkKey key;

  public ControlKey(LinkKey key) {
    this.key = key;
  }

  /** What a command sends as Bearer. */
  public String token() {
    return token(key.newest());
  }

  private static String token(LinkKey.Single key) {
    return HexFormat.of().formatHex(key.mac("mess-control", "1"));
  }

  /** Compares in constant time. */
  boolean opens(String given) {
    boolean opens = false;
    for (LinkKey.Single one : key.all()) {
      opens |= MessageDigest.isEqual(token(one).getBytes(US_ASCII), given.getBytes(US_ASCII));
    }
    return opens;
  }

  @Override
  public String toString() {
    return "ControlKey[secret]";
  }
}

package org.messgateway.gateway.respond;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Proves that a command may ask things of the running gateway: whoever can read the gateway's key
 * file can compute it. Never leaves this machine.
 */
public final class ControlKey {

  private final String token;

  public ControlKey(LinkKey key) {
    this.token = HexFormat.of().formatHex(key.mac("mess-control", "1"));
  }

  /** What a command sends as Bearer. */
  public String token() {
    return token;
  }

  /** Compares in constant time. */
  boolean opens(String given) {
    return MessageDigest.isEqual(token.getBytes(US_ASCII), given.getBytes(US_ASCII));
  }

  @Override
  public String toString() {
    return "ControlKey[secret]";
  }
}

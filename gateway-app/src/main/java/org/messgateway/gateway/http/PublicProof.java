package org.messgateway.gateway.http;

import java.security.SecureRandom;
import java.util.HexFormat;
import org.messgateway.gateway.links.LinkKey;

/**
 * Proves that this gateway answers at its public address: a MAC over a random number. The signed
 * text starts with its purpose, so that it is of no use elsewhere.
 */
public final class PublicProof {

  private static final String PURPOSE = "mess-public-endpoint";
  private static final int NONCE_BYTES = 16;

  private final LinkKey key;
  private final SecureRandom random = new SecureRandom();

  public PublicProof(LinkKey key) {
    this.key = key;
  }

  /** A random number to send. */
  public String nonce() {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    return HexFormat.of().formatHex(nonce);
  }

  /** The proof for a number; throws 400 for a text that {@link #nonce} does not make. */
  String answer(String nonce) {
    if (!nonce.matches("[0-9a-f]{32}")) {
      throw new ProblemException(400, "Bad request", "confirm= wants 32 digits in hex.");
    }
    return key.hexMac(PURPOSE, nonce);
  }

  /** Whether an answer is the proof for a number, made by this gateway. */
  public boolean proves(String nonce, String answer) {
    return key.verifies(PURPOSE, nonce, answer.strip());
  }
}

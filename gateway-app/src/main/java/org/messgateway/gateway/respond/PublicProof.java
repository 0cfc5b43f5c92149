package org.messgateway.gateway.respond;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Proves that it is this gateway that answers: a MAC over whatever was asked. Serves nothing else,
 * for what it signs starts with what it is for.
 */
public final class PublicProof {

  private static final int NONCE_BYTES = 16;

  private final LinkKey key;
  private final SecureRandom random = new SecureRandom();

  public PublicProof(LinkKey key) {
    this.key = key;
  }

  /** Something to ask for that nobody could know. */
  public String nonce() {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    return HexFormat.of().formatHex(nonce);
  }

  /** What only this gateway answers; 400 for what {@link #nonce} does not make. */
  String answer(String nonce) {
    if (!nonce.matches("[0-9a-f]{32}")) {
      throw new ProblemException(400, "Bad request", "confirm= wants 32 digits in hex.");
    }
    return mac(key.newest(), nonce);
  }

  /** Whether it was this gateway that answered. */
  public boolean proves(String nonce, String answer) {
    boolean ours = false;
    for (LinkKey.Single one : key.all()) {
      ours |=
          MessageDigest.isEqual(
              mac(one, nonce).getBytes(US_ASCII), answer.strip().getBytes(US_ASCII));
    }
    return ours;
  }

  private static String mac(LinkKey.Single key, String nonce) {
    return HexFormat.of().formatHex(key.mac("mess-public-endpoint", nonce));
  }
}

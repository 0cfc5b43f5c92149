package org.messgateway.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.api.Secret;

class WebhookSignatureTest {

  /** The vector that the Standard Webhooks libraries share. */
  private static final Secret KEY = Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final Instant AT = Instant.ofEpochSecond(1_614_265_330L);
  private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(UTF_8);
  private static final String SIGNED = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

  @Test
  void theSharedVectorIsSignedAsTheLibrariesSignIt() {
    assertEquals(SIGNED, WebhookSignature.header(ID, AT, BODY, List.of(KEY)));
  }

  @Test
  void severalKeysSignSideBySideInTheirOrder() {
    Secret older = Secret.of("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD");
    String header = WebhookSignature.header(ID, AT, BODY, List.of(older, KEY));
    assertEquals(2, header.split(" ", -1).length);
    assertTrue(header.endsWith(" " + SIGNED), header);
  }

  @Test
  void anEd25519KeySignsWhatItsPublicKeyVerifies() throws Exception {
    Secret key = Secret.of("whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=");
    String header = WebhookSignature.header(ID, AT, BODY, List.of(KEY, key));
    String[] signatures = header.split(" ", -1);
    assertEquals(SIGNED, signatures[0]);
    assertTrue(signatures[1].startsWith("v1a,"), header);
    Signature verifier = Signature.getInstance("Ed25519");
    // RFC 8032 test 1's public key in the X.509 frame of RFC 8410.
    verifier.initVerify(
        KeyFactory.getInstance("Ed25519")
            .generatePublic(
                new X509EncodedKeySpec(
                    HexFormat.of()
                        .parseHex(
                            "302a300506032b6570032100"
                                + "d75a980182b10ab7d54bfed3c964073a"
                                + "0ee172f3daa62325af021a68f707511a"))));
    verifier.update((ID + "." + AT.getEpochSecond() + ".").getBytes(UTF_8));
    verifier.update(BODY);
    assertTrue(verifier.verify(Base64.getDecoder().decode(signatures[1].substring(4))));
  }

  @Test
  void bytesThatAreNoTextAreSignedAsTheyAre() {
    byte[] bytes = {(byte) 0xFF, 0, (byte) 0xC3};
    String one = WebhookSignature.header(ID, AT, bytes, List.of(KEY));
    String other = WebhookSignature.header(ID, AT, new byte[] {0, 0, 0}, List.of(KEY));
    assertTrue(!one.equals(other));
  }

  @Test
  void anIdWithAFullStopIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> WebhookSignature.header("a.b", AT, BODY, List.of(KEY)));
  }
}

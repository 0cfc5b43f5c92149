package org.messgateway.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Secret;

class WebhookSecretsTest {

  /** RFC 8032 §7.1, test 1. */
  private static final byte[] SEED =
      HexFormat.of().parseHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");

  private static final byte[] PUBLIC =
      HexFormat.of().parseHex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");

  @Test
  void aStandardSecretIsUsedAsItStands() {
    Secret secret = Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    assertEquals(secret, WebhookSecrets.forExecutor(secret, "roomba-kitchen"));
  }

  @Test
  void anyOtherTextIsAMasterFromWhichEachExecutorHasItsKeyByRfc5869() throws Exception {
    String master = "correct horse battery staple";
    byte[] extracted = hmac(new byte[32], master.getBytes(UTF_8));
    byte[] info = "mess-webhook:roomba-kitchen\u0001".getBytes(UTF_8);
    byte[] expected = hmac(extracted, info);
    Secret key = WebhookSecrets.forExecutor(Secret.of(master), "roomba-kitchen");
    assertTrue(key.reveal().startsWith("whsec_"), "in the form makers configure");
    assertArrayEquals(expected, WebhookSecrets.bytes(key, "whsec_"));
  }

  @Test
  void twoExecutorsShareNoKey() {
    Secret master = Secret.of("correct horse battery staple");
    assertNotEquals(
        WebhookSecrets.forExecutor(master, "a"), WebhookSecrets.forExecutor(master, "b"));
    assertEquals(WebhookSecrets.forExecutor(master, "a"), WebhookSecrets.forExecutor(master, "a"));
  }

  private static byte[] hmac(byte[] key, byte[] text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
        "any text",
        "päßword"
      })
  void goodSecretsAreFoundGood(String secret) {
    assertEquals(Optional.empty(), WebhookSecrets.problem(Secret.of(secret)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|is empty",
        "'   '|is empty",
        "whsec_|holds 0 bytes",
        "whsec_dG9vIHNob3J0|holds 9 bytes",
        "whsec_!!not-base64!!|is not Base64",
        "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=|belongs into signing_key"
      })
  void badSecretsAreFoundOutWithoutBeingShown(String secret, String words) {
    String problem = WebhookSecrets.problem(Secret.of(secret)).orElseThrow();
    assertTrue(problem.contains(words), problem);
    assertFalse(secret.length() > 8 && problem.contains(secret), problem);
  }

  @Test
  void aSigningKeyIsASeedWithOrWithoutItsPublicKey() {
    byte[] both = new byte[64];
    System.arraycopy(SEED, 0, both, 0, 32);
    System.arraycopy(PUBLIC, 0, both, 32, 32);
    for (byte[] form : new byte[][] {SEED, both}) {
      Secret key = Secret.of("whsk_" + Base64.getEncoder().encodeToString(form));
      assertEquals(Optional.empty(), WebhookSecrets.signingKeyProblem(key));
      assertArrayEquals(SEED, WebhookSecrets.seed(key));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsk_AAAA", "whsk_*"})
  void badSigningKeysAreFoundOut(String key) {
    assertTrue(WebhookSecrets.signingKeyProblem(Secret.of(key)).isPresent());
  }

  @Test
  void thePublicKeyBelongsToTheSigningKey() {
    Secret key = Secret.of("whsk_" + Base64.getEncoder().encodeToString(SEED));
    assertEquals(
        "whpk_" + Base64.getEncoder().encodeToString(PUBLIC), WebhookSecrets.publicKey(key));
  }
}

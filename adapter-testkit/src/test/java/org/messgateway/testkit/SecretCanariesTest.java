package org.messgateway.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;

class SecretCanariesTest {

  private static final String SECRET = "xoxb-12/34+canaryOfAllCanaries";

  private final SecretCanaries canaries = new SecretCanaries().add("bot_token", SECRET);

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  @Test
  void aSecretIsSeenAsItIsEncodedAndInPart() {
    for (String text :
        List.of(
            "token=" + SECRET + "&x",
            "?token=xoxb-12%2F34%2BcanaryOfAllCanaries",
            "Basic " + base64("a:" + SECRET),
            "Basic " + base64("ab:" + SECRET + "!"),
            "Basic " + base64("abc:" + SECRET),
            "only 12/34+canaryOfAllCanaries of it")) {
      assertEquals(Optional.of("bot_token"), canaries.seenIn(text), text);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "xoxb", "nothing of it", "Basic YTpi"})
  void ordinaryTextsAreNotSuspected(String text) {
    assertEquals(Optional.empty(), canaries.seenIn(text));
  }

  @Test
  void anExceptionIsSearchedWithItsCausesAndNotPrintedAgain() {
    Exception failure = new Exception("outer", new Exception("at " + SECRET));
    AssertionError error =
        assertThrows(AssertionError.class, () -> canaries.assertNotIn("it", failure));
    assertFalse(String.valueOf(error.getMessage()).contains(SECRET));
  }

  @Test
  void theSecretsOfSettingsAreTakenByTheirDescriptions() {
    SecretCanaries described =
        new SecretCanaries()
            .secretsOf(
                List.of(
                    SettingDescription.required("secret", SettingKind.SECRETS, "x"),
                    SettingDescription.required("from", SettingKind.TEXT, "x")),
                Map.of("secret", List.of("first-secret", "second-secret"), "from", "+14155550100"));
    assertEquals(Optional.of("secret"), described.seenIn("a second-secret b"));
    assertEquals(Optional.empty(), described.seenIn("from +14155550100"));
  }

  @Test
  void aSecretTooShortToBeRecognisedIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new SecretCanaries().add("pin", "1234"));
  }
}

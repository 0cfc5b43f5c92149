package org.messgateway.adapter.slack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Address;
import org.messgateway.api.Address.Origin;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;

class SlackProviderTest {

  private final SlackProvider provider = new SlackProvider();

  @ParameterizedTest
  @CsvSource({
    "U04XXXXXX, CONFIGURATION, true",
    "W012A3CDE, ELSEWHERE, true",
    "C0123456789, ELSEWHERE, true",
    "D0123456789, CONFIGURATION, true",
    "G0123456789, CONFIGURATION, true",
    "#general, CONFIGURATION, false",
    "@teague, CONFIGURATION, false",
    "teague, CONFIGURATION, false",
    "u04xxxxxx, CONFIGURATION, false",
    "https://hooks.slack.com/services/T0/B0/x, ELSEWHERE, true",
    "https://hooks.slack-gov.com/services/T0/B0/x, ELSEWHERE, true",
    "HTTPS://HOOKS.SLACK.COM/services/T0/B0/x, ELSEWHERE, true",
    "http://hooks.slack.com/services/T0/B0/x, ELSEWHERE, false",
    "https://hooks.slack.com.evil.example/services, ELSEWHERE, false",
    "https://10.0.0.1/hook, ELSEWHERE, false",
    "https://mattermost.example/hooks/x, CONFIGURATION, true",
    "http://127.0.0.1:8080/hook, CONFIGURATION, true",
    "ftp://hooks.slack.com/x, CONFIGURATION, false",
    "https://, CONFIGURATION, false",
  })
  void idsAndIncomingWebhooksAreAddresses(String value, Origin origin, boolean good) {
    Address address = new Address(value, Settings.none(), origin);
    assertEquals(good, provider.checkAddress(address).isEmpty(), value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://hooks.slack.com/services/CANARY", "https://h ost/CANARY"})
  void aBadWebhookIsNotRepeated(String value) {
    Address address = new Address(value, Settings.none(), Origin.ELSEWHERE);
    assertFalse(provider.checkAddress(address).orElseThrow().contains("CANARY"));
  }

  @ParameterizedTest
  @CsvSource({
    "xoxb-1-2-abc, ''",
    "xapp-1-2-abc, app-level",
    "xoxb 1, one word",
    "'', one word",
    "xoxb-ü, one word",
  })
  void tokensAreCheckedBeforeTheyFail(String token, String complaint) {
    List<SettingProblem> problems =
        provider.check(Settings.of(Map.of("bot_token", Secret.of(token))));
    if (complaint.isEmpty()) {
      assertEquals(List.of(), problems);
    } else {
      assertTrue(problems.getFirst().sentence().contains(complaint), problems.toString());
      assertFalse(token.length() > 3 && problems.toString().contains(token), "never the secret");
    }
  }

  @ParameterizedTest
  @CsvSource({"xapp-1-A1-abc, true", "'', true", "xoxb-1-2-abc, false", "xapp 1, false"})
  void anAppTokenIsNoBotToken(String token, boolean good) {
    List<SettingProblem> problems =
        provider.check(
            Settings.of(Map.of("bot_token", Secret.of("xoxb-1"), "app_token", Secret.of(token))));
    assertEquals(good, problems.isEmpty(), problems.toString());
    assertFalse(!good && problems.toString().contains(token), "never the secret");
  }
}

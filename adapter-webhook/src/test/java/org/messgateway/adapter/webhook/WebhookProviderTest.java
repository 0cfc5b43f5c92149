package org.messgateway.adapter.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;

class WebhookProviderTest {

  private final WebhookProvider provider = new WebhookProvider();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:8080/roomba/mess",
        "https://shop.example.com/mess?key=1",
        "http://192.168.1.20/",
        "http://[fd00::5]:8080/x",
        "HTTPS://Example.COM",
        "http://roboter-küche.local/pfad/ä"
      })
  void goodUrlsAreFoundGood(String url) {
    assertEquals(Optional.empty(), provider.checkAddress(Address.configured(url)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "roomba|starts with http",
        "ftp://host/x|starts with http",
        "//host/x|starts with http",
        "http://|no URL",
        "http:///path|odd",
        "http://host:99999/|no URL",
        "http://host:0/|no URL",
        "http://ho st/|starts with http",
        "http://user:password@host/|headers",
        "http://host/#there|after #",
        "http://127.1/|four numbers",
        "http://2130706433/|four numbers",
        "http://0x7f.0.0.1/|four numbers",
        "http://0177.0.0.1/|four numbers",
        "http://256.1.1.1/|"
      })
  void badUrlsAreFoundOut(String url, String words) {
    Optional<String> problem = provider.checkAddress(Address.configured(url));
    if (url.equals("http:///path")) {
      // Read as the host "path", as browsers do; the guard decides where that leads.
      assertEquals(Optional.empty(), problem);
      return;
    }
    assertTrue(problem.isPresent(), url);
    assertTrue(words == null || problem.get().contains(words), problem.get());
    assertFalse(problem.get().contains("password@"), problem.get());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-Type|x|set by the gateway",
        "host|x|set by the gateway",
        "Webhook-Id|x|set by the gateway",
        "mess-ref|x|set by the gateway",
        "Transfer-Encoding|x|set by the gateway",
        "X A|x|letters",
        "X-A:|x|letters",
        "X-A|'a\r\nEvil: 1'|one line",
        "X-A|ümlaut|ASCII"
      })
  void headersThatCannotBeSentAreFoundOut(String name, String value, String words) {
    String problem = problem(Map.of("headers", Map.of(name, value))).orElseThrow();
    assertTrue(problem.contains(words), problem);
  }

  @Test
  void theRestOfAnAddressIsCheckedToo() {
    assertTrue(problem(Map.of("format", "xml")).orElseThrow().contains("yaml or json"));
    assertTrue(problem(Map.of("max_body", 10L)).orElseThrow().startsWith("max_body is 10 bytes"));
    assertTrue(
        problem(Map.of("secret", List.of(Secret.of("whsec_??"))))
            .orElseThrow()
            .startsWith("secret is not Base64"));
    assertEquals(
        Optional.empty(),
        problem(Map.of("format", "json", "headers", Map.of("Authorization", "Bearer abc"))));
  }

  private Optional<String> problem(Map<String, Object> settings) {
    return provider.checkAddress(
        new Address("http://localhost/x", Settings.of(settings), Address.Origin.CONFIGURATION));
  }

  @Test
  void everyMistakeInTheChannelsSettingsIsReportedWithItsName() {
    Settings settings =
        Settings.of(
            Map.of(
                "secret", List.of(Secret.of("good master"), Secret.of("whsec_short")),
                "signing_key", Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
                "allow", List.of("10.0.0.0/33", "10.0.0.0/8", "robot.example.com", "a b"),
                "max_body", 1L));
    List<String> names = provider.check(settings).stream().map(SettingProblem::name).toList();
    assertEquals(List.of("secret", "signing_key", "allow", "allow", "max_body"), names);
    assertTrue(provider.check(settings).getFirst().sentence().startsWith("number 2 "));
  }
}

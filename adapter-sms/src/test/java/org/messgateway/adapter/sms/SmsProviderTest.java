package org.messgateway.adapter.sms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;

class SmsProviderTest {

  private static final String ACCOUNT = "AC0123456789abcdef0123456789abcdef";
  private static final String KEY = "SK0123456789abcdef0123456789abcdef";
  private static final String SERVICE = "MG0123456789abcdef0123456789abcdef";

  private final SmsProvider provider = new SmsProvider();

  @ParameterizedTest
  @CsvSource({
    "+14155550123, true",
    "+4915112345678, true",
    "+123456789012345, true",
    "+1234567890123456, false",
    "14155550123, false",
    "+0155550123, false",
    "+1 415 555 0123, false",
    "+1415555O123, false",
    "+١٤١٥٥٥٥٠١٢٣, false",
    "+123, false",
  })
  void numbersInInternationalFormAreAddresses(String value, boolean good) {
    assertEquals(good, provider.checkAddress(Address.configured(value)).isEmpty(), value);
  }

  @Test
  void aNumberAServiceAndAKeyAreAllGood() {
    assertEquals(List.of(), problems(Map.of()));
    assertEquals(List.of(), problems(Map.of("from", "12345")));
    assertEquals(List.of(), problems(Map.of("from", "Miller home")));
    assertEquals(List.of(), problems(Map.of("from", "", "messaging_service_sid", SERVICE)));
    assertEquals(
        List.of(),
        problems(Map.of("auth_token", "", "api_key_sid", KEY, "api_key_secret", "secret")));
  }

  @ParameterizedTest
  @CsvSource({
    "account_sid, AC123, account_sid",
    "auth_token, '', auth_token",
    "from, '', from",
    "from, 4155550100x-long-name, from",
    "messaging_service_sid, MG0123456789abcdef0123456789abcdef, from",
    "api_key_sid, SK0123456789abcdef0123456789abcdef, api_key_secret",
    "api_key_secret, secret, api_key_sid",
    "inbound, sometimes, inbound",
  })
  void mistakesAreNamedBySetting(String name, String value, String blamed) {
    assertEquals(List.of(blamed), problems(Map.of(name, value)));
  }

  /** The names of the settings that are complained about; an empty value leaves the setting out. */
  private List<String> problems(Map<String, String> changes) {
    Map<String, String> written = new HashMap<>();
    written.put("account_sid", ACCOUNT);
    written.put("auth_token", "token");
    written.put("from", "+14155550100");
    written.putAll(changes);
    Map<String, Object> values = new HashMap<>();
    written.forEach((name, value) -> {
      boolean secret = name.equals("auth_token") || name.equals("api_key_secret");
      if (!value.isEmpty()) {
        values.put(name, secret ? Secret.of(value) : value);
      }
    });
    return provider.check(Settings.of(values)).stream().map(SettingProblem::name).toList();
  }
}

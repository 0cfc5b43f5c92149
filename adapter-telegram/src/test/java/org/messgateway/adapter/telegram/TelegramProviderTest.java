package org.messgateway.adapter.telegram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;
import org.messgateway.testkit.Conforms;

class TelegramProviderTest {

  private final TelegramProvider provider = new TelegramProvider();

  @ParameterizedTest
  @CsvSource({
    "123456789, true",
    "-987654321, true",
    "-1001234567890, true",
    "@mess_channel, true",
    "@x, false",
    "0, false",
    "-, false",
    "12 34, false",
    "+14155550123, false",
    "teague, false",
    "12345678901234567890, false",
  })
  @Conforms(180)
  void chatIdsAndPublicChannelsAreAddresses(String value, boolean good) {
    assertEquals(good, provider.checkAddress(Address.configured(value)).isEmpty(), value);
  }

  @ParameterizedTest
  @CsvSource({
    "123456789:AAH-x_y, true",
    "123456789, false",
    "bot123:abc, false",
    "123:abc/../getMe, false",
    "123:abc def, false",
    "'', false",
  })
  void tokensThatWouldBreakThePathAreFoundOut(String token, boolean good) {
    List<SettingProblem> problems =
        provider.check(Settings.of(Map.of("bot_token", Secret.of(token))));
    assertEquals(good, problems.isEmpty(), problems.toString());
    assertFalse(token.length() > 8 && problems.toString().contains(token), "never the secret");
  }
}

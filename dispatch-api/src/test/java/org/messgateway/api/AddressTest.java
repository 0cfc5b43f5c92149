package org.messgateway.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressTest {

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:9000/bad?key=SECRET, http://127.0.0.1:9000/bad…",
    "https://me:SECRET@robot.example/mess, https://robot.example/mess",
    "https://me@you:SECRET@robot.example, https://robot.example",
    "https://hooks.example/services/T0/B0/SECRET, https://hooks.example/services…",
    "https://ntfy.example/topic-of-some-SECRET, https://ntfy.example/topic-of-som…",
    "https://robot.example?SECRET, https://robot.example…",
    "https://robot.example#SECRET, https://robot.example…",
    "http://[::1]:9000/mess, http://[::1]:9000/mess",
    "https://, https://",
    "+14155550123, +14155550123",
    "U024BE7LH, U024BE7LH"
  })
  void whatCommandsPrintHoldsNoSecretOfAUrl(String address, String shown) {
    assertEquals(shown, Address.shown(address));
    assertFalse(Address.shown(address).contains("SECRET"));
  }
}

package org.messgateway.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SecretTest {

  private static final String TEXT = "xoxb-nobody-may-read-this";
  private static final Secret SECRET = Secret.of(TEXT);

  /** A record like those that adapters hold their settings in. */
  private record Account(String name, Secret token) {}

  static Stream<String> allWaysToPrintIt() {
    return Stream.of(
        SECRET.toString(),
        "token " + SECRET,
        String.format(Locale.ROOT, "%s", SECRET),
        new Account("work", SECRET).toString(),
        List.of(SECRET).toString(),
        Map.of("token", SECRET).toString(),
        Optional.of(SECRET).toString(),
        Settings.of(Map.of("token", SECRET)).toString(),
        Settings.of(Map.of("tokens", List.of(SECRET), "plain", TEXT)).toString());
  }

  @ParameterizedTest
  @MethodSource("allWaysToPrintIt")
  void howeverItIsPrintedItIsNotShown(String printed) {
    assertFalse(printed.contains("nobody"), printed);
  }

  @Test
  void onlyRevealShowsIt() {
    assertEquals(TEXT, SECRET.reveal());
  }

  @Test
  void secretsAreEqualWhenTheirTextsAre() {
    assertEquals(Secret.of(TEXT), SECRET);
    assertEquals(Secret.of(TEXT).hashCode(), SECRET.hashCode());
    assertNotEquals(Secret.of(TEXT + "x"), SECRET);
    assertNotEquals(Secret.of(""), SECRET);
  }
}

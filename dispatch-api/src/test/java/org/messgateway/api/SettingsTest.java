package org.messgateway.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {

  private static final String HIDDEN = "hidden-value";

  private static final Settings ALL = Settings.of(values());

  /** Values of every kind, made anew. */
  private static Map<String, Object> values() {
    return Map.of(
        "text", "from " + HIDDEN,
        "secret", Secret.of(HIDDEN),
        "integer", 7L,
        "flag", true,
        "duration", Duration.ofSeconds(30),
        "url", URI.create("https://example.com/" + HIDDEN),
        "secrets", List.of(Secret.of(HIDDEN), Secret.of("older")),
        "texts", List.of("a", "b"),
        "map", Map.of("X-Key", HIDDEN));
  }

  static Stream<Arguments> everyKind() {
    return Stream.of(
        row("text", s -> s.text("text"), Optional.of("from " + HIDDEN)),
        row("secret", s -> s.secret("secret"), Optional.of(Secret.of(HIDDEN))),
        row("integer", s -> s.integer("integer"), Optional.of(7L)),
        row("flag", s -> s.flag("flag"), Optional.of(true)),
        row("duration", s -> s.duration("duration"), Optional.of(Duration.ofSeconds(30))),
        row("url", s -> s.url("url"), Optional.of(URI.create("https://example.com/" + HIDDEN))),
        row("secrets", s -> s.secrets("secrets"), List.of(Secret.of(HIDDEN), Secret.of("older"))),
        row("texts", s -> s.texts("texts"), List.of("a", "b")),
        row("map", s -> s.map("map"), Map.of("X-Key", HIDDEN)));
  }

  private static Arguments row(String name, Function<Settings, Object> ask, Object found) {
    return Arguments.of(name, ask, found);
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void eachKindComesAsItIs(String name, Function<Settings, Object> ask, Object found) {
    assertTrue(ALL.has(name));
    assertEquals(found, ask.apply(ALL));
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void whatIsNotSetIsEmpty(String name, Function<Settings, Object> ask, Object found) {
    assertFalse(Settings.none().has(name));
    Object empty =
        switch (found) {
          case List<?> _ -> List.of();
          case Map<?, ?> _ -> Map.of();
          default -> Optional.empty();
        };
    assertEquals(empty, ask.apply(Settings.none()));
  }

  static Stream<Function<Settings, Object>> wrongQuestions() {
    return Stream.of(
        s -> s.text("secret"),
        s -> s.secret("text"),
        s -> s.integer("text"),
        s -> s.flag("integer"),
        s -> s.duration("url"),
        s -> s.url("text"),
        s -> s.map("texts"),
        s -> s.texts("secret"),
        s -> s.texts("secrets"),
        s -> s.secrets("texts"));
  }

  @ParameterizedTest
  @MethodSource("wrongQuestions")
  void askingForAnotherKindThrowsAndTellsNoValue(Function<Settings, Object> question) {
    RuntimeException mistake =
        assertThrows(IllegalArgumentException.class, () -> question.apply(ALL));
    String message = String.valueOf(mistake.getMessage());
    assertTrue(message.contains("is not described as"), message);
    assertFalse(message.contains(HIDDEN), message);
  }

  @Test
  void namesArePrintedAndValuesNever() {
    String printed = ALL.toString();
    assertTrue(printed.contains("secret") && printed.contains("url"), printed);
    assertFalse(printed.contains(HIDDEN), printed);
  }

  @Test
  void settingsOfTheSameValuesAreEqual() {
    Settings again = Settings.of(values());
    assertEquals(ALL, again);
    assertEquals(ALL.hashCode(), again.hashCode());
    assertEquals(Settings.none(), Settings.of(Map.of()));
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        Arguments.of("text", "from " + HIDDEN + "."),
        Arguments.of("secret", Secret.of(HIDDEN + ".")),
        Arguments.of("integer", 8L),
        Arguments.of("flag", false),
        Arguments.of("duration", Duration.ofSeconds(31)),
        Arguments.of("url", URI.create("https://example.com/other")),
        Arguments.of("secrets", List.of(Secret.of("older"), Secret.of(HIDDEN))),
        Arguments.of("texts", List.of("b", "a")),
        Arguments.of("map", Map.of("X-Key", HIDDEN + ".")),
        Arguments.of("further", "one"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void settingsWithAnotherValueAreOthers(String name, Object value) {
    Map<String, Object> changed = new HashMap<>(values());
    changed.put(name, value);
    assertNotEquals(ALL, Settings.of(changed));
  }

  @Test
  void whoMadeThemCannotChangeThemAfterwards() {
    Map<String, Object> values = new HashMap<>(Map.of("text", "as it was"));
    Settings settings = Settings.of(values);
    values.put("text", "changed");
    assertEquals(Optional.of("as it was"), settings.text("text"));
  }
}

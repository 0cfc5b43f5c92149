package org.messgateway.api.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of texts, and how a text is made of them. */
final class TextsTest {

  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant NOON = Instant.parse("2026-03-20T11:00:00Z");

  static List<String> languages() {
    return Texts.LANGUAGES;
  }

  @ParameterizedTest
  @MethodSource("languages")
  void everyLanguageHasEveryTextWithTheSamePlaces(String language) throws IOException {
    assertEquals(places(Texts.ENGLISH), places(Texts.of(language)));
    assertEquals(Texts.ENGLISH.patterns().keySet(), written(language).stringPropertyNames());
  }

  /** Without what English lends to it. */
  private static Properties written(String language) throws IOException {
    Properties written = new Properties();
    try (InputStream in =
        Objects.requireNonNull(
            Texts.class.getResourceAsStream("texts_" + language + ".properties"))) {
      written.load(new InputStreamReader(in, UTF_8));
    }
    return written;
  }

  private static SortedMap<String, Object> places(Texts texts) {
    SortedMap<String, Object> places = new TreeMap<>();
    texts.patterns().forEach((key, text) -> places.put(key, Texts.places(text)));
    return places;
  }

  /** These belong to programs and to the YAML of threads. */
  @Test
  void noTextSpeaksTheWordsOfTheProgram() {
    Texts.ENGLISH
        .patterns()
        .forEach((key, text) ->
            assertFalse(
                text.matches(
                    "(?is).*\\b(claim|decline|executor|thread|envelope|exchange|delivery|lane|round"
                        + "|requestor|holder|ref)\\b.*"),
                key + " = " + text));
  }

  @Test
  void aPlaceIsFilledWithItsArgument() {
    Texts texts = Texts.ENGLISH.with(Map.of("button.done", "{1} and {0} {x}"));
    assertEquals("two and 1 {x}", texts.get("button.done", 1, "two"));
    assertEquals(" and 1 {x}", texts.get("button.done", 1));
  }

  @Test
  void whatNobodyWroteIsAMistakeOfTheProgram() {
    assertThrows(IllegalArgumentException.class, () -> Texts.ENGLISH.get("no.such.text"));
    assertEquals(Optional.empty(), Texts.ENGLISH.find("no.such.text"));
  }

  @Test
  void timesHaveTheFormOfTheLanguage() {
    Instant tomorrow = NOON.plusSeconds(86_400);
    assertEquals("12:00", Texts.of("de").clock(NOON, NOON, BERLIN));
    assertEquals("Sat 21 Mar 12:00", Texts.ENGLISH.clock(tomorrow, NOON, BERLIN));
    assertEquals("Sa. 21. März 12:00", Texts.of("de").clock(tomorrow, NOON, BERLIN));
    assertEquals("3月21日(土) 12:00", Texts.of("ja").clock(tomorrow, NOON, BERLIN));
  }

  @Test
  void anUnknownLanguageIsEnglish() {
    assertEquals(Texts.ENGLISH, Texts.of("xx"));
  }
}

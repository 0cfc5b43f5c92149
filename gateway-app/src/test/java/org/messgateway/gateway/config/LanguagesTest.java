package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.text.Texts;

/** Which language somebody reads, and the household's own words. */
final class LanguagesTest {

  private static final String TWO =
      """
      language: de
      executors:
        ana: {notify: {webhook: "http://h/"}}
        zoe: {language: fr-CA, notify: {webhook: "http://h/"}}
      """;

  @TempDir Path directory;

  private static Texts texts(GatewayConfig config, String executor) {
    return config.catalogue().executor(executor).orElseThrow().texts();
  }

  @Test
  void anExecutorReadsItsOwnLanguageElseTheHouseholds() {
    GatewayConfig config = new Home(directory).config(TWO).valid();
    assertEquals("de", texts(config, "ana").language());
    assertEquals("fr", texts(config, "zoe").language());
    assertEquals("de", config.languages().usual().language());
  }

  @Test
  void withoutAWordOfItEverybodyReadsEnglish() {
    Home home = new Home(directory).config("executors: {ana: {notify: {webhook: \"http://h/\"}}}");
    assertEquals(Texts.ENGLISH, texts(home.valid(), "ana"));
  }

  @Test
  void anExecutorFileMayNameALanguage() {
    Home home =
        new Home(directory)
            .config("title: Home")
            .file("executors/kim.yaml", "executor_id: kim\nlanguage: ja\n");
    assertEquals("ja", texts(home.valid(), "kim").language());
  }

  @Test
  void aLanguageThatIsNoneIsToldWithTheRightOne() {
    Home home =
        new Home(directory)
            .config("executors: {ana: {language: German, notify: {webhook: \"http://h/\"}}}");
    ConfigProblem mistake = home.mistakes().getFirst();
    assertEquals("executors.ana.language", mistake.path());
    assertTrue(mistake.right().contains("write de"), mistake.toString());
  }

  @Test
  void theHouseholdsWordsTakeThePlaceOfOurs() {
    Home home =
        new Home(directory).config(TWO).file("texts/de.properties", "button.done = Gemacht");
    assertEquals("Gemacht", texts(home.valid(), "ana").get("button.done"));
    assertEquals("C'est fait", texts(home.valid(), "zoe").get("button.done"));
  }

  @Test
  void aLineWithAMistakeIsToldWithItsPlaceAndCostsNothingElse() {
    Home home =
        new Home(directory)
            .config(TWO)
            .file(
                "texts/de.properties",
                """
                # ours
                button.dnoe = Gemacht
                notice.taken = {0} macht das
                chat.saved = Danke! {0} hat es.
                time.today = HH:bb:mm
                """)
            .file("texts/klingon.properties", "button.done = Qapla'");
    assertEquals("Danke! Ben hat es.", texts(home.valid(), "ana").get("chat.saved", "Ben"));
    assertEquals("Fertig", texts(home.valid(), "ana").get("button.done"));
    List<String> told =
        home.warnings().stream()
            .map(ConfigProblem::toString)
            .filter(each -> each.startsWith("texts/"))
            .toList();
    assertEquals(4, told.size(), told.toString());
    assertTrue(told.get(0).startsWith("texts/de.properties:2 button.dnoe: there is no such text"));
    assertTrue(told.get(0).contains("did you mean `button.done`?"), told.get(0));
    assertTrue(told.get(1).startsWith("texts/de.properties:3 notice.taken: "), told.get(1));
    assertTrue(told.get(1).contains("{0}, {1}"), told.get(1));
    assertTrue(told.get(2).startsWith("texts/de.properties:5 time.today: "), told.get(2));
    assertTrue(told.get(3).startsWith("texts/klingon.properties:1: there is no language"));
  }
}

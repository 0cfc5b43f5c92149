package org.messgateway.gateway.cli.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.cli.Ran;

/** {@code texts} shows what people would read. */
final class TextsCommandTest {

  @TempDir Path directory;

  private Ran texts(String... words) {
    String[] all = new String[words.length + 1];
    all[0] = "texts";
    System.arraycopy(words, 0, all, 1, words.length);
    return Ran.at(directory, all);
  }

  @Test
  void withoutAHomeItShowsEachKindInEnglish() {
    Ran ran = texts();
    assertEquals(0, ran.status(), ran.toString());
    assertTrue(ran.out().contains("[I'll do it] [Not me]"), ran.out());
    assertTrue(ran.out().contains("Ana has it: "), ran.out());
    assertTrue(ran.out().contains("4 tasks are waiting"), ran.out());
  }

  @Test
  void aChannelShowsItAsItSendsIt() {
    for (String channel : List.of("slack", "telegram", "sms")) {
      Ran ran = texts("--language", "de", "--channel", channel);
      assertEquals(0, ran.status(), ran.toString());
      assertTrue(ran.out().contains("Foto"), ran.out());
      assertFalse(ran.out().contains("has it"), ran.out());
    }
    assertTrue(texts("--language", "de", "--channel", "telegram").out().contains("[Mach ich]"));
    assertTrue(texts("--language", "de", "--channel", "sms").out().contains(" SMS)"));
  }

  @Test
  void theHouseholdsLanguageAndWordsAreShown() throws IOException {
    Files.writeString(directory.resolve("config.yaml"), "language: es\ntitle: Casa\n");
    Files.createDirectories(directory.resolve("texts"));
    Files.writeString(directory.resolve("texts/es.properties"), "button.claim = Voy\n");
    Ran ran = texts("--keys");
    assertTrue(ran.out().contains("button.claim = Voy"), ran.out());
    assertTrue(ran.out().contains("button.decline = Yo no"), ran.out());
  }

  @Test
  void whatIsNoLanguageAndNoChannelIsSaid() {
    assertTrue(texts("--language", "dee").err().contains("did you mean `de`?"));
    assertTrue(texts("--channel", "webhook").err().contains("slack, sms, telegram"));
  }
}

package org.messgateway.gateway.answer.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;

/** Whatever people write: it means something, about a task that is open, and soon. */
class ChatGrammarFuzz {

  private static final Instant NOW = Instant.parse("2026-10-24T22:00:00Z");
  private static final Duration MONTH = Duration.ofDays(30);
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Set<String> LETTERS = Set.of("A", "B", "AB");

  @FuzzTest
  void read(byte[] input) {
    for (byte[] each : EnlargedInput.of(input)) {
      // The second has what UTF-8 cannot write: halves of characters.
      String pairs = ByteBuffer.wrap(each).asCharBuffer().toString();
      for (String text : List.of(new String(each, UTF_8), pairs)) {
        CostLimit.within(each.length, () -> read(text));
      }
    }
  }

  private static void read(String text) {
    for (boolean carrier : new boolean[] {true, false}) {
      Utterance.ReadText read = ChatGrammar.read(text, new ChatGrammar.Context(LETTERS, carrier));
      assertTrue(read.letter() == null || LETTERS.contains(read.letter()));
      assertMeansSomething(read.utterance(), text);
    }
    assertNone(text);
    assertSoon(text);
  }

  /** Where nothing is open no letter is one. */
  private static void assertNone(String text) {
    assertTrue(ChatGrammar.read(text, new ChatGrammar.Context(Set.of(), true)).letter() == null);
  }

  private static void assertMeansSomething(Utterance utterance, String text) {
    switch (utterance) {
      case Utterance.Done(String said) -> assertSaid(said, text);
      case Utterance.AskQuestion(String said) -> assertSaid(said, text);
      case Utterance.Pass(String said) -> assertSaid(said, text);
      case Utterance.HandBack(String said) -> assertSaid(said, text);
      case Utterance.FreeText(String said) -> assertSaid(said, text);
      case Utterance.PauseNotifications(String rest) -> assertTrue(PauseTime.looksLike(rest));
      case Utterance.CarrierWord _ -> assertFalse(text.isBlank());
      case Utterance.Take _,
          Utterance.Yes _,
          Utterance.No _,
          Utterance.ResumeNotifications _,
          Utterance.ListOpen _,
          Utterance.Help _ -> {}
    }
  }

  /** A person's own words, and nothing that they did not write. */
  private static void assertSaid(String said, String text) {
    assertTrue(
        text.contains(said) || TextNormalizer.plain(text).contains(TextNormalizer.plain(said)),
        said);
  }

  private static void assertSoon(String text) {
    PauseTime.of(text, NOW, BERLIN)
        .ifPresent(
            until -> assertTrue(until.isAfter(NOW) && !until.isAfter(NOW.plus(MONTH)), text));
  }
}

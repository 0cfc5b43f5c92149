package org.messgateway.gateway.inbound;

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
import org.messgateway.testkit.Cost;
import org.messgateway.testkit.Grown;

/** Whatever people write: it means something, about a task that is open, and soon. */
class GrammarFuzz {

  private static final Instant NOW = Instant.parse("2026-10-24T22:00:00Z");
  private static final Duration MONTH = Duration.ofDays(30);
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Set<String> LETTERS = Set.of("A", "B", "AB");

  @FuzzTest
  void read(byte[] input) {
    for (byte[] each : Grown.of(input)) {
      // The second has what UTF-8 cannot write: halves of characters.
      String pairs = ByteBuffer.wrap(each).asCharBuffer().toString();
      for (String text : List.of(new String(each, UTF_8), pairs)) {
        Cost.within(each.length, () -> read(text));
      }
    }
  }

  private static void read(String text) {
    for (boolean carrier : new boolean[] {true, false}) {
      Meaning.Read read = Grammar.read(text, new Grammar.Context(LETTERS, carrier));
      assertTrue(read.letter() == null || LETTERS.contains(read.letter()));
      assertMeansSomething(read.meaning(), text);
    }
    assertNone(text);
    assertSoon(text);
  }

  /** Where nothing is open no letter is one. */
  private static void assertNone(String text) {
    assertTrue(Grammar.read(text, new Grammar.Context(Set.of(), true)).letter() == null);
  }

  private static void assertMeansSomething(Meaning meaning, String text) {
    switch (meaning) {
      case Meaning.Done(String said) -> assertSaid(said, text);
      case Meaning.Ask(String said) -> assertSaid(said, text);
      case Meaning.Pass(String said) -> assertSaid(said, text);
      case Meaning.GiveBack(String said) -> assertSaid(said, text);
      case Meaning.Free(String said) -> assertSaid(said, text);
      case Meaning.Pause(String rest) -> assertTrue(PauseTime.looksLike(rest));
      case Meaning.Carrier _ -> assertFalse(text.isBlank());
      case Meaning.Take _,
          Meaning.Yes _,
          Meaning.No _,
          Meaning.Resume _,
          Meaning.ListOpen _,
          Meaning.Help _ -> {}
    }
  }

  /** A person's own words, and nothing that they did not write. */
  private static void assertSaid(String said, String text) {
    assertTrue(text.contains(said) || Spelling.plain(text).contains(Spelling.plain(said)), said);
  }

  private static void assertSoon(String text) {
    PauseTime.of(text, NOW, BERLIN)
        .ifPresent(
            until -> assertTrue(until.isAfter(NOW) && !until.isAfter(NOW.plus(MONTH)), text));
  }
}

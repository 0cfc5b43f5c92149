package org.messgateway.gateway.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-20-001",
        "2026-01-15-TEST",
        "2026-11-20-001-take-a-photo",
        "küche schrank",
        "50% off",
        "冷蔵庫",
        "a.b",
        "-",
        "😀"
      })
  void aRefIsWhateverCanBeAFileName(String text) {
    assertEquals(text, Ref.of(text).orElseThrow().value());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        ".hidden",
        "..",
        "../etc/passwd",
        "a/b",
        "a\\b",
        "a..b",
        "a\nb",
        "a\u0000",
        "a\u007f",
        "a\u0085b",
        "\ud800"
      })
  void aRefThatCouldLeadElsewhereIsNone(String text) {
    assertTrue(Ref.of(text).isEmpty());
    assertThrows(IllegalArgumentException.class, () -> new Ref(text));
  }

  @Test
  void aRefHasAtMostTwoHundredCharacters() {
    assertTrue(Ref.of("x".repeat(200)).isPresent());
    assertFalse(Ref.of("x".repeat(201)).isPresent());
  }

  @Test
  void refsHaveTheOrderInWhichTheirThreadsWereCreated() {
    List<String> created =
        List.of(
            "2026-11-19-1000",
            "2026-11-20-001",
            "2026-11-20-001-s1",
            "2026-11-20-150",
            "2026-11-20-150-2",
            "2026-11-20-999",
            "2026-11-20-1000",
            "2026-11-20-1000-s1",
            "2026-11-20-9999",
            "2026-11-20-10000",
            "2026-11-20-TEST",
            "2026-11-21-001",
            "kitchen");
    assertEquals(created, created.reversed().stream().sorted(Ref.CREATION_ORDER).toList());
  }

  @Test
  void theRefusalSaysWhyAndCannotForgeALogLine() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> new Ref("a\nERROR all lost"))
            .getMessage();
    assertEquals("\"a?ERROR all lost\" is no ref: it contains control characters", message);
  }
}

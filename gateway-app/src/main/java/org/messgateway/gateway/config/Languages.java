package org.messgateway.gateway.config;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.messgateway.api.text.Texts;

/**
 * The texts of each language as this household has them, and the language of whoever names none.
 * Texts are read when somebody needs their language. Thread-safe.
 */
public final class Languages {

  private final String usual;
  private final Map<String, Map<String, String>> changes;
  private final Map<String, Texts> texts = new ConcurrentHashMap<>();

  /**
   * @param usual the language of the household
   * @param changes the household's own words, by language and key
   */
  Languages(String usual, Map<String, Map<String, String>> changes) {
    this.usual = usual;
    this.changes = Map.copyOf(changes);
  }

  /** English for everybody. */
  static Languages english() {
    return new Languages(Texts.ENGLISH.language(), Map.of());
  }

  /** The texts of the household's language. */
  public Texts usual() {
    return in(usual);
  }

  /** The texts of one of {@link Texts#LANGUAGES}. */
  public Texts in(String language) {
    return texts.computeIfAbsent(
        language, code -> Texts.of(code).with(changes.getOrDefault(code, Map.of())));
  }
}

package org.messgateway.api.mess;

import java.util.Locale;
import java.util.Optional;

/** The priority of a request, lowest first. Source: MESS protocol §3.2. */
public enum Priority {
  /** May wait; the message is silent where the channel can do that. */
  BACKGROUND,
  /** The default. */
  NORMAL,
  /** Above normal. */
  ELEVATED,
  /** Passes quiet hours and has a limit of its own (docs/rules.md#when, docs/rules.md#gentle). */
  URGENT;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** The priority as documents write it: {@code urgent}. */
  public String code() {
    return code;
  }

  /** The priority of a code in any case; empty for an unknown code. */
  public static Optional<Priority> of(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "background" -> Optional.of(BACKGROUND);
      case "normal" -> Optional.of(NORMAL);
      case "elevated" -> Optional.of(ELEVATED);
      case "urgent" -> Optional.of(URGENT);
      default -> Optional.empty();
    };
  }
}

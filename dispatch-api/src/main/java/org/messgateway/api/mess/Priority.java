package org.messgateway.api.mess;

import java.util.Locale;
import java.util.Optional;

/** How much a request presses, least first. Source: protocol §3.2. */
public enum Priority {
  BACKGROUND,
  NORMAL,
  ELEVATED,
  URGENT;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** As it is written: {@code urgent}. */
  public String code() {
    return code;
  }

  /** The priority a text stands for; empty when it is none of the four. */
  public static Optional<Priority> of(String text) {
    for (Priority priority : values()) {
      if (priority.code().equals(text.strip().toLowerCase(Locale.ROOT))) {
        return Optional.of(priority);
      }
    }
    return Optional.empty();
  }
}

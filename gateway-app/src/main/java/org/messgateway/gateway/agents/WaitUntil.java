package org.messgateway.gateway.agents;

import java.util.Locale;
import java.util.Optional;

/** What an agent waits for. A task that has ended ends each wait. */
public enum WaitUntil {
  /** The end. */
  ENDED,
  /** An {@link OpenMatter} that the agent has to decide, or the end. */
  QUESTION,
  /** A response, in part too, an open matter, or the end. */
  ANSWERED,
  /** Another {@link AgentTask#version}, or the end. */
  CHANGE;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** As requests write it: {@code answered}. */
  public String code() {
    return code;
  }

  /** Empty for a code that is none. */
  public static Optional<WaitUntil> of(String code) {
    for (WaitUntil each : values()) {
      if (each.code.equals(code)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}

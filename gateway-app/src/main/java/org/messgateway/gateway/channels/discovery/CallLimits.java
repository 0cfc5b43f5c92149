package org.messgateway.gateway.channels.discovery;

import java.time.Duration;

/**
 * How long callers wait for the code of a jar.
 *
 * @param provider for calls that do no I/O, and for {@code close}
 * @param listen for {@code listen} and {@code resume}
 * @param service for calls that ask the service; an attempt is interrupted before
 * @param grace how long an interrupted call may take to return
 * @param watch how long a call that did not return is watched, to learn whether it computes
 * @param hold how long nothing is given to a jar after a call that was late
 */
record CallLimits(
    Duration provider,
    Duration listen,
    Duration service,
    Duration grace,
    Duration watch,
    Duration hold) {

  static final CallLimits USUAL =
      new CallLimits(
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofMillis(300),
          Duration.ofSeconds(1),
          Duration.ofMinutes(5));

  Duration of(String method) {
    return switch (method) {
      case "listen", "resume" -> listen;
      case "deliver",
          "update",
          "find",
          "receiptStatus",
          "poll",
          "selfTest",
          "findByEmail",
          "personLink",
          "entered",
          "groupLink" ->
          service;
      default -> provider;
    };
  }
}

package org.messgateway.gateway.answer;

import org.messgateway.gateway.journal.Claims;

/**
 * Claims among gateways that share a store. The thread is what counts in the end: a claim that
 * neither stands in a thread that is free nor waits to be written there was lost, and holds nobody
 * up.
 */
final class RoundClaims {

  private static final int MOST_OPEN = 1_000;

  private final AnswerPorts ports;

  RoundClaims(AnswerPorts ports) {
    this.ports = ports;
  }

  /**
   * Claims a round of a thread that says it is free.
   *
   * @return who has it now
   */
  String claim(String ref, int round, String executor) {
    Claims claims = ports.journal().claims();
    String winner = claims.claim(ports.exchange(), ref, round, executor);
    if (winner.equals(executor) || waits(ref, winner)) {
      return winner;
    }
    claims.release(ports.exchange(), ref, round, winner);
    return claims.claim(ports.exchange(), ref, round, executor);
  }

  private boolean waits(String ref, String executor) {
    return ports.journal().answers().open(ports.exchange(), MOST_OPEN).stream()
        .anyMatch(entry ->
            entry.ref().equals(ref)
                && entry.executor().equals(executor)
                && entry.writtenAt() == null);
  }

  void release(String ref, int round, String executor) {
    ports.journal().claims().release(ports.exchange(), ref, round, executor);
  }
}

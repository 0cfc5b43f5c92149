package org.messgateway.gateway.answer;

import org.messgateway.api.mess.ThreadStatus;

/**
 * What each status code does to a thread of each status, in one place. Drawn in {@code
 * docs/state-machine.md}. Source: protocol §9, DESIGN §7, issue 3 point 3.
 */
final class Transitions {

  private Transitions() {}

  /**
   * The effect of one code.
   *
   * @param from status of the thread
   * @param code what is said; {@link ThreadStatus#PENDING} is said by who gives it back
   * @param standing of who says it
   */
  static Effect of(ThreadStatus from, ThreadStatus code, Standing standing) {
    if (from.ended()) {
      return Effect.OVER;
    }
    return switch (standing) {
      case OTHER -> Effect.HELD_BY_OTHER;
      case NOBODY -> free(code);
      case HOLDER -> held(from, code);
    };
  }

  private static Effect free(ThreadStatus code) {
    return switch (code) {
      case CLAIMED -> Effect.CLAIM;
      case IN_PROGRESS, WAITING, HELD, NEEDS_INPUT, NEEDS_CONFIRMATION, RETRYING ->
          Effect.CLAIM_AND_APPLY;
      case COMPLETED, PARTIAL -> Effect.CLAIM_AND_APPLY;
      // Who never had it must not end it for those who could do it.
      case DECLINED, FAILED -> Effect.PASS;
      case PENDING -> Effect.NOTE;
      case DELEGATED, SUPERSEDED -> Effect.CLAIM_FIRST;
      case CANCELLED, EXPIRED -> Effect.NOT_THEIRS;
    };
  }

  private static Effect held(ThreadStatus from, ThreadStatus code) {
    return switch (code) {
      case CLAIMED -> Effect.NOTHING;
      case IN_PROGRESS, WAITING, HELD, NEEDS_INPUT, NEEDS_CONFIRMATION, RETRYING ->
          from == code ? Effect.NOTE : Effect.APPLY;
      case COMPLETED, PARTIAL, FAILED, DELEGATED, SUPERSEDED -> Effect.APPLY;
      case DECLINED, PENDING -> Effect.GIVE_BACK;
      case CANCELLED, EXPIRED -> Effect.NOT_THEIRS;
    };
  }
}

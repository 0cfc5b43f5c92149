package org.messgateway.gateway.protocol;

import org.messgateway.api.mess.ThreadStatus;

/**
 * The state machine: the effect of each status code on a thread of each status. Drawn in {@code
 * docs/state-machine.md}. Source: protocol §9, docs/rules.md#claims.
 */
public final class Transitions {

  private Transitions() {}

  /** The holder, relative to the speaker. */
  public enum HeldBy {
    SPEAKER,
    ANOTHER,
    NOBODY
  }

  /** What a status code does to a thread. */
  public enum Effect {
    /** The thread gets this status. */
    APPLY,
    /** The speaker has the task from now on. */
    CLAIM,
    /** The speaker has the task, and the thread gets this status: work without a claim claims. */
    CLAIM_AND_APPLY,
    /** The holder gives the task back: it is free again, or over when nobody else is able. */
    GIVE_BACK,
    /** An able executor declines a free task; the thread is over when it was the last one. */
    PASS,
    /** The status is part of the conversation and changes nothing. */
    NOTE,
    /** The thread already has this status. */
    NOTHING,
    /** Another executor has the task: content is kept as text. */
    HELD_BY_OTHER,
    /** The thread has ended: content is kept as text. */
    OVER,
    /** Only the holder may say this. */
    CLAIM_FIRST,
    /** The holder may say this once the requestor refused to go ahead: it ends the thread. */
    CALL_OFF,
    /** No executor may say this. */
    NOT_THEIRS
  }

  /**
   * The effect of one code.
   *
   * @param from status of the thread
   * @param code of the message; {@link ThreadStatus#PENDING} stands for giving the task back
   * @param heldBy the holder, relative to the speaker
   */
  public static Effect of(ThreadStatus from, ThreadStatus code, HeldBy heldBy) {
    if (from.ended()) {
      return Effect.OVER;
    }
    return switch (heldBy) {
      case ANOTHER -> Effect.HELD_BY_OTHER;
      case NOBODY -> free(code);
      case SPEAKER -> held(from, code);
    };
  }

  private static Effect free(ThreadStatus code) {
    return switch (code) {
      case CLAIMED -> Effect.CLAIM;
      case IN_PROGRESS, WAITING, HELD, NEEDS_INPUT, NEEDS_CONFIRMATION, RETRYING ->
          Effect.CLAIM_AND_APPLY;
      case COMPLETED, PARTIAL -> Effect.CLAIM_AND_APPLY;
      // An executor who never had the task must not end it for those who are able.
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
      case CANCELLED -> Effect.CALL_OFF;
      case EXPIRED -> Effect.NOT_THEIRS;
    };
  }
}

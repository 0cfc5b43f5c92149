package org.messgateway.gateway.answer;

/** What a status code does to a thread; see {@link Transitions}. */
enum Effect {
  /** The thread gets this status. */
  APPLY,
  /** It is theirs from now on. */
  CLAIM,
  /** It is theirs, and gets this status: what is done without asking was claimed. */
  CLAIM_AND_APPLY,
  /** Theirs no longer: free again, or over when nobody else is able. */
  GIVE_BACK,
  /** One of those who could have it does not want it; over when it was the last. */
  PASS,
  /** Is part of the conversation and changes nothing. */
  NOTE,
  /** Says what is so already. */
  NOTHING,
  /** Somebody else has it: content stays as text. */
  HELD_BY_OTHER,
  /** It has ended: content stays as text. */
  OVER,
  /** Only the one who has it says this. */
  CLAIM_FIRST,
  /** Not an executor's to say. */
  NOT_THEIRS
}

package org.messgateway.gateway.inbound;

/** What a person does about a task, once it is clear which. */
sealed interface Move {

  /** Takes it. */
  record Claim() implements Move {}

  /** Does not take it. */
  record Decline(String reason) implements Move {}

  /** Answers it; takes it first where nobody has it. */
  record Complete(String text) implements Move {}

  /** Answers it with yes or no. */
  record Confirm(boolean yes) implements Move {}

  /** Is still on it; what they say of it, which may be empty. */
  record Progress(String text) implements Move {}

  /** Wants to know something. */
  record Ask(String question) implements Move {}

  /** Does not have it any more. */
  record GiveBack(String reason) implements Move {}

  /** Nothing happens; they are told why. */
  record Nothing(String sentence) implements Move {}
}

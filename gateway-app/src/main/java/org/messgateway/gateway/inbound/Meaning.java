package org.messgateway.gateway.inbound;

import org.jspecify.annotations.Nullable;

/** What a text says, taken by itself: which task it is about, and how that stands, comes later. */
sealed interface Meaning {

  /** Wants the task. */
  record Take() implements Meaning {}

  /** Does not want it. */
  record Pass(String reason) implements Meaning {}

  /** It is done; what was found, which may be empty. */
  record Done(String text) implements Meaning {}

  /** Wants to know something first; may be empty. */
  record Ask(String question) implements Meaning {}

  /** Had it, and cannot do it. */
  record GiveBack(String reason) implements Meaning {}

  /** Says yes. */
  record Yes() implements Meaning {}

  /** Says no. */
  record No() implements Meaning {}

  /** Wants to be left alone; what stands behind it says until when. */
  record Pause(String rest) implements Meaning {}

  /** Wants to be told again. */
  record Resume() implements Meaning {}

  /** Wants to see what is open. */
  record ListOpen() implements Meaning {}

  /** Wants to know what can be said. */
  record Help() implements Meaning {}

  /** A word that the carrier answers: nothing is to be said. */
  record Carrier() implements Meaning {}

  /** None of these: perhaps the answer itself. */
  record Free(String text) implements Meaning {}

  /**
   * A text as it was read.
   *
   * @param letter of the task it names, in upper case; null when it names none
   * @param text what was written, without the letter
   */
  record Read(@Nullable String letter, String text, Meaning meaning) {}
}

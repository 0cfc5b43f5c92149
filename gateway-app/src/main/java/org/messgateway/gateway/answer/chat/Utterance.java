package org.messgateway.gateway.answer.chat;

import org.jspecify.annotations.Nullable;

/** The meaning of a text by itself, without regard to its task and the task's state. */
sealed interface Utterance {

  /** Claims a task: {@code 1}, {@code take it}. */
  record Take() implements Utterance {}

  /** Declines a task: {@code 2}, {@code no time}. */
  record Pass(String reason) implements Utterance {}

  /** The task is done; the result may be empty. */
  record Done(String text) implements Utterance {}

  /** Asks a question, which may be empty. */
  record AskQuestion(String question) implements Utterance {}

  /** Gives a task back. */
  record HandBack(String reason) implements Utterance {}

  /** A bare yes. */
  record Yes() implements Utterance {}

  /** A bare no. */
  record No() implements Utterance {}

  /** Pauses notifications; {@code rest} is the text that gives the time. */
  record PauseNotifications(String rest) implements Utterance {}

  /** Ends a pause. */
  record ResumeNotifications() implements Utterance {}

  /** Asks for the list of open tasks. */
  record ListOpen() implements Utterance {}

  /** Asks for help. */
  record Help() implements Utterance {}

  /** A word that the carrier answers itself; it gets no reply. */
  record CarrierWord() implements Utterance {}

  /** None of these: perhaps the result of the task. */
  record FreeText(String text) implements Utterance {}

  /**
   * A parsed text.
   *
   * @param letter of the task that the text names, in upper case; null for none
   * @param text without the letter
   */
  record ReadText(@Nullable String letter, String text, Utterance utterance) {}
}

package org.messgateway.gateway.answer.chat;

import java.util.Map;

/** A person's action on a known task. */
sealed interface TaskAction {

  /** Claims the task. */
  record Claim() implements TaskAction {}

  /** Declines the task. */
  record Decline(String reason) implements TaskAction {}

  /** Completes the task; claims it first when it is free. */
  record Complete(String text) implements TaskAction {}

  /** Completes the task with yes or no. */
  record Confirm(boolean yes) implements TaskAction {}

  /**
   * Completes the task with the answer of a button.
   *
   * @param entry the content entry
   */
  record Choose(Map<String, Object> entry) implements TaskAction {}

  /** Reports progress; the text may be empty. */
  record Progress(String text) implements TaskAction {}

  /** Asks the requestor a question. */
  record Ask(String question) implements TaskAction {}

  /** Gives the task back. */
  record GiveBack(String reason) implements TaskAction {}

  /** No action; the person gets the reason. */
  record Nothing(String sentence) implements TaskAction {}
}

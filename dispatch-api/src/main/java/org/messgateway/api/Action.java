package org.messgateway.api;

/** What a person can do by a button in the message, while its way back is open. */
public enum Action {
  CLAIM,
  DECLINE,
  DONE,
  ASK,
  GIVE_BACK
}

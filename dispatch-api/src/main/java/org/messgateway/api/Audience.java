package org.messgateway.api;

/** Whom a type of channel reaches. */
public enum Audience {
  /** Texts, one message per shared address, one at a time per lane. */
  PEOPLE,
  /** Documents with a stable id, one message per executor. */
  MACHINES
}

package org.messgateway.gateway.answer;

/** How somebody who says something stands to the task. */
enum Standing {
  /** Has it. */
  HOLDER,
  /** Somebody else has it. */
  OTHER,
  /** Nobody has it. */
  NOBODY
}

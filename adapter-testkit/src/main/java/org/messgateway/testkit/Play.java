package org.messgateway.testkit;

/** How a fault is played. */
sealed interface Play {

  /** By a proper HTTP server. */
  record Answered(Answer answer) implements Play {}

  /** By bare sockets. */
  record OnSockets(Conduct conduct) implements Play {}

  /** By nobody: the port is closed. */
  record Refused() implements Play {}
}

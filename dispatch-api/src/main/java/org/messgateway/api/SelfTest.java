package org.messgateway.api;

import java.util.List;

/** An adapter that checks its credentials and rights without sending a message. */
public interface SelfTest {

  /**
   * Checks the account at the service. Returns within {@link AdapterServices#timeLimit()} and
   * reports a failure of the network as a finding.
   *
   * @return the problems; empty when there are none
   */
  List<Finding> selfTest();

  /**
   * One problem of an account.
   *
   * @param severe true when no message can be sent until the problem is solved
   * @param sentence the problem, for people; no secrets
   * @param remedy the command or the click that solves it
   */
  record Finding(boolean severe, String sentence, String remedy) {}
}

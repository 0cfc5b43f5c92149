package org.messgateway.gateway.flow;

import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * One of those who race for a task.
 *
 * @param name the executor
 * @param asked whether it was told of the task, so that it can claim
 * @param claim claims, as this one does it
 * @param hasIt whether it was told that it has it
 * @param told whether it was told, where it was asked and by what it did, that this other has it
 */
record Contender(
    String name,
    BooleanSupplier asked,
    Claim claim,
    BooleanSupplier hasIt,
    Predicate<String> told) {

  /** Something that may fail. */
  interface Claim {
    void run() throws Exception;
  }
}

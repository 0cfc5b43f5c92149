package org.messgateway.gateway.respond;

/** Which threads are an executor's: those it was told of, and those it has. */
@FunctionalInterface
public interface Concerns {

  /** Whether this thread is one of them; false also when there is no such thread. */
  boolean executor(String ref, String executor);
}

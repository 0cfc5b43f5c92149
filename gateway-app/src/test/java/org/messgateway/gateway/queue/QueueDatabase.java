package org.messgateway.gateway.queue;

import java.nio.file.Path;
import java.time.InstantSource;

/** Where the queue of a test is kept: all that differs between the tests of one contract. */
public interface QueueDatabase {

  /**
   * A queue on an empty store.
   *
   * @param folder of this test alone, for a database that is a file
   * @param clock what the queue takes for the time
   */
  DeliveryQueue openEmpty(Path folder, InstantSource clock);
}

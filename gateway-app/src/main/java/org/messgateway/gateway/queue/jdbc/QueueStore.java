package org.messgateway.gateway.queue.jdbc;

import org.messgateway.gateway.queue.QueueException;

/** A place where queue and journal are kept, not opened yet. */
public sealed interface QueueStore permits SqliteStore, PostgresStore {

  /**
   * Opens it to run, up to date, made anew when there was nothing.
   *
   * @param node what this process is called; where several share a store it is made unique
   * @throws QueueException when it cannot be used, with what to do about it
   */
  OpenedQueue open(String node);

  /**
   * Opens it to read, beside processes that run it or alone; changes nothing.
   *
   * @throws QueueException when there is none, or it is of another version
   */
  QueueReader openToRead();

  /** Whether there is something to read. */
  boolean exists();

  /**
   * Tries whether it could be opened to run; changes nothing.
   *
   * @throws QueueException when it could not, with what to do about it
   */
  void tryOut();

  /** Whether other processes may use it at the same time. */
  boolean shared();

  /** Where it is, as people may see it: no password, no parameters. */
  String shown();
}

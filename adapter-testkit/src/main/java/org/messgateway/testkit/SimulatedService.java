package org.messgateway.testkit;

import java.net.URI;
import java.util.List;

/** A remote service played on the loopback interface. */
public interface SimulatedService extends AutoCloseable {

  /** Where it listens, without a slash at the end: {@code http://127.0.0.1:41234}. */
  URI baseUrl();

  /** The requests that were read completely, in the order in which they were. */
  List<SeenRequest> requests();

  @Override
  void close();
}

package org.messgateway.testkit;

import java.net.URI;
import java.util.List;

/** A remote service on the loopback interface. */
public interface SimulatedService extends AutoCloseable {

  /** The base URL without a slash at the end: {@code http://127.0.0.1:41234}. */
  URI baseUrl();

  /** The complete requests in the order of their arrival. */
  List<RecordedRequest> requests();

  @Override
  void close();
}

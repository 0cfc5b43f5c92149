package org.messgateway.gateway.remote;

import java.net.URI;
import org.messgateway.gateway.exchange.Ref;

/** Where this gateway hands out a file of a thread that is too large for the server. */
@FunctionalInterface
public interface FileLinks {

  /**
   * A link with a token in it.
   *
   * @param from who said the message that the file belongs to
   */
  URI of(Ref ref, String name, String from);
}

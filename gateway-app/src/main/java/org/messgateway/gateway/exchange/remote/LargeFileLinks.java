package org.messgateway.gateway.exchange.remote;

import java.net.URI;
import org.messgateway.gateway.exchange.Ref;

/** Makes links by which this gateway serves attachments that are too large for the server. */
@FunctionalInterface
public interface LargeFileLinks {

  /**
   * A link with a token.
   *
   * @param from author of the message that names the attachment
   */
  URI of(Ref ref, String name, String from);
}

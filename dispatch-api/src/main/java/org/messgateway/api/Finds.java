package org.messgateway.api;

import java.io.IOException;
import java.util.Optional;

/** An adapter whose service can tell who has an e-mail address: {@code link --slack EMAIL}. */
public interface Finds {

  /**
   * Who that is; empty when the service knows nobody of that address. Sends nothing to anybody.
   * Same limit of time as {@link Adapter#deliver}.
   *
   * @throws IOException when the service could not be asked or refuses to say; its message is one
   *     line for people, what to do included, without secrets
   */
  Optional<Found> byEmail(String email) throws IOException;

  /**
   * A person of the service.
   *
   * @param person their id, which is an address of the channel and what {@link Said#person()} is
   * @param name what the service says they are called; the id when it does not say
   */
  record Found(String person, String name) {}
}

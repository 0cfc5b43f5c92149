package org.messgateway.api;

import java.io.IOException;
import java.util.Optional;

/** An adapter whose service finds a person by e-mail address, for {@code link --slack EMAIL}. */
public interface PersonLookup {

  /**
   * Finds the person of an e-mail address. Sends nothing to anybody. Returns within {@link
   * AdapterServices#timeLimit()}.
   *
   * @return empty when the service knows nobody with that address
   * @throws IOException when the service cannot be reached or refuses; the message is one line for
   *     people that says what to do, without secrets
   */
  Optional<ServicePerson> findByEmail(String email) throws IOException;

  /**
   * A person of the service.
   *
   * @param person the service's id of the person, which is also an address of the channel and the
   *     value of {@link InboundEvent#person()}
   * @param name the person's name at the service; the id when the service names none
   */
  record ServicePerson(String person, String name) {}
}

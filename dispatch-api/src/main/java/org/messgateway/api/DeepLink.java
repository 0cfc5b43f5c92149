package org.messgateway.api;

import java.net.URI;
import java.util.Optional;

/**
 * An adapter whose service has links that open the conversation and say a code there: whoever opens
 * one and agrees is heard as {@link Deed.Linked}. Same rules as {@link Adapter#deliver}.
 */
public interface DeepLink {

  /**
   * Opens the conversation of one person.
   *
   * @param code 1 to 64 letters, digits, {@code _} or {@code -}
   * @return empty when the service does not say now how we are called
   */
  Optional<URI> start(String code);

  /** The same for a group, which the person who opens it chooses. */
  Optional<URI> startGroup(String code);
}

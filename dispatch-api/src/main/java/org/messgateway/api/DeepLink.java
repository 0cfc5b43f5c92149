package org.messgateway.api;

import java.net.URI;
import java.util.Optional;

/**
 * An adapter whose service has links that open a chat and enter a code there. The adapter reports
 * the entered code as {@link InboundAction.LinkCodeEntry}. The rules of {@link Adapter#deliver}
 * hold for time and secrets.
 */
public interface DeepLink {

  /**
   * The link that opens a chat with one person.
   *
   * @param code 1 to 64 letters, digits, {@code _} or {@code -}
   * @return empty when the service does not tell the name of the gateway's account now
   */
  Optional<URI> personLink(String code);

  /**
   * The link that opens a group, which the person who follows the link chooses.
   *
   * @param code 1 to 64 letters, digits, {@code _} or {@code -}
   * @return empty when the service does not tell the name of the gateway's account now
   */
  Optional<URI> groupLink(String code);
}

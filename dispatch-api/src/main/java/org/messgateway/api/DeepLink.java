package org.messgateway.api;

import java.io.IOException;
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

  /**
   * Looks once whether a person entered the code, for {@code init}, while nobody {@linkplain
   * Inbound#listen listens}. Waits for it at most {@link AdapterServices#timeLimit()}. Whatever
   * else people did stays at the service for the gateway that listens later.
   *
   * @param code as {@link #personLink} got it
   * @return who entered it; empty when nobody did until now
   * @throws IOException when the service cannot be asked or refuses; the message is one line for
   *     people that says what to do, without secrets
   */
  default Optional<CodeEntry> entered(String code) throws IOException {
    throw new IOException("This channel hears of a code only while the gateway runs.");
  }

  /**
   * A person who entered a code.
   *
   * @param address where, in the form of this channel's addresses
   * @param person the service's id of the person
   * @param name the person's name at the service; the id when the service names none
   */
  record CodeEntry(String address, String person, String name) {}
}

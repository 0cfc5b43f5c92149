package org.messgateway.gateway.http.limits;

import io.helidon.http.Headers;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import org.messgateway.gateway.http.body.TransferPace;

/**
 * How much of the server clients may use.
 *
 * @param connections at most, in all
 * @param ofOnePeer connections at most from one address
 * @param countsOwn whether connections from this machine count as well; behind a proxy that is not
 *     configured all clients have its address
 * @param addresses which client a configured proxy speaks for
 * @param requests that are worked on at the same time
 * @param waiting requests that wait until something happens, beside those
 * @param silence longest single wait for a client: for a request, or for the rest of one
 * @param head longest time from the first byte of a request to the end of its headers
 * @param pace slowest pace of a request's body, and of reading an answer
 * @param tick interval at which overdue connections are looked for
 */
public record ConnectionLimits(
    int connections,
    int ofOnePeer,
    boolean countsOwn,
    ClientAddresses addresses,
    int requests,
    int waiting,
    Duration silence,
    Duration head,
    TransferPace pace,
    Duration tick) {

  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(
          1_024,
          64,
          false,
          ClientAddresses.DIRECT,
          256,
          768,
          Duration.ofSeconds(20),
          Duration.ofSeconds(10),
          TransferPace.DEFAULT,
          Duration.ofMillis(250));

  /** The same behind proxies. */
  public ConnectionLimits behind(ClientAddresses proxies) {
    return new ConnectionLimits(
        connections, ofOnePeer, countsOwn, proxies, requests, waiting, silence, head, pace, tick);
  }

  /** Requests at the same time, at work or waiting. */
  public int atOnce() {
    return requests + waiting;
  }

  /** The places that requests take. */
  public RequestPlaces places() {
    return new RequestPlaces(requests, waiting);
  }

  /** Whether the limit of connections holds for this peer: a proxy's are those of its clients. */
  boolean counts(String peer) {
    return (countsOwn || !own(peer)) && !addresses.isProxy(peer);
  }

  /**
   * The address whose limits a request counts against; empty for a peer without limits.
   *
   * @param headers of the request, read only where the peer is a configured proxy
   */
  public Optional<String> counted(String peer, Headers headers) {
    return addresses
        .named(peer, headers)
        .or(() -> countsOwn || !own(peer) ? Optional.of(peer) : Optional.empty());
  }

  private static boolean own(String address) {
    try {
      return InetAddress.ofLiteral(address).isLoopbackAddress();
    } catch (IllegalArgumentException name) {
      return address.equals("localhost");
    }
  }
}

package org.messgateway.gateway.respond.guard;

import java.net.InetAddress;
import java.time.Duration;
import org.messgateway.gateway.respond.body.Pace;

/**
 * What strangers may take of the server.
 *
 * @param connections at most, in all
 * @param ofOnePeer connections at most from one address
 * @param countsOwn whether this machine's own address is counted, too; behind a proxy all callers
 *     have it
 * @param requests that are answered at once
 * @param silence how long one wait for a client may be: for a request, or for more of it
 * @param head how long a client may take for the head of a request once it has begun
 * @param pace of a request's body, and of reading an answer
 * @param tick how often it is looked who takes too long
 */
public record Bounds(
    int connections,
    int ofOnePeer,
    boolean countsOwn,
    int requests,
    Duration silence,
    Duration head,
    Pace pace,
    Duration tick) {

  public static final Bounds DEFAULT =
      new Bounds(
          1_024,
          64,
          false,
          256,
          Duration.ofSeconds(20),
          Duration.ofSeconds(10),
          Pace.DEFAULT,
          Duration.ofMillis(250));

  /** Whether what comes from an address counts. */
  public boolean counts(String address) {
    return countsOwn || !own(address);
  }

  private static boolean own(String address) {
    try {
      return InetAddress.ofLiteral(address).isLoopbackAddress();
    } catch (IllegalArgumentException name) {
      return address.equals("localhost");
    }
  }
}

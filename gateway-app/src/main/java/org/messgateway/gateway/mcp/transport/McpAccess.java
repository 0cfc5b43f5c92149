package org.messgateway.gateway.mcp.transport;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.exchange.ExchangeNames;
import org.messgateway.gateway.http.ProblemException;
import org.messgateway.gateway.http.TokenGate;
import org.messgateway.gateway.http.limits.AllowedHosts;
import org.messgateway.gateway.links.TokenKind;

/**
 * Who may come in at {@code /mcp}. Names of the server are checked before, for all requests.
 *
 * @param gate checks the token of each request
 * @param hosts whose pages may ask; programs send no origin
 * @param exchanges which a URL may name
 */
public record McpAccess(TokenGate gate, AllowedHosts hosts, ExchangeNames exchanges) {

  /**
   * The agent whose token came. Throws 403 for a page of somebody else and for tokens of other
   * kinds, 401 without a token or with one that is not in force.
   */
  String agent(ServerRequest request) {
    List<String> origins = request.headers().all(HeaderNames.ORIGIN, List::of);
    if (!origins.stream().allMatch(hosts::admitOrigin)) {
      throw new ProblemException(
          403,
          "Forbidden",
          "Pages of this origin may not ask here. If they should, the gateway's operator writes"
              + " the name into config.yaml: http: { hosts: [NAME] }");
    }
    return gate.of(request, TokenKind.AGENT).name();
  }

  /** Whether the token is in force still, while its request waits. */
  boolean still(ServerRequest request) {
    try {
      gate.of(request, TokenKind.AGENT);
      return true;
    } catch (ProblemException revoked) {
      return false;
    }
  }

  /** The exchange that a URL names; throws 404 where there is none of that name. */
  Optional<String> exchange(ServerRequest request) {
    Optional<String> named = McpRequestHead.exchange(request);
    if (named.isPresent() && exchanges.id(named.get()).isEmpty()) {
      throw ProblemException.notFound(exchanges.unknown(named.get()))
          .typed("urn:mess:no-such-exchange");
    }
    return named;
  }
}

package org.messgateway.gateway.respond.page;

import io.helidon.webserver.http.ServerRequest;
import java.time.InstantSource;
import java.util.Optional;
import org.messgateway.gateway.respond.LinkClaims;
import org.messgateway.gateway.respond.LinkTokens;
import org.messgateway.gateway.respond.ProblemException;
import org.messgateway.gateway.respond.ShortCodes;
import org.messgateway.gateway.respond.Tasks;

/**
 * Which task a link opens: by {@code token}, or by {@code code} and {@code t} of a short one. Tells
 * one whose time is over from one that was never ours.
 */
final class LinkOpener {

  private final LinkTokens tokens;
  private final ShortCodes codes;
  private final Tasks tasks;
  private final InstantSource clock;

  LinkOpener(LinkTokens tokens, ShortCodes codes, Tasks tasks, InstantSource clock) {
    this.tokens = tokens;
    this.codes = codes;
    this.tasks = tasks;
    this.clock = clock;
  }

  /** A link that is alive: 401 otherwise, with a type that says why. */
  LinkClaims alive(ServerRequest request) {
    LinkClaims claims = genuine(request);
    if (!clock.instant().isBefore(claims.expires())) {
      throw new ProblemException(401, "Unauthorized", "This link has expired.")
          .typed("urn:mess:expired");
    }
    return claims;
  }

  /** A link of ours, its time perhaps over. */
  LinkClaims genuine(ServerRequest request) {
    Optional<String> code = parameter(request, "code");
    Optional<LinkClaims> claims =
        code.isPresent()
            ? codes
                .deliveryId(code.get(), parameter(request, "t").orElse(""))
                .flatMap(tasks::delivery)
            : parameter(request, "token").flatMap(tokens::genuine);
    return claims
        .filter(found -> tasks.tasksIn(found.exchange()).isPresent())
        .orElseThrow(() ->
            new ProblemException(401, "Unauthorized", "This link is not one of ours.")
                .typed("urn:mess:forged"));
  }

  private static Optional<String> parameter(ServerRequest request, String name) {
    return request.query().first(name).asOptional();
  }
}

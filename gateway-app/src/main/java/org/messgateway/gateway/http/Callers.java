package org.messgateway.gateway.http;

import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.ShortCodes;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenException;

/**
 * Who makes a request, as far as a MAC or a stored hash proves it: some ten microseconds, and no
 * look into the queue. Safe for all threads.
 */
public final class Callers {

  private static final String SHORT_PATH = "/r/";

  private final LinkTokens links;
  private final StoredTokens stored;
  private final ShortCodes codes;
  private final ControlKey control;

  public Callers(LinkTokens links, StoredTokens stored, ShortCodes codes, ControlKey control) {
    this.links = links;
    this.stored = stored;
    this.codes = codes;
    this.control = control;
  }

  /**
   * The same text for the same caller, however the request is spelled; empty for a request without
   * proof. A genuine link counts as its executor on its thread, expired or not.
   */
  Optional<String> verified(ServerRequest request) {
    try {
      String token = TokenGate.token(request);
      return token.isEmpty() ? ofShortLink(request) : ofToken(token);
    } catch (ProblemException spelledOtherwise) {
      return Optional.empty();
    }
  }

  private Optional<String> ofToken(String token) {
    if (StoredTokens.like(token)) {
      try {
        return Optional.of("token " + stored.verify(token).id());
      } catch (TokenException refused) {
        return Optional.empty();
      }
    }
    return control.opens(token)
        ? Optional.of("control")
        : links
            .genuine(token)
            .map(of -> String.join("\n", "link", of.exchange(), of.ref(), of.executor()));
  }

  private Optional<String> ofShortLink(ServerRequest request) {
    String path = request.path().path();
    Optional<String> code =
        path.startsWith(SHORT_PATH)
            ? Optional.of(path.substring(SHORT_PATH.length()))
            : TokenGate.parameter(request, "code");
    Optional<String> token = TokenGate.parameter(request, "t");
    return code.isEmpty() || token.isEmpty()
        ? Optional.empty()
        : codes.deliveryId(code.get(), token.get()).map(id -> "short " + id);
  }
}

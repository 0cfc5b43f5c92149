package org.messgateway.gateway.agents;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLEncoder;
import java.util.function.Supplier;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.Ref;

/** Where an agent fetches the files of its tasks with its own token. Safe for all threads. */
public final class FilePaths {

  private final Supplier<URI> clientUrl;
  private final boolean several;

  /**
   * @param clientUrl of the gateway, now
   * @param several whether there are several exchanges, so that paths name theirs
   */
  public FilePaths(Supplier<URI> clientUrl, boolean several) {
    this.clientUrl = clientUrl;
    this.several = several;
  }

  /** Whether there are several exchanges, so that what is offered names its own. */
  boolean several() {
    return several;
  }

  OfTask of(ExchangeHandle exchange, Ref ref) {
    return new OfTask(
        clientUrl.get().toString().replaceFirst("/+$", ""),
        encoded(ref.value()),
        several ? "?exchange=" + encoded(exchange.name()) : "");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  /**
   * Files of one task.
   *
   * @param base of the gateway's addresses, without a slash at its end
   * @param ref encoded
   * @param exchange what addresses end with
   */
  record OfTask(String base, String ref, String exchange) {

    String uri(String name) {
      return "content://" + ref + "/" + encoded(name) + exchange;
    }

    String path(String name) {
      return "/thread/" + ref + "/files/" + encoded(name) + exchange;
    }

    String url(String name) {
      return base + path(name);
    }

    String remote(int document, int number) {
      return base + "/thread/" + ref + "/remote/" + document + "/" + number + exchange;
    }
  }
}

package org.messgateway.gateway.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.messgateway.api.Secret;

/**
 * An exchange on a server.
 *
 * @param url of the exchange itself: {@code https://host/api/v1/exchanges/home}
 * @param apiKey of the executor that the gateway is there
 * @param poll how often it is asked what has changed
 * @param allow addresses that may be connected to beyond what its URL permits
 */
public record RemoteConfig(URI url, Secret apiKey, Duration poll, List<String> allow) {

  public static final Duration USUAL_POLL = Duration.ofSeconds(5);

  public RemoteConfig {
    allow = List.copyOf(allow);
  }
}

package org.messgateway.gateway.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Secret;
import org.messgateway.gateway.routing.Catalogue;

/**
 * One version of the configuration, checked and whole.
 *
 * @param home the directory it was read from
 * @param agentId who the gateway is when it creates threads
 * @param title stands for "MESS" in people's messages
 * @param clientUrl what links start with, without a slash at its end
 * @param store where the queue is; empty for the embedded one in {@code <home>/.gateway}
 * @param exchanges all that are watched, one at least; new tasks of agents go to the first
 * @param operators executors who are told of trouble
 * @param staleAfter undispatched threads older than this are held at the first start
 * @param secret mixed into the gateway's own key for links
 * @param catalogue who can be told, how, and by which rules
 * @param channels those that can be used, by name
 * @param held those whose adapter is missing or broken, by name; the catalogue knows them too (as
 *     channels of machines, for nobody can say what they are), so that what is for them waits
 * @param identities who an executor is on a channel, by executor and channel
 */
public record GatewayConfig(
    Path home,
    String agentId,
    String title,
    URI clientUrl,
    HttpConfig http,
    Optional<StoreConfig> store,
    List<ExchangeConfig> exchanges,
    InFlightBounds inFlight,
    List<String> operators,
    Duration staleAfter,
    Optional<Secret> secret,
    Catalogue catalogue,
    Map<String, ChannelConfig> channels,
    Map<String, HeldChannel> held,
    Map<String, Map<String, String>> identities) {

  public GatewayConfig {
    exchanges = List.copyOf(exchanges);
    operators = List.copyOf(operators);
    channels = Map.copyOf(channels);
    held = Map.copyOf(held);
    identities = Map.copyOf(identities);
  }

  /** With one exchange. */
  public GatewayConfig(
      Path home,
      String agentId,
      String title,
      URI clientUrl,
      HttpConfig http,
      Optional<StoreConfig> store,
      ExchangeConfig exchange,
      InFlightBounds inFlight,
      List<String> operators,
      Duration staleAfter,
      Optional<Secret> secret,
      Catalogue catalogue,
      Map<String, ChannelConfig> channels,
      Map<String, HeldChannel> held,
      Map<String, Map<String, String>> identities) {
    this(
        home,
        agentId,
        title,
        clientUrl,
        http,
        store,
        List.of(exchange),
        inFlight,
        operators,
        staleAfter,
        secret,
        catalogue,
        channels,
        held,
        identities);
  }

  /** The first exchange, where new tasks of agents go. */
  public ExchangeConfig exchange() {
    return exchanges.getFirst();
  }

  /** The same on another port; links follow where they led to this machine's own server. */
  public GatewayConfig onPort(int port) {
    boolean own = clientUrl.equals(URI.create("http://localhost:" + http.port()));
    return new GatewayConfig(
        home,
        agentId,
        title,
        own ? URI.create("http://localhost:" + port) : clientUrl,
        new HttpConfig(
            http.enabled(),
            http.host(),
            port,
            http.secret(),
            http.maxBody(),
            http.maxFile(),
            http.confidential()),
        store,
        exchanges,
        inFlight,
        operators,
        staleAfter,
        secret,
        catalogue,
        channels,
        held,
        identities);
  }

  /** The same with other executors and other persons. */
  public GatewayConfig with(
      Catalogue otherCatalogue, Map<String, Map<String, String>> otherIdentities) {
    return new GatewayConfig(
        home,
        agentId,
        title,
        clientUrl,
        http,
        store,
        exchanges,
        inFlight,
        operators,
        staleAfter,
        secret,
        otherCatalogue,
        channels,
        held,
        otherIdentities);
  }

  /** Without its store's URL, which may hold a password. */
  @Override
  public String toString() {
    return "GatewayConfig[" + home + ", channels " + channels.keySet() + "]";
  }
}

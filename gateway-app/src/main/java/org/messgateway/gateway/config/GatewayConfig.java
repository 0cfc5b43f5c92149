package org.messgateway.gateway.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.messgateway.api.PlainText;
import org.messgateway.api.Secret;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.routing.Agent;
import org.messgateway.gateway.routing.Catalogue;

/**
 * One version of the configuration, checked and whole.
 *
 * @param home the directory it was read from
 * @param agentId the requestor of threads that the gateway creates
 * @param title stands for "MESS" in people's messages
 * @param clientUrl the start of all links, without a slash at its end
 * @param store where the queue is; empty for the embedded one in {@code <home>/.gateway}
 * @param exchanges all that are watched, one at least; new tasks of agents go to the first
 * @param operators executors who are told of troubles
 * @param staleAfter undispatched threads older than this are held at the first start
 * @param secret mixed into the gateway's own key for links
 * @param catalogue executors, channels and rules for routing
 * @param channels that can be used, by name
 * @param held channels whose adapter is missing or broken, by name. The catalogue has them too, as
 *     channels of machines, so that their deliveries wait
 * @param identities of executors on channels, by executor and channel
 * @param registry where executors and rules come from, and who may register more
 * @param languages the texts for people
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
    Map<String, Map<String, String>> identities,
    RegistryConfig registry,
    Languages languages) {

  /** The agent of a home whose configuration names none. */
  public static final String USUAL_AGENT = "mess-gateway";

  public GatewayConfig {
    exchanges = List.copyOf(exchanges);
    operators = List.copyOf(operators);
    channels = Map.copyOf(channels);
    held = Map.copyOf(held);
    identities = Map.copyOf(identities);
  }

  /** With one exchange, and nothing that was registered at run time. */
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
        identities,
        RegistryConfig.NONE,
        Languages.english());
  }

  /** Why channels have no adapter, by name. */
  public Map<String, String> absences() {
    Map<String, String> absences = new TreeMap<>();
    held.forEach((name, channel) -> absences.put(name, channel.sentence()));
    return absences;
  }

  /** The names of the channels, without the inbox while no executor has one. */
  public SortedSet<String> channelNames() {
    SortedSet<String> names = new TreeSet<>(channels.keySet());
    boolean fetched =
        catalogue.executors().values().stream()
            .flatMap(executor -> executor.notifyPlan().channels().stream())
            .anyMatch(each -> each.channel().equals(Agent.INBOX.channel()));
    if (!fetched) {
      names.remove(Agent.INBOX.channel());
    }
    return names;
  }

  /** The first exchange, where new tasks of agents go. */
  public ExchangeConfig exchange() {
    return exchanges.getFirst();
  }

  /** The exchange of a name. */
  public Optional<ExchangeConfig> exchange(String name) {
    return exchanges.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** The names of all exchanges. */
  public List<String> exchangeNames() {
    return exchanges.stream().map(ExchangeConfig::name).toList();
  }

  /** The same on another port; links to this machine's own server follow. */
  public GatewayConfig onPort(int port) {
    boolean own = clientUrl.equals(URI.create("http://localhost:" + http.port()));
    return with(own ? URI.create("http://localhost:" + port) : clientUrl, http.onPort(port));
  }

  /** The same with an HTTP server that this machine alone reaches, on any free port. */
  public GatewayConfig onLoopback() {
    return with(onPort(0).clientUrl, http.onLoopback());
  }

  private GatewayConfig with(URI otherUrl, HttpConfig otherHttp) {
    return new GatewayConfig(
        home,
        agentId,
        title,
        otherUrl,
        otherHttp,
        store,
        exchanges,
        inFlight,
        operators,
        staleAfter,
        secret,
        catalogue,
        channels,
        held,
        identities,
        registry,
        languages);
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
        otherIdentities,
        registry,
        languages);
  }

  /** Without its store's URL, which may hold a password. */
  @Override
  public String toString() {
    return "GatewayConfig[" + home + ", channels " + channels.keySet() + "]";
  }

  /**
   * Limits of what is in flight at once, over all channels.
   *
   * @param attempts number of attempts
   * @param bytes size of all their notifications together
   */
  public record InFlightBounds(int attempts, long bytes) {

    static final InFlightBounds DEFAULT = new InFlightBounds(64, 64L << 20);
  }

  /**
   * A channel whose adapter is missing or broken: its deliveries wait until it is back.
   *
   * @param sentence why, and what to do
   */
  public record HeldChannel(String name, String type, String sentence) {}

  /**
   * Where queue and journal are kept when it is not in {@code <home>/.gateway}.
   *
   * @param url {@code jdbc:sqlite:…} or {@code jdbc:postgresql:…}; it may hold a password
   * @param user of a database; empty when the URL names one
   * @param password of that user; empty when the URL holds it or none is asked for
   */
  public record StoreConfig(String url, Optional<String> user, Optional<Secret> password) {

    /** A host ends with a slash: without one the driver only says that it cannot parse the URL. */
    private static final Pattern POSTGRES =
        Pattern.compile("jdbc:postgresql:(//[^/\\s]+/\\S*|[^/\\s]\\S*)");

    /** Whether it names a database of PostgreSQL. */
    public static boolean isPostgres(String url) {
      return POSTGRES.matcher(url).matches() && url.codePoints().noneMatch(PlainText::hidden);
    }

    /** Without its URL, which may hold a password. */
    @Override
    public String toString() {
      return "StoreConfig[]";
    }
  }
}

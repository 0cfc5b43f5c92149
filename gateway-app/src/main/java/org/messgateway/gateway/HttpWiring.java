package org.messgateway.gateway;

import io.helidon.webserver.http.HttpService;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.gateway.channels.ChannelCallbacks;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.channels.inbox.InboxProvider;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.config.LocalFilePolicy;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.http.AdminAccess;
import org.messgateway.gateway.http.Admission;
import org.messgateway.gateway.http.AgentInboxes;
import org.messgateway.gateway.http.AgentMessages;
import org.messgateway.gateway.http.AgentQuota;
import org.messgateway.gateway.http.AgentTaskRoutes;
import org.messgateway.gateway.http.AnswerRoutes;
import org.messgateway.gateway.http.ApiDescriptionRoutes;
import org.messgateway.gateway.http.CallbackRoutes;
import org.messgateway.gateway.http.Callers;
import org.messgateway.gateway.http.ConfigMessages;
import org.messgateway.gateway.http.ControlRoutes;
import org.messgateway.gateway.http.ControlService;
import org.messgateway.gateway.http.ExecutorInbox;
import org.messgateway.gateway.http.ExecutorThreads;
import org.messgateway.gateway.http.FileRoutes;
import org.messgateway.gateway.http.HealthReport;
import org.messgateway.gateway.http.HttpServer;
import org.messgateway.gateway.http.InboxNotifier;
import org.messgateway.gateway.http.InboxRoutes;
import org.messgateway.gateway.http.LargeViews;
import org.messgateway.gateway.http.ListenAddress;
import org.messgateway.gateway.http.MessRoutes;
import org.messgateway.gateway.http.PublicEndpointCheck;
import org.messgateway.gateway.http.PublicProof;
import org.messgateway.gateway.http.RemotePictures;
import org.messgateway.gateway.http.RemoteRoutes;
import org.messgateway.gateway.http.StatusRoutes;
import org.messgateway.gateway.http.TaskDirectory;
import org.messgateway.gateway.http.TaskRoutes;
import org.messgateway.gateway.http.TaskService;
import org.messgateway.gateway.http.TokenAuthorization;
import org.messgateway.gateway.http.TokenGate;
import org.messgateway.gateway.http.body.BodyLimits;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.http.body.WholeBodies;
import org.messgateway.gateway.http.limits.AllowedHosts;
import org.messgateway.gateway.http.limits.ClientAddresses;
import org.messgateway.gateway.http.limits.ConnectionLimits;
import org.messgateway.gateway.http.page.PageFileRoutes;
import org.messgateway.gateway.http.page.PageRoutes;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkRenewer;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.ShortCodes;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.mcp.tools.AgentOffer;
import org.messgateway.gateway.mcp.tools.AgentVoice;
import org.messgateway.gateway.mcp.transport.AgentSessions;
import org.messgateway.gateway.mcp.transport.McpAccess;
import org.messgateway.gateway.mcp.transport.McpHttpService;
import org.messgateway.gateway.protocol.Deadline;
import org.messgateway.gateway.reconcile.ReusedRefs;

/** The HTTP server: page, API, inbox, callbacks, and the gateway's own commands. */
final class HttpWiring implements AutoCloseable {

  /** What MCP's clients are told of the gateway. */
  private static final String VERSION = "0.1.0";

  private static final Duration SWEEP_EVERY = Duration.ofMinutes(1);

  private static final Duration ENDPOINT_CHECK_EVERY = Duration.ofSeconds(5);

  private final GatewayContext gateway;
  private final Exchanges exchanges;
  private final LinkKey key;
  private final LinkTokens tokens;
  private final ShortCodes codes;
  private final PublicProof proof;
  private final PublicEndpointCheck endpoint;
  private final RemotePictures pictures;
  private final AgentSessions sessions = new AgentSessions(System::nanoTime);
  private final Optional<Runnable> handOver;

  /**
   * @param handOver ends this gateway for a {@code run} that asks; empty for one that keeps the
   *     home
   */
  HttpWiring(
      GatewayContext gateway,
      Exchanges exchanges,
      LinkKey key,
      LinkTokens tokens,
      Optional<Runnable> handOver) {
    this.handOver = handOver;
    this.gateway = gateway;
    this.exchanges = exchanges;
    this.key = key;
    this.tokens = tokens;
    codes = new ShortCodes(key);
    proof = new PublicProof(key);
    endpoint =
        new PublicEndpointCheck(
            () -> gateway.configuration().get().clientUrl(), proof, System::nanoTime);
    pictures =
        new RemotePictures(
            new AddressGuard(
                AddressGuard.AddressTrust.PUBLIC_ONLY, HostAllowList.of(List.of()), "pictures"),
            System::nanoTime);
  }

  private boolean overtaken(LinkClaims link) {
    return exchanges
        .complete(link.exchange(), link.ref())
        .filter(loaded ->
            ReusedRefs.isAfter(
                loaded, gateway.queue().thread(link.exchange(), link.ref()), link.chain().first()))
        .isPresent();
  }

  /** Whether a link belongs to the agent that asked for its task. */
  private boolean requested(LinkClaims link) {
    return exchanges
        .complete(link.exchange(), link.ref())
        .flatMap(loaded -> loaded.thread().requestor())
        .filter(link.executor()::equals)
        .isPresent();
  }

  /** What the page says of whom it belongs to. */
  private PageFileRoutes.PageSettings household() {
    GatewayConfig now = gateway.configuration().get();
    return new PageFileRoutes.PageSettings(
        now.title(), now.languages().usual(), now.languages()::in);
  }

  private HttpConfig config() {
    return gateway.configuration().get().http();
  }

  /**
   * The server; empty when HTTP is switched off.
   *
   * @param renewer sends new links for expired ones
   * @param inboxes wakes executors that wait at their inbox
   * @param stored tokens that programs were given
   * @param metrics the page of {@code /metrics}
   */
  Optional<HttpServer> server(
      AnswerWiring answers,
      LinkRenewer renewer,
      InboxNotifier inboxes,
      StoredTokens stored,
      HealthReport health,
      Supplier<String> metrics) {
    HttpConfig http = config();
    if (!http.enabled()) {
      return Optional.empty();
    }
    HttpConfig.CallerConfig callers = http.callers();
    ConnectionLimits limits =
        ConnectionLimits.DEFAULT.behind(
            new ClientAddresses(callers.proxies(), callers.addressHeader()));
    Admission admission =
        new Admission(
            new Callers(tokens, stored, codes, new ControlKey(key)),
            limits,
            hosts(),
            System::nanoTime);
    return Optional.of(
        new HttpServer(
            new ListenAddress(http.host(), http.port(), http.maxBody()),
            services(answers, renewer, inboxes, stored, health, metrics),
            limits,
            admission));
  }

  private AllowedHosts hosts() {
    return new AllowedHosts(
        config().host(),
        () -> gateway.configuration().get().clientUrl(),
        () -> config().callers().hosts());
  }

  private List<HttpService> services(
      AnswerWiring answers,
      LinkRenewer renewer,
      InboxNotifier inboxes,
      StoredTokens stored,
      HealthReport health,
      Supplier<String> metrics) {
    TaskDirectory tasks = new TaskDirectory(exchanges.each(this::tasks));
    SequencedMap<String, ExecutorThreads> own =
        exchanges.each(each -> new ExecutorThreads(each.id(), each.threads(), gateway.queue()));
    TokenAuthorization authorization =
        new TokenAuthorization(this::configured, tokens, stored, this::requested, this::overtaken);
    TokenGate gate =
        new TokenGate(
            tokens,
            stored,
            new LinkedHashMap<>(own),
            exchanges.names(),
            authorization,
            gateway.clock());
    AdminAccess admins = new AdminAccess(new ControlKey(key), gate);
    Submissions submissions = submissions();
    LargeViews views = new LargeViews(gateway.large(), gateway.spool());
    AgentQuota quota =
        new AgentQuota(config().callers().agents(), this::openThreadsOf, System::nanoTime);
    ConfigMessages registering =
        new ConfigMessages(
            gate,
            new ControlKey(key),
            gateway.registrations(),
            agent -> gateway.configuration().get().registry().registrars().contains(agent),
            gateway.clock());
    AnswerRoutes answerRoutes = new AnswerRoutes(gate, tokens, submissions, answers.answers());
    return List.of(
        McpHttpService.of(
            () ->
                AgentOffer.of(
                    answers.tasks(),
                    new AgentVoice(
                        new AgentMessages(answers.requests(), registering, quota),
                        submissions,
                        exchanges.names()),
                    this::permitted,
                    gateway.clock(),
                    System::nanoTime),
            new McpAccess(gate, hosts(), exchanges.names()),
            sessions,
            quota,
            new WholeBodies(gateway.spool(), config().maxBody(), System::nanoTime),
            VERSION),
        new StatusRoutes(health, metrics, admins, config().confidential()),
        new ApiDescriptionRoutes(),
        new ControlRoutes(
            new ControlService(exchanges.ids(), gateway.queue(), gateway.clock()),
            admins,
            handOver),
        new PageFileRoutes(this::household),
        new PageRoutes(tasks, tokens, authorization, codes, renewer, views, gateway.clock()),
        new TaskRoutes(tasks, gate, authorization, codes, views, gateway.clock()),
        new FileRoutes(tasks, gate, views),
        new RemoteRoutes(gate, tasks, pictures),
        answerRoutes,
        new MessRoutes(gate, submissions, answers.requests(), answerRoutes, registering, quota),
        new AgentTaskRoutes(gate, answers.tasks(), tasks, quota, views),
        new InboxRoutes(gate, inbox(inboxes), System::nanoTime),
        new CallbackRoutes(
            new ChannelCallbacks(
                gateway.channels(), () -> gateway.configuration().get().clientUrl()),
            proof));
  }

  /** Whether people may be shown a file of this machine that a task of an exchange names. */
  private boolean permitted(Optional<String> exchange, String file) {
    return exchange
        .map(called -> exchanges.names().id(called).orElse(called))
        .or(() -> exchanges.ids().stream().findFirst())
        .map(id -> LocalFilePolicy.of(exchanges).in(gateway.configuration().get(), id))
        .flatMap(files -> files.permitted(file))
        .isPresent();
  }

  private int openThreadsOf(String agent) {
    return exchanges.ids().stream()
        .mapToInt(exchange -> gateway.queue().openThreadsOf(exchange, agent))
        .sum();
  }

  private boolean configured(String executor) {
    return gateway.configuration().get().catalogue().executor(executor).isPresent();
  }

  private TaskService tasks(ExchangeHandle exchange) {
    return new TaskService(
        gateway.configuration(),
        exchange.exchange(),
        exchange.number(),
        gateway.queue(),
        exchange.threads(),
        gateway.links(),
        thread -> Deadline.of(thread).at(),
        gateway.clock());
  }

  private ExecutorInbox inbox(InboxNotifier inboxes) {
    return new ExecutorInbox(
        exchanges,
        gateway.configuration(),
        gateway.queue(),
        gateway.links(),
        this::inboxChannels,
        new AgentInboxes(exchanges, gateway.queue()),
        inboxes,
        gateway.clock());
  }

  private List<String> inboxChannels() {
    return gateway.configuration().get().channels().values().stream()
        .filter(channel -> channel.type().equals(InboxProvider.TYPE))
        .map(ChannelConfig::name)
        .toList();
  }

  private Submissions submissions() {
    HttpConfig http = config();
    return new Submissions(
        gateway.spool(),
        new BodyLimits(http.maxBody(), http.maxFile(), BodyLimits.DEFAULT.files()),
        gateway.large(),
        System::nanoTime);
  }

  /** Whether services out there reach this gateway, as far as known. */
  boolean callable() {
    return endpoint.callable();
  }

  /** Closes connections to servers of pictures; after the HTTP server. */
  @Override
  public void close() {
    pictures.close();
  }

  /** The check of whether services reach this gateway under its public URL. */
  List<BackgroundLoop> loops() {
    return config().enabled()
        ? List.of(
            BackgroundLoop.every("public endpoint", ENDPOINT_CHECK_EVERY, endpoint::turn),
            BackgroundLoop.every("mcp-sessions", SWEEP_EVERY, sessions::sweep))
        : List.of();
  }
}

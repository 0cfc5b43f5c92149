package org.messgateway.gateway;

import io.helidon.webserver.http.HttpService;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.AllowList;
import org.messgateway.api.TaskDocument;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.respond.AgentsView;
import org.messgateway.gateway.respond.AnswerRoutes;
import org.messgateway.gateway.respond.CallbackRoutes;
import org.messgateway.gateway.respond.Concerns;
import org.messgateway.gateway.respond.ControlKey;
import org.messgateway.gateway.respond.ControlRoutes;
import org.messgateway.gateway.respond.FileRoutes;
import org.messgateway.gateway.respond.Health;
import org.messgateway.gateway.respond.HttpServer;
import org.messgateway.gateway.respond.InboxRoutes;
import org.messgateway.gateway.respond.Insiders;
import org.messgateway.gateway.respond.LinkTokens;
import org.messgateway.gateway.respond.Listening;
import org.messgateway.gateway.respond.MessRoutes;
import org.messgateway.gateway.respond.PublicProof;
import org.messgateway.gateway.respond.RemotePictures;
import org.messgateway.gateway.respond.RemoteRoutes;
import org.messgateway.gateway.respond.ShortCodes;
import org.messgateway.gateway.respond.StatusRoutes;
import org.messgateway.gateway.respond.StoredTokens;
import org.messgateway.gateway.respond.TaskRoutes;
import org.messgateway.gateway.respond.TokenGate;
import org.messgateway.gateway.respond.body.BodyLimits;
import org.messgateway.gateway.respond.body.Submissions;
import org.messgateway.gateway.respond.page.PageRoutes;
import org.messgateway.gateway.respond.page.Renewals;

/** Joins the HTTP side: page, API, callbacks, and the gateway's own commands. */
final class HttpSide implements AutoCloseable {

  private static final Duration ENDPOINT_REST = Duration.ofSeconds(5);

  private final Optional<HttpServer> server;
  private final PublicEndpoint endpoint;
  private final RemotePictures pictures;

  /**
   * @param metrics the page of {@code /metrics}
   */
  HttpSide(
      Exchanges exchanges,
      AnswerSide answers,
      LinkTokens tokens,
      StoredTokens stored,
      ShortCodes codes,
      Renewals renewals,
      Health health,
      Supplier<String> metrics,
      InboxBell bell) {
    Parts parts = exchanges.first();
    HttpConfig http = parts.configuration().get().http();
    pictures =
        new RemotePictures(
            new AddressGuard(AddressGuard.Trust.PUBLIC_ONLY, AllowList.of(List.of()), "pictures"));
    PublicProof proof = new PublicProof(parts.key());
    endpoint =
        new PublicEndpoint(() -> parts.configuration().get().clientUrl(), proof, System::nanoTime);
    server =
        http.enabled()
            ? Optional.of(
                new HttpServer(
                    new Listening(http.host(), http.port(), http.maxBody()),
                    services(
                        exchanges, answers, tokens, stored, codes, renewals, health, metrics, proof,
                        bell, pictures)))
            : Optional.empty();
  }

  private static List<HttpService> services(
      Exchanges exchanges,
      AnswerSide answers,
      LinkTokens tokens,
      StoredTokens stored,
      ShortCodes codes,
      Renewals renewals,
      Health health,
      Supplier<String> metrics,
      PublicProof proof,
      InboxBell bell,
      RemotePictures pictures) {
    Parts parts = exchanges.first();
    HttpConfig http = parts.configuration().get().http();
    SeveralTasks tasks = new SeveralTasks(exchanges.each(HttpSide::tasks));
    SequencedMap<String, OwnThreads> own = exchanges.each(OwnThreads::new);
    TokenGate gate = new TokenGate(tokens, stored, concerns(own), parts.clock());
    Insiders insiders = new Insiders(new ControlKey(parts.key()), gate);
    Submissions submissions = submissions(parts);
    AnswerRoutes answering =
        new AnswerRoutes(gate, tokens, submissions, answers.answers(), parts.clock());
    return List.of(
        new StatusRoutes(health, metrics, insiders, http.confidential()),
        new ControlRoutes(new QueueControl(ids(exchanges), parts.queue(), parts.clock()), insiders),
        new PageRoutes(tasks, tasks, tokens, codes, renewals, parts.clock()),
        new TaskRoutes(tasks, gate, codes, parts.clock()),
        new FileRoutes(tasks, gate),
        new RemoteRoutes(gate, tasks, pictures),
        answering,
        new MessRoutes(gate, tasks, view(own), submissions, answers.requests(), answering),
        new InboxRoutes(gate, new ExecutorInbox(exchanges, bell), System::nanoTime),
        new CallbackRoutes(new ChannelCallbacks(parts), proof));
  }

  private static OpenTasks tasks(Parts parts) {
    return new OpenTasks(
        parts.configuration(),
        parts.exchange(),
        parts.number(),
        parts.queue(),
        parts.threads(),
        parts.links(),
        parts.clock());
  }

  private static SequencedMap<String, Concerns> concerns(Map<String, OwnThreads> own) {
    return new LinkedHashMap<>(own);
  }

  private static AgentsView view(SequencedMap<String, OwnThreads> own) {
    return new AgentsView() {
      @Override
      public AgentsView in(String exchange) {
        return own.getOrDefault(exchange, own.firstEntry().getValue());
      }

      @Override
      public Optional<TaskDocument> of(String ref) {
        return own.firstEntry().getValue().of(ref);
      }
    };
  }

  private static List<String> ids(Exchanges exchanges) {
    return exchanges.all().stream().map(Parts::exchangeId).toList();
  }

  private static Submissions submissions(Parts parts) {
    HttpConfig http = parts.configuration().get().http();
    return new Submissions(
        parts.folder().resolve("spool"),
        new BodyLimits(http.maxBody(), http.maxFile(), BodyLimits.DEFAULT.files()),
        System::nanoTime);
  }

  /** Empty when HTTP is switched off. */
  Optional<HttpServer> server() {
    return server;
  }

  /** Whether services out there reach this gateway. */
  PublicEndpoint endpoint() {
    return endpoint;
  }

  /** After the server: lets go of connections to elsewhere. */
  @Override
  public void close() {
    pictures.close();
  }

  /** What has to be done again and again. */
  List<Chore> chores() {
    return server.isEmpty()
        ? List.of()
        : List.of(new Chore("public endpoint", ENDPOINT_REST, endpoint::turn));
  }
}

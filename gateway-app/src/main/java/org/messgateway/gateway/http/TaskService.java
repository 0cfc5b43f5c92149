package org.messgateway.gateway.http;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.NotificationText;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.LocalFilePolicy;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadCache;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.view.EarlierThreads;
import org.messgateway.gateway.exchange.view.ReadableThread;
import org.messgateway.gateway.exchange.view.TaskFile;
import org.messgateway.gateway.exchange.view.TaskFiles;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.http.body.BodyLimits;
import org.messgateway.gateway.http.page.TaskSheet;
import org.messgateway.gateway.http.page.TaskSheetFactory;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;

/** The tasks of one exchange for links and page, read from the present threads. */
public final class TaskService implements Tasks {

  /** Links of the page are relative to its own server. */
  private static final URI SAME_SERVER = URI.create("");

  private final CurrentConfig configuration;
  private final Exchange exchange;
  private final int number;
  private final TaskFiles files;
  private final DeliveryQueue queue;
  private final ThreadCache threads;
  private final LinkFactory links;
  private final Function<MessThread, Optional<Instant>> deadline;
  private final InstantSource clock;

  /**
   * @param number of the exchange in the configuration, from 0
   * @param deadline of a thread, as routing takes it
   */
  public TaskService(
      CurrentConfig configuration,
      Exchange exchange,
      int number,
      DeliveryQueue queue,
      ThreadCache threads,
      LinkFactory links,
      Function<MessThread, Optional<Instant>> deadline,
      InstantSource clock) {
    this.configuration = configuration;
    this.exchange = exchange;
    this.number = number;
    this.files = new TaskFiles(exchange, () -> permitted(configuration.get()));
    this.queue = queue;
    this.threads = threads;
    this.links = links;
    this.deadline = deadline;
    this.clock = clock;
  }

  @Override
  public String exchange() {
    return exchange.directory().id();
  }

  @Override
  public long memory(String ref) {
    return load(ref).map(LoadedThread::memory).orElse(0L);
  }

  @Override
  public Optional<TaskView> task(LinkClaims reader) {
    GatewayConfig config = configuration.get();
    return Optional.ofNullable(config.catalogue().executors().get(reader.executor()))
        .flatMap(whom -> load(reader.ref()).map(loaded -> task(config, whom, reader, loaded)));
  }

  private TaskView task(
      GatewayConfig config, Executor executor, LinkClaims reader, LoadedThread loaded) {
    TaskDocument document =
        new ThreadView(
            loaded.parsed(),
            NotificationKind.REQUEST,
            new Viewer(executor.id(), executor.seesThread()),
            links.files(config.clientUrl(), reader, permitted(config)));
    Notification shown =
        new Notification(
            "0".repeat(32),
            new NotificationContent.TaskRequest(),
            config.title(),
            Address.configured(""),
            List.of(
                new Recipient(executor.id(), executor.name(), executor.zone(), executor.texts())),
            new ReadableThread(null, ref -> earlier().of(loaded.thread(), ref)).of(loaded.thread()),
            null,
            null,
            Set.of(),
            document);
    return new TaskView(
        reader.ref(),
        config.title(),
        executor.name(),
        loaded.thread().envelope().status(),
        NotificationText.of(shown, clock.instant()),
        document);
  }

  @Override
  public Optional<TaskSheet> sheet(LinkClaims reader) {
    GatewayConfig config = configuration.get();
    return Optional.ofNullable(config.catalogue().executors().get(reader.executor()))
        .flatMap(whom -> load(reader.ref()).map(loaded -> sheet(config, whom, reader, loaded)));
  }

  private TaskSheet sheet(
      GatewayConfig config, Executor executor, LinkClaims reader, LoadedThread loaded) {
    @Nullable Instant until = deadline.apply(loaded.thread()).orElse(null);
    return new TaskSheetFactory(
            loaded.parsed(),
            new Viewer(executor.id(), executor.seesThread()),
            new TaskSheetFactory.Occasion(
                config.title(),
                links.token(reader),
                until,
                people(config.catalogue(), reader, loaded),
                id -> name(config, id),
                ref -> earlier().of(loaded.thread(), ref).map(TaskSheetFactory::earlier),
                links.files(SAME_SERVER, reader, permitted(config)),
                new TaskSheet.Sizes(
                    config.http().maxFile(), config.http().maxBody(), BodyLimits.DEFAULT.files()),
                executor.texts()))
        .sheet();
  }

  private static String name(GatewayConfig config, String id) {
    Executor executor = config.catalogue().executors().get(id);
    if (executor == null) {
      return id.equals("exchange") ? config.title() : config.catalogue().nameOf(id);
    }
    return executor.name();
  }

  /** Executors at the address that the link was sent to: each may have opened it. */
  private List<TaskSheet.Person> people(
      Catalogue catalogue, LinkClaims reader, LoadedThread loaded) {
    List<TaskSheet.Person> people = new ArrayList<>();
    for (String id : reader.sharing()) {
      catalogue
          .executor(id)
          .filter(other -> id.equals(reader.executor()) || able(other, loaded))
          .flatMap(other ->
              reader
                  .as(id)
                  .map(claims -> new TaskSheet.Person(id, other.name(), links.token(claims))))
          .ifPresent(people::add);
    }
    return people.size() < 2 ? List.of() : people;
  }

  private static boolean able(Executor executor, LoadedThread loaded) {
    Set<String> has =
        executor.capabilities().stream().map(Requirement::id).collect(Collectors.toSet());
    return loaded
        .thread()
        .request()
        .map(request -> request.requires().stream().map(Requirement::id).allMatch(has::contains))
        .orElse(true);
  }

  /** Of the same requestor only: a ref must not reveal another requestor's task. */
  private EarlierThreads earlier() {
    return new EarlierThreads(
        ref -> load(ref.value()).map(LoadedThread::thread),
        (requestor, id) -> queue.threadByClientId(exchange(), requestor, id).map(ThreadRow::ref));
  }

  @Override
  public Optional<TaskFile> file(String ref, String executor, String name) {
    return load(ref).flatMap(loaded -> files.file(loaded, viewer(executor), name));
  }

  private LocalFiles permitted(GatewayConfig config) {
    return LocalFilePolicy.numbered(config, number);
  }

  /** The URL of a picture in a thread. */
  Optional<String> remote(String ref, String executor, int document, int number) {
    return load(ref).flatMap(loaded -> files.remote(loaded, viewer(executor), document, number));
  }

  private Viewer viewer(String id) {
    Executor executor = configuration.get().catalogue().executors().get(id);
    return new Viewer(id, executor != null && executor.seesThread());
  }

  @Override
  public Optional<LinkClaims> delivery(String deliveryId) {
    return queue
        .delivery(deliveryId)
        .filter(row -> row.identity().exchange().equals(exchange()))
        .map(row -> claims(configuration.get().catalogue(), row));
  }

  /** What the short link of a delivery was made with. */
  private static LinkClaims claims(Catalogue catalogue, DeliveryRow row) {
    Identity identity = row.identity();
    return LinkClaims.granted(
            identity.exchange(),
            identity.ref(),
            identity.executor(),
            row.settledAt() == null ? row.due() : row.settledAt(),
            row.deadline())
        .sharedBy(catalogue.sharing(identity.channel(), identity.address()));
  }

  private Optional<LoadedThread> load(String ref) {
    return Ref.of(ref)
        .map(threads::load)
        .flatMap(result ->
            result instanceof ThreadReadResult.Complete complete
                ? Optional.of(complete.thread())
                : Optional.empty());
  }
}

package org.messgateway.gateway;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.Wording;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.respond.LinkClaims;
import org.messgateway.gateway.respond.LinkTokens;
import org.messgateway.gateway.respond.Permission;
import org.messgateway.gateway.respond.Task;
import org.messgateway.gateway.respond.TaskFile;
import org.messgateway.gateway.respond.Tasks;
import org.messgateway.gateway.respond.body.BodyLimits;
import org.messgateway.gateway.respond.page.SheetMaker;
import org.messgateway.gateway.respond.page.TaskSheet;
import org.messgateway.gateway.respond.page.TaskSheets;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Deadline;
import org.messgateway.gateway.routing.Executor;

/** What links open, from the exchange as it stands. */
final class OpenTasks implements Tasks, TaskSheets {

  /** The page is on the same server as what it shows. */
  private static final URI SAME_SERVER = URI.create("");

  private final LiveConfiguration configuration;
  private final Exchange exchange;
  private final int number;
  private final OpenFiles files;
  private final DeliveryQueue queue;
  private final LoadedThreads threads;
  private final LinkMaker links;
  private final InstantSource clock;

  /**
   * @param number of the exchange among those that are configured
   */
  OpenTasks(
      LiveConfiguration configuration,
      Exchange exchange,
      int number,
      DeliveryQueue queue,
      LoadedThreads threads,
      LinkMaker links,
      InstantSource clock) {
    this.configuration = configuration;
    this.exchange = exchange;
    this.number = number;
    this.files = new OpenFiles(exchange, () -> permitted(configuration.get()));
    this.queue = queue;
    this.threads = threads;
    this.links = links;
    this.clock = clock;
  }

  @Override
  public String exchange() {
    return exchange.directory().id();
  }

  @Override
  public Optional<Task> task(String ref, String executor) {
    GatewayConfig config = configuration.get();
    return Optional.ofNullable(config.catalogue().executors().get(executor))
        .flatMap(whom -> load(ref).map(loaded -> task(config, whom, loaded)));
  }

  private Task task(GatewayConfig config, Executor whom, LoadedThread loaded) {
    String ref = loaded.ref().value();
    String token = links.token(exchange(), ref, whom.id(), null);
    TaskDocument document =
        new ThreadView(
            loaded.read(),
            NotificationKind.REQUEST,
            new Viewer(whom.id(), whom.seesThread()),
            links.files(config.clientUrl(), ref, token, permitted(config)));
    Notification shown =
        new Notification(
            "0".repeat(32),
            new News.Request(),
            config.title(),
            Address.configured(""),
            List.of(new Recipient(whom.id(), whom.name(), whom.zone())),
            loaded.thread(),
            null,
            null,
            Set.of(),
            document);
    return new Task(
        ref,
        config.title(),
        whom.name(),
        loaded.thread().envelope().status(),
        Wording.of(shown, clock.instant()),
        document);
  }

  @Override
  public Optional<TaskSheet> sheet(String ref, String executor) {
    GatewayConfig config = configuration.get();
    return Optional.ofNullable(config.catalogue().executors().get(executor))
        .flatMap(whom -> load(ref).map(loaded -> sheet(config, whom, loaded)));
  }

  private TaskSheet sheet(GatewayConfig config, Executor whom, LoadedThread loaded) {
    String ref = loaded.ref().value();
    @Nullable Instant deadline = Deadline.of(loaded.thread()).at().orElse(null);
    String token = links.token(exchange(), ref, whom.id(), deadline);
    return new SheetMaker(
            loaded.read(),
            new Viewer(whom.id(), whom.seesThread()),
            new SheetMaker.Occasion(
                config.title(),
                token,
                deadline,
                people(config.catalogue(), whom, loaded, deadline),
                id -> name(config, id),
                earlier -> earlier(loaded, earlier),
                links.files(SAME_SERVER, ref, token, permitted(config)),
                new TaskSheet.Sizes(
                    config.http().maxFile(), config.http().maxBody(), BodyLimits.DEFAULT.files())))
        .sheet();
  }

  private static String name(GatewayConfig config, String id) {
    Executor executor = config.catalogue().executors().get(id);
    if (executor == null) {
      return id.equals("exchange") ? config.title() : id;
    }
    return executor.name();
  }

  /** Those who share an address with the one the link names: any of them may have opened it. */
  private List<TaskSheet.Person> people(
      Catalogue catalogue, Executor whom, LoadedThread loaded, @Nullable Instant deadline) {
    List<Executor> sharing =
        catalogue.executors().values().stream()
            .filter(other -> other.equals(whom) || SharedAddress.between(catalogue, whom, other))
            .filter(other -> other.equals(whom) || able(other, loaded))
            .toList();
    return sharing.size() < 2
        ? List.of()
        : sharing.stream()
            .map(each ->
                new TaskSheet.Person(
                    each.id(),
                    each.name(),
                    links.token(exchange(), loaded.ref().value(), each.id(), deadline)))
            .toList();
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

  /** Of the same requestor only: a ref must not show what somebody else asked for. */
  private Optional<TaskSheet.Earlier> earlier(LoadedThread from, String ref) {
    return load(ref)
        .map(LoadedThread::thread)
        .filter(thread -> thread.requestor().equals(from.thread().requestor()))
        .map(SheetMaker::earlier);
  }

  @Override
  public Optional<TaskFile> file(String ref, String executor, String name) {
    return load(ref).flatMap(loaded -> files.file(loaded, viewer(executor), name));
  }

  private LocalFiles permitted(GatewayConfig config) {
    return PermittedFiles.numbered(config, number);
  }

  /** Where a picture lies that a thread names by URL. */
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
        .filter(row -> OwnDeliveries.exchange(row.identity().exchange()).equals(exchange()))
        .map(OpenTasks::claims);
  }

  private static LinkClaims claims(DeliveryRow row) {
    return new LinkClaims(
        OwnDeliveries.exchange(row.identity().exchange()),
        row.identity().ref(),
        row.identity().executor(),
        EnumSet.allOf(Permission.class),
        LinkTokens.expiry(row.settledAt() == null ? row.due() : row.settledAt(), row.deadline()));
  }

  private Optional<LoadedThread> load(String ref) {
    return Ref.of(ref)
        .map(threads::load)
        .flatMap(look ->
            look instanceof ThreadLook.Complete complete
                ? Optional.of(complete.thread())
                : Optional.empty());
  }
}

package org.messgateway.gateway;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeFiles;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.view.InlineData;
import org.messgateway.gateway.exchange.view.LocalPlaces;
import org.messgateway.gateway.exchange.view.RemotePlaces;
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

  private static final Pattern LOCAL = Pattern.compile("local-(\\d{1,6})-(\\d{1,6})");
  private static final Pattern INLINE = Pattern.compile("inline-(\\d{1,6})-(\\d{1,6})");

  /** The page is on the same server as what it shows. */
  private static final URI SAME_SERVER = URI.create("");

  private final LiveConfiguration configuration;
  private final Exchange exchange;
  private final int number;
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
            links.files(config.clientUrl(), ref, token));
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
                links.files(SAME_SERVER, ref, token, localFiles()),
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
    Matcher local = LOCAL.matcher(name);
    if (local.matches()) {
      return load(ref).flatMap(loaded -> local(loaded, local));
    }
    Matcher inline = INLINE.matcher(name);
    return inline.matches()
        ? load(ref).flatMap(loaded -> inline(loaded, name, inline))
        : attachment(ref, name);
  }

  /** A file that the thread names by {@code file://}; permitted again each time it is fetched. */
  private Optional<TaskFile> local(LoadedThread loaded, Matcher numbers) {
    int document = Integer.parseInt(numbers.group(1));
    int number = Integer.parseInt(numbers.group(2));
    List<ThreadMessage> messages = loaded.thread().messages();
    List<String> uris =
        document < messages.size() ? LocalPlaces.of(messages.get(document)) : List.of();
    return number < uris.size()
        ? localFiles().permitted(uris.get(number)).map(OpenTasks::local)
        : Optional.empty();
  }

  private LocalFiles localFiles() {
    List<ExchangeConfig> all = configuration.get().exchanges();
    return number < all.size() ? new LocalFiles(all.get(number).files()) : LocalFiles.NONE;
  }

  private static TaskFile local(Path file) {
    String name = String.valueOf(file.getFileName());
    try {
      return new TaskFile(
          name, Mime.ofName(name), Files.size(file), () -> Files.newInputStream(file));
    } catch (IOException e) {
      throw new UncheckedIOException("A file that a task names cannot be read", e);
    }
  }

  /** Where a picture lies that a thread names by URL. */
  Optional<String> remote(String ref, int document, int number) {
    return load(ref)
        .map(loaded -> loaded.thread().messages())
        .filter(messages -> document < messages.size())
        .map(messages -> RemotePlaces.of(messages.get(document)))
        .filter(urls -> number < urls.size())
        .map(urls -> urls.get(number));
  }

  private static Optional<TaskFile> inline(LoadedThread loaded, String name, Matcher numbers) {
    int document = Integer.parseInt(numbers.group(1));
    int number = Integer.parseInt(numbers.group(2));
    List<Document> messages = loaded.read().messages();
    if (document >= messages.size()) {
      return Optional.empty();
    }
    return inline(messages.get(document), number)
        .map(data ->
            new TaskFile(
                name,
                data.mime(),
                data.bytes().length,
                () -> new ByteArrayInputStream(data.bytes())));
  }

  private static Optional<InlineData> inline(Document document, int number) {
    try {
      return InlineData.find(document, number);
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("a document that was read a moment ago cannot be read", e);
    }
  }

  private Optional<TaskFile> attachment(String ref, String name) {
    return Ref.of(ref)
        .flatMap(checked -> open(checked, name))
        .map(file ->
            new TaskFile(
                name,
                Mime.ofName(name),
                file.size(),
                () -> Channels.newInputStream(file.channel())));
  }

  private Optional<ExchangeFiles.OpenFile> open(Ref ref, String name) {
    try {
      return exchange.files().open(ref, name);
    } catch (IOException e) {
      throw new UncheckedIOException("An attachment of " + ref + " cannot be opened", e);
    }
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

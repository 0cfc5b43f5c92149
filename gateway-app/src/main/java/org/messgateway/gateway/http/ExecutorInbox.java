package org.messgateway.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.LocalFilePolicy;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.view.EarlierThreads;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliverySource;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.routing.Executor;

/** Inboxes of executors and agents, made of delivered rows and of the present threads. */
public final class ExecutorInbox implements Inbox {

  /** Rows read for one inbox; older threads are available by their ref. */
  private static final int MOST = 5_000;

  private static final int LARGEST_VIEW = 256 << 10;

  /** Rows may become visible in another order than they were settled in; the margin for that. */
  static final Duration UNSETTLED = Duration.ofMillis(300);

  private final Exchanges exchanges;
  private final CurrentConfig configuration;
  private final QueueView queue;
  private final LinkFactory links;
  private final Supplier<List<String>> inboxes;
  private final AgentInboxes agents;
  private final InboxNotifier bell;
  private final InstantSource clock;
  private final ObjectMapper json = new ObjectMapper();

  /**
   * @param inboxes channels that are inboxes now
   * @param agents has agents told of what happened before they had a token
   */
  public ExecutorInbox(
      Exchanges exchanges,
      CurrentConfig configuration,
      QueueView queue,
      LinkFactory links,
      Supplier<List<String>> inboxes,
      AgentInboxes agents,
      InboxNotifier bell,
      InstantSource clock) {
    this.exchanges = exchanges;
    this.configuration = configuration;
    this.queue = queue;
    this.links = links;
    this.inboxes = inboxes;
    this.agents = agents;
    this.bell = bell;
    this.clock = clock;
  }

  @Override
  public boolean begin(StoredToken owner) {
    return owner.kind() == TokenKind.AGENT && agents.begin(owner);
  }

  @Override
  public Waiting waiting(String owner) {
    return bell.waiting(owner);
  }

  @Override
  public Page after(StoredToken owner, @Nullable Cursor after, int max) {
    Instant until = clock.instant().minus(UNSETTLED);
    List<DeliveryRow> rows =
        rows(owner.name())
            .filter(row -> !at(row).isAfter(until))
            .filter(row -> after == null ? open(row) : cursor(row).compareTo(after) > 0)
            .sorted(Comparator.comparing(ExecutorInbox::cursor))
            .toList();
    List<Item> items = new ArrayList<>();
    for (DeliveryRow row : rows) {
      Identity identity = row.identity();
      ThreadReadResult result = exchanges.load(identity.exchange(), identity.ref());
      if (items.size() == max || result instanceof ThreadReadResult.Incomplete) {
        // An incomplete thread is waited for; a broken one must not block the rest.
        return page(items, after);
      }
      if (result instanceof ThreadReadResult.Complete complete) {
        item(owner, row, complete.thread()).ifPresent(items::add);
      }
    }
    return page(items, after == null ? new Cursor(until, "") : after);
  }

  private static Page page(List<Item> items, @Nullable Cursor before) {
    return new Page(items, items.isEmpty() ? before : items.getLast().cursor());
  }

  private Stream<DeliveryRow> rows(String executor) {
    return inboxes.get().stream()
        .map(
            channel -> new DeliveryFilter(null, executor, channel, Set.of(DeliveryState.DELIVERED)))
        .flatMap(filter -> queue.find(filter, MOST).stream())
        .filter(row -> row.settledAt() != null)
        .filter(row -> row.identity().source() == DeliverySource.TASK)
        .filter(row -> exchanges.of(row.identity().exchange()).isPresent());
  }

  private static Instant at(DeliveryRow row) {
    return Objects.requireNonNull(row.settledAt());
  }

  private static Cursor cursor(DeliveryRow row) {
    return new Cursor(at(row), row.id());
  }

  private boolean open(DeliveryRow row) {
    return queue
        .thread(row.identity().exchange(), row.identity().ref())
        .flatMap(thread -> ThreadStatus.of(thread.status()))
        .filter(status -> !status.ended())
        .isPresent();
  }

  /** Empty where the task is told to another of that name: an agent, or an executor. */
  private Optional<Item> item(StoredToken owner, DeliveryRow row, LoadedThread thread) {
    GatewayConfig config = configuration.get();
    String name = row.identity().executor();
    boolean asked = thread.thread().requestor().filter(name::equals).isPresent();
    Optional<ObjectNode> content =
        asked
            ? Optional.of(owner)
                .filter(reader -> reader.kind() == TokenKind.AGENT)
                .map(_ -> agentContent(config, owner, row, thread))
            : Optional.ofNullable(config.catalogue().executors().get(name))
                .filter(_ -> owner.kind() == TokenKind.EXECUTOR)
                .map(executor -> executorContent(config, executor, owner, row, thread));
    return content.map(found -> new Item(cursor(row), row.identity().kind().code(), found));
  }

  private LocalFiles permitted(GatewayConfig config, DeliveryRow row) {
    return LocalFilePolicy.of(exchanges).in(config, row.identity().exchange());
  }

  private LinkClaims claims(StoredToken owner, DeliveryRow row, Set<Permission> permissions) {
    Identity identity = row.identity();
    return LinkClaims.of(
        owner, identity.exchange(), identity.ref(), permissions, clock.instant(), row.deadline());
  }

  private EarlierThreads earlier(String exchange) {
    return new EarlierThreads(
        ref -> exchanges.load(exchange, ref.value()).complete().map(LoadedThread::thread),
        (requestor, id) -> queue.threadByClientId(exchange, requestor, id).map(ThreadRow::ref));
  }

  private ObjectNode executorContent(
      GatewayConfig config,
      Executor executor,
      StoredToken owner,
      DeliveryRow row,
      LoadedThread thread) {
    LinkClaims claims = claims(owner, row, EnumSet.allOf(Permission.class));
    ObjectNode content = content("executor", executor.id(), row);
    content.put("respond", links.links(config.clientUrl(), row.id(), claims).respond().toString());
    Viewer viewer = new Viewer(executor.id(), executor.seesThread());
    content.set("task", task(config, viewer, claims, row, thread));
    return content;
  }

  /** It answers with its token: there is no link that could be passed on. */
  private ObjectNode agentContent(
      GatewayConfig config, StoredToken owner, DeliveryRow row, LoadedThread thread) {
    ObjectNode content = content("agent", owner.name(), row);
    LinkClaims claims = claims(owner, row, EnumSet.noneOf(Permission.class));
    content.set("task", task(config, new Viewer(owner.name(), true), claims, row, thread));
    return content;
  }

  private static ObjectNode content(String reader, String name, DeliveryRow row) {
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    content.put("id", row.id());
    content.put("kind", row.identity().kind().code());
    content.put("ref", row.identity().ref());
    content.put(reader, name);
    content.put("at", at(row).toString());
    content.put("after", cursor(row).text());
    return content;
  }

  private JsonNode task(
      GatewayConfig config,
      Viewer viewer,
      LinkClaims claims,
      DeliveryRow row,
      LoadedThread thread) {
    ThreadView view =
        new ThreadView(
                thread.parsed(),
                row.identity().kind(),
                viewer,
                links.files(config.clientUrl(), claims, permitted(config, row)))
            .naming(earlier(row.identity().exchange()));
    try {
      return json.readTree(view.json(LARGEST_VIEW));
    } catch (IOException e) {
      throw new UncheckedIOException("a view that was just written is JSON", e);
    }
  }
}

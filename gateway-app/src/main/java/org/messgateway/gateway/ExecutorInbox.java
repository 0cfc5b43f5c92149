package org.messgateway.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.inbox.InboxProvider;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.respond.Inbox;
import org.messgateway.gateway.routing.Executor;

/** Inboxes, made of delivered rows and of the threads as they stand. */
final class ExecutorInbox implements Inbox {

  /** What lies further back than so many is asked for by its ref. */
  private static final int MOST = 5_000;

  private static final int LARGEST_VIEW = 256 << 10;

  /** Rows become visible in another order than they were settled in, but hardly later than this. */
  private static final Duration UNSETTLED = Duration.ofMillis(300);

  private final Exchanges exchanges;
  private final Parts parts;
  private final InboxBell bell;
  private final ObjectMapper json = new ObjectMapper();

  ExecutorInbox(Exchanges exchanges, InboxBell bell) {
    this.exchanges = exchanges;
    this.parts = exchanges.first();
    this.bell = bell;
  }

  @Override
  public Waiting waiting(String executor) {
    return bell.waiting(executor);
  }

  @Override
  public List<Item> after(String executor, @Nullable Cursor after, int max) {
    Instant until = parts.clock().instant().minus(UNSETTLED);
    List<DeliveryRow> rows =
        rows(executor)
            .filter(row -> !at(row).isAfter(until))
            .filter(row -> after == null ? open(row) : cursor(row).compareTo(after) > 0)
            .sorted(Comparator.comparing(ExecutorInbox::cursor))
            .toList();
    List<Item> items = new ArrayList<>();
    for (DeliveryRow row : rows) {
      Identity identity = row.identity();
      ThreadLook look = exchanges.load(identity.exchange(), identity.ref());
      if (items.size() == max || look instanceof ThreadLook.Incomplete) {
        // What is being written is not passed over; what is broken must not hold up the rest.
        return items;
      }
      if (look instanceof ThreadLook.Complete complete) {
        item(row, complete.thread()).ifPresent(items::add);
      }
    }
    return items;
  }

  private Stream<DeliveryRow> rows(String executor) {
    return parts.configuration().get().channels().values().stream()
        .filter(channel -> channel.provider().type().equals(InboxProvider.TYPE))
        .map(channel ->
            new DeliveryFilter(null, executor, channel.name(), Set.of(DeliveryState.DELIVERED)))
        .flatMap(filter -> parts.queue().find(filter, MOST).stream())
        .filter(row -> row.settledAt() != null)
        .filter(row -> ids().contains(row.identity().exchange()));
  }

  private List<String> ids() {
    return exchanges.all().stream().map(Parts::exchangeId).toList();
  }

  private static Instant at(DeliveryRow row) {
    return Objects.requireNonNull(row.settledAt());
  }

  private static Cursor cursor(DeliveryRow row) {
    return new Cursor(at(row), row.id());
  }

  private boolean open(DeliveryRow row) {
    return parts
        .queue()
        .thread(row.identity().exchange(), row.identity().ref())
        .flatMap(thread -> ThreadStatus.of(thread.status()))
        .filter(status -> !status.ended())
        .isPresent();
  }

  private Optional<Item> item(DeliveryRow row, LoadedThread thread) {
    GatewayConfig config = parts.configuration().get();
    return Optional.ofNullable(config.catalogue().executors().get(row.identity().executor()))
        .map(executor ->
            new Item(
                cursor(row), row.identity().kind().code(), content(config, executor, row, thread)));
  }

  private LocalFiles permitted(GatewayConfig config, DeliveryRow row) {
    return PermittedFiles.of(exchanges).in(config, row.identity().exchange());
  }

  private ObjectNode content(
      GatewayConfig config, Executor executor, DeliveryRow row, LoadedThread thread) {
    String ref = row.identity().ref();
    String token =
        parts.links().token(row.identity().exchange(), ref, executor.id(), row.deadline());
    ThreadView view =
        new ThreadView(
            thread.read(),
            row.identity().kind(),
            new Viewer(executor.id(), executor.seesThread()),
            parts.links().files(config.clientUrl(), ref, token, permitted(config, row)));
    ObjectNode content = json.createObjectNode();
    content.put("id", row.id());
    content.put("kind", row.identity().kind().code());
    content.put("ref", ref);
    content.put("executor", executor.id());
    content.put("at", at(row).toString());
    content.put("after", cursor(row).text());
    content.put(
        "respond",
        parts.links().links(config.clientUrl(), row.id(), ref, token).respond().toString());
    try {
      content.set("task", json.readTree(view.json(LARGEST_VIEW)));
    } catch (IOException e) {
      throw new UncheckedIOException("a view that was just written is JSON", e);
    }
    return content;
  }
}

package org.messgateway.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Action;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.Editable;
import org.messgateway.api.Inbound;
import org.messgateway.api.Manner;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.Receipt;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.dispatch.Channel;
import org.messgateway.gateway.dispatch.Channels;
import org.messgateway.gateway.dispatch.Decision;
import org.messgateway.gateway.dispatch.Wanted;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.gentle.TaskList;
import org.messgateway.gateway.gentle.TaskLists;
import org.messgateway.gateway.journal.ReplyCodes;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.routing.Executor;

/** Makes the message of a list, from what is open when it is sent. */
final class TaskListMessages implements Wanted {

  /** More lines nobody reads; the rest is counted. */
  private static final int NAMED = 10;

  private static final int BYTES = 16 << 10;

  private final TaskLists lists;
  private final LiveConfiguration configuration;
  private final DeliveryQueue queue;
  private final Exchanges exchanges;
  private final Channels channels;
  private final LinkMaker links;
  private final ReplyCodes codes;

  TaskListMessages(
      TaskLists lists,
      LiveConfiguration configuration,
      DeliveryQueue queue,
      Exchanges exchanges,
      Channels channels,
      LinkMaker links,
      ReplyCodes codes) {
    this.lists = lists;
    this.configuration = configuration;
    this.queue = queue;
    this.exchanges = exchanges;
    this.channels = channels;
    this.links = links;
    this.codes = codes;
  }

  /** A task of a list that is still open. */
  private record Open(DeliveryRow row, String intent) {}

  @Override
  public long weight(TakenDelivery taken) {
    return BYTES;
  }

  @Override
  public Decision wanted(TakenDelivery taken) {
    Identity identity = taken.identity();
    Optional<TaskList> list =
        lists.list(identity.ref()).filter(one -> one.serial() == identity.serial());
    Executor executor = configuration.get().catalogue().executors().get(identity.executor());
    if (list.isEmpty() || executor == null) {
      return new Decision.NotWanted("There is a newer list, or nothing to be listed.");
    }
    return Notifications.address(executor, identity)
        .map(address -> decide(list.get(), identity, executor, address))
        .orElseGet(() -> new Decision.NotWanted("The address is not configured any more."));
  }

  private Decision decide(TaskList list, Identity identity, Executor executor, Address address) {
    List<Open> open = list.deliveries().stream().map(this::open).flatMap(Optional::stream).toList();
    Receipt before = list.receipt();
    if (before == null && open.isEmpty()) {
      return new Decision.NotWanted("Nothing of it is open any more.");
    }
    Notification notification = notification(open, list, identity, executor, address);
    return before != null && ability(identity.channel(), Editable.class).isPresent()
        ? new Decision.Edit(notification, before, BYTES, false)
        : new Decision.Send(notification, BYTES);
  }

  private Optional<Open> open(String delivery) {
    return queue
        .delivery(delivery)
        .filter(row -> row.state() == DeliveryState.DELIVERED || !row.state().settled())
        .flatMap(row ->
            exchanges.load(row.identity().exchange(), row.identity().ref())
                        instanceof ThreadLook.Complete complete
                    && complete.thread().thread().envelope().status() == ThreadStatus.PENDING
                ? Optional.of(new Open(row, complete.thread().thread().intent()))
                : Optional.empty());
  }

  private Notification notification(
      List<Open> open, TaskList list, Identity identity, Executor executor, Address address) {
    GatewayConfig config = configuration.get();
    List<News.Waiting> named =
        open.stream().limit(NAMED).map(one -> waiting(one, identity, address)).toList();
    return new Notification(
        identity.id(),
        new News.Digest(named, open.size() - named.size()),
        config.title(),
        address,
        List.of(new Recipient(executor.id(), executor.name(), executor.zone())),
        nothing(identity.ref()),
        null,
        null,
        actions(identity.channel()),
        new Document(),
        new Manner(list.receipt() != null, null, ""));
  }

  private Set<Action> actions(String channel) {
    return ability(channel, Inbound.class).filter(Inbound::wayBackOpen).isPresent()
        ? Set.of(Action.CLAIM, Action.DECLINE)
        : Set.of();
  }

  private News.Waiting waiting(Open one, Identity identity, Address address) {
    Identity task = one.row().identity();
    boolean coded =
        ability(identity.channel(), Inbound.class).isPresent()
            && ability(identity.channel(), Editable.class).isEmpty();
    String letter =
        coded
            ? codes
                .assign(task.channel(), task.address(), task.exchange(), task.ref(), one.row().id())
                .letter()
            : "";
    return new News.Waiting(one.row().id(), one.intent(), letter, page(one.row(), address));
  }

  private @Nullable URI page(DeliveryRow row, Address address) {
    URI clientUrl = configuration.get().clientUrl();
    if (!links.opens(clientUrl, Audience.PEOPLE, address)) {
      return null;
    }
    Identity task = row.identity();
    String token = links.token(task.exchange(), task.ref(), task.executor(), row.deadline());
    return links.links(clientUrl, row.id(), task.ref(), token).page();
  }

  private <A> Optional<A> ability(String channel, Class<A> type) {
    return channels.channel(channel).flatMap((Channel found) -> found.ability(type));
  }

  private static MessThread nothing(String ref) {
    Envelope envelope = Envelope.of(ref, null, ThreadStatus.PENDING);
    return new MessThread(ref, envelope, List.of());
  }

  /** Lists are for people: a machine gets each task by itself. */
  private record Document() implements TaskDocument {

    @Override
    public byte[] yaml(int maxBytes) {
      return "digest: {}\n".getBytes(UTF_8);
    }

    @Override
    public byte[] json(int maxBytes) {
      return "{\"digest\":{}}".getBytes(UTF_8);
    }
  }
}

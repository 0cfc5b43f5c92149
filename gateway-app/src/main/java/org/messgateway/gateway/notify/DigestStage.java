package org.messgateway.gateway.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.DeliveryOptions;
import org.messgateway.api.Editable;
import org.messgateway.api.Inbound;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Receipt;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.dispatch.Channels;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.dispatch.SendStage;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.notify.digest.Digest;
import org.messgateway.gateway.notify.digest.Digests;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.journal.ReplyCodes;
import org.messgateway.gateway.routing.Executor;

/**
 * Asks what a digest says: the tasks in it that are still open. May decide to send, to edit the
 * digest's earlier message, or that nothing of it is wanted any more. Stands last in the list of
 * digests, behind {@link LocalOnlyStage}, because only the gateway that keeps the digest can render
 * it.
 */
public final class DigestStage implements SendStage {

  /** Tasks that a digest names; the others are counted. */
  private static final int NAMED = 10;

  /** About what a digest's message keeps in memory. */
  private static final int BYTES = 16 << 10;

  private final Digests digests;
  private final CurrentConfig configuration;
  private final DeliveryQueue queue;
  private final BiFunction<String, String, Optional<MessThread>> threads;
  private final Channels channels;
  private final LinkFactory links;
  private final ReplyCodes codes;

  /**
   * @param threads by exchange and ref, as they stand; empty for a thread that cannot be read now
   */
  public DigestStage(
      Digests digests,
      CurrentConfig configuration,
      DeliveryQueue queue,
      BiFunction<String, String, Optional<MessThread>> threads,
      Channels channels,
      LinkFactory links,
      ReplyCodes codes) {
    this.digests = digests;
    this.configuration = configuration;
    this.queue = queue;
    this.threads = threads;
    this.channels = channels;
    this.links = links;
    this.codes = codes;
  }

  /** A task of a digest that is still open. */
  private record ListedTask(DeliveryRow row, String intent) {}

  @Override
  public long weight(TakenDelivery delivery) {
    return BYTES;
  }

  @Override
  public SendDecision decide(TakenDelivery delivery) {
    Identity identity = delivery.identity();
    Optional<Digest> digest =
        digests.digest(identity.ref()).filter(one -> one.serial() == identity.serial());
    Optional<Executor> executor = configuration.get().catalogue().executor(identity.executor());
    if (digest.isEmpty() || executor.isEmpty()) {
      return new SendDecision.NotWanted("There is a newer list, or nothing to be listed.");
    }
    return executor
        .get()
        .address(identity.channel(), identity.address())
        .map(address -> decide(digest.get(), identity, executor.get(), address))
        .orElseGet(() -> new SendDecision.NotWanted("The address is not configured any more."));
  }

  private SendDecision decide(
      Digest digest, Identity identity, Executor executor, Address address) {
    List<ListedTask> open =
        digest.deliveries().stream().map(this::open).flatMap(Optional::stream).toList();
    Receipt before = digest.receipt();
    if (before == null && open.isEmpty()) {
      return new SendDecision.NotWanted("Nothing of it is open any more.");
    }
    Notification notification = notification(open, digest, identity, executor, address);
    return before != null && channels.ability(identity.channel(), Editable.class).isPresent()
        ? new SendDecision.Edit(notification, before, BYTES, false)
        : new SendDecision.Send(notification, BYTES);
  }

  private Optional<ListedTask> open(String delivery) {
    return queue
        .delivery(delivery)
        .filter(row -> row.state() == DeliveryState.DELIVERED || !row.state().settled())
        .flatMap(row ->
            threads
                .apply(row.identity().exchange(), row.identity().ref())
                .filter(thread -> thread.envelope().status() == ThreadStatus.PENDING)
                .map(thread -> new ListedTask(row, thread.intent())));
  }

  private Notification notification(
      List<ListedTask> open, Digest digest, Identity identity, Executor executor, Address address) {
    GatewayConfig config = configuration.get();
    List<NotificationContent.DigestEntry> named =
        open.stream().limit(NAMED).map(one -> entry(one, identity, address)).toList();
    return new Notification(
        identity.id(),
        new NotificationContent.TaskDigest(named, open.size() - named.size()),
        config.title(),
        address,
        List.of(new Recipient(executor.id(), executor.name(), executor.zone(), executor.texts())),
        emptyThread(identity.ref()),
        null,
        null,
        buttons(identity.channel()),
        new DigestDocument(),
        new DeliveryOptions(digest.receipt() != null, null, ""));
  }

  private Set<MessageButton> buttons(String channel) {
    return channels.ability(channel, Inbound.class).filter(Inbound::inboundOpen).isPresent()
        ? Set.of(MessageButton.CLAIM, MessageButton.DECLINE)
        : Set.of();
  }

  private NotificationContent.DigestEntry entry(
      ListedTask one, Identity identity, Address address) {
    Identity task = one.row().identity();
    boolean coded =
        channels.ability(identity.channel(), Inbound.class).isPresent()
            && channels.ability(identity.channel(), Editable.class).isEmpty();
    String letter =
        coded
            ? codes
                .assign(
                    task.channel(),
                    task.address(),
                    task.storedExchange(),
                    task.ref(),
                    one.row().id())
                .letter()
            : "";
    return new NotificationContent.DigestEntry(
        one.row().id(), one.intent(), letter, page(one.row(), address));
  }

  private @Nullable URI page(DeliveryRow row, Address address) {
    URI clientUrl = configuration.get().clientUrl();
    if (!links.opens(clientUrl, Audience.PEOPLE, address)) {
      return null;
    }
    Identity task = row.identity();
    LinkClaims claims =
        links.granted(
            task.exchange(),
            task.ref(),
            task.executor(),
            row.deadline(),
            configuration.get().catalogue().sharing(task.channel(), task.address()));
    return links.links(clientUrl, row.id(), claims).page();
  }

  private static MessThread emptyThread(String ref) {
    Envelope envelope = Envelope.of(ref, null, ThreadStatus.PENDING);
    return new MessThread(ref, envelope, List.of());
  }

  /** Digests are for people: a machine gets each task by itself. */
  private record DigestDocument() implements TaskDocument {

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

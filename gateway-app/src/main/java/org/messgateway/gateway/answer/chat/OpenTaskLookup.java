package org.messgateway.gateway.answer.chat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.journal.ReplyCodes;
import org.messgateway.gateway.queue.journal.ReplyCodes.Code;

/** Finds the tasks of inbound events: by the message replied to, by letter, and by address. */
final class OpenTaskLookup {

  private static final int MOST_ROWS = 200;
  private static final int MOST_TASKS = 20;
  private static final int MOST_AWAITED = 1_000;

  /** Longer than an attempt lasts until it is settled. */
  private static final Duration LONGEST_SENDING = Duration.ofSeconds(30);

  /** A thread that is away for longer has been removed, most likely. */
  private static final Duration LONGEST_ABSENT = Duration.ofMinutes(1);

  /** Whoever has heard nothing for a day is told to send it again. */
  private static final Duration LONGEST_UNREADABLE = Duration.ofHours(24);

  private final String channel;
  private final QueueView queue;
  private final ReplyCodes codes;
  private final ChatTaskSource chatTaskSource;
  private final InstantSource clock;

  /** When events first came that have to come again, the oldest first. */
  private final SequencedMap<String, Instant> awaited = new LinkedHashMap<>();

  OpenTaskLookup(String channel, ChatContext context) {
    this.channel = channel;
    this.queue = context.queue();
    this.codes = context.journal().replyCodes();
    this.chatTaskSource = context.chatTaskSource();
    this.clock = context.clock();
  }

  /** The delivery of the message that an event refers to, however old. */
  Optional<DeliveryRow> delivery(InboundEvent event) {
    String delivery = event.delivery();
    Receipt receipt = event.receipt();
    Optional<DeliveryRow> byId =
        delivery == null || !delivery.matches("[0-9a-f]{32}")
            ? Optional.empty()
            : queue.delivery(delivery);
    return byId.filter(row -> row.identity().channel().equals(channel))
        .or(() -> receipt == null ? Optional.empty() : queue.byReceipt(channel, receipt));
  }

  /**
   * Lets an event whose message is unknown come again while something is being sent to its address:
   * a person may be faster than the service's answer that names the message. An event that names no
   * message can mean a request only. Half a minute at most. The adapter has stored the event, so it
   * is not lost meanwhile.
   *
   * @throws InboundException while the message may be one that is being sent
   */
  void awaitReceipts(InboundEvent event) throws InboundException {
    boolean named = event.receipt() != null;
    boolean sending =
        addresses(event)
            .flatMap(address -> queue.sendingTo(channel, address, MOST_ROWS).stream())
            .anyMatch(row -> named || row.identity().kind() == NotificationKind.REQUEST);
    if (sending) {
      await(event, LONGEST_SENDING, "What it may answer is still being sent.");
    }
  }

  /**
   * Lets an event come again whose task cannot be read now, for a day at most; for a minute at most
   * where the thread is not there.
   *
   * @throws InboundException while the task may be read yet
   */
  void awaitThread(InboundEvent event, UnreadableTaskException unread) throws InboundException {
    await(
        event,
        unread.isAbsent() ? LONGEST_ABSENT : LONGEST_UNREADABLE,
        String.valueOf(unread.getMessage()));
  }

  private void await(InboundEvent event, Duration longest, String reason) throws InboundException {
    if (clock.instant().isBefore(firstCame(event.id()).plus(longest))) {
      throw new InboundException(reason);
    }
  }

  /** Where only the person reads, what was told to the person is meant, too. */
  private static Stream<String> addresses(InboundEvent event) {
    return event.direct()
        ? Stream.of(event.address(), event.person()).distinct()
        : Stream.of(event.address());
  }

  private synchronized Instant firstCame(String event) {
    if (awaited.size() > MOST_AWAITED) {
      awaited.pollFirstEntry();
    }
    return awaited.computeIfAbsent(event, _ -> clock.instant());
  }

  /**
   * Tasks that are free or held by this executor, of those notified at the event's address and, in
   * a direct conversation, to the person; the latest first. What cannot be read is left out where
   * others are open, so that one thread does not silence the person.
   *
   * @throws UnreadableTaskException when none is open as far as threads can be read
   */
  List<OpenTask> at(InboundEvent event, ChannelMember who) {
    Map<String, DeliveryRow> rows = new LinkedHashMap<>();
    addresses(event)
        .flatMap(address -> queue.deliveredAt(channel, address, MOST_ROWS).stream())
        .forEach(row -> rows.putIfAbsent(thread(row), row));
    List<OpenTask> open = new ArrayList<>();
    @Nullable UnreadableTaskException unread = null;
    for (DeliveryRow row : rows.values()) {
      if (open.size() < MOST_TASKS) {
        try {
          open(row, who).ifPresent(open::add);
        } catch (UnreadableTaskException e) {
          unread = e.isAbsent() ? unread : e;
        }
      }
    }
    if (open.isEmpty() && unread != null) {
      throw unread;
    }
    return open;
  }

  private Optional<OpenTask> open(DeliveryRow row, ChannelMember who) {
    return chatTaskSource
        .task(row.identity().exchange(), row.identity().ref())
        .filter(task -> task.isFree() || task.isHeldBy(who.executor()))
        .map(task -> told(new OpenTask(task, row, letter(row).orElse(null))));
  }

  /** The task as its text, or the digest that lists it, teaches to answer it. */
  private static OpenTask told(OpenTask open) {
    return open.delivery().isListed()
        ? new OpenTask(open.task().listed(), open.delivery(), open.letter())
        : open;
  }

  /** Two exchanges may use the same ref. */
  private static String thread(DeliveryRow row) {
    return row.identity().storedExchange() + "\n" + row.identity().ref();
  }

  /**
   * The task of the executor's last notification where the event came from, whatever its state: a
   * late answer was meant for it.
   */
  Optional<OpenTask> last(InboundEvent event, ChannelMember who) {
    Set<String> here = addresses(event).collect(Collectors.toSet());
    return queue
        .find(
            new DeliveryFilter(null, who.executor(), channel, Set.of(DeliveryState.DELIVERED)),
            MOST_TASKS)
        .stream()
        .filter(row -> here.contains(row.identity().address()))
        .flatMap(row -> of(row).stream())
        .map(OpenTaskLookup::told)
        .findFirst();
  }

  /** The task with this letter where the event came from, whatever its state. */
  Optional<OpenTask> lettered(InboundEvent event, String letter) {
    return codes(event)
        .filter(code -> code.letter().equals(letter))
        .flatMap(code -> queue.deliveries(code.exchange(), code.ref()).stream())
        .filter(row -> row.identity().channel().equals(channel))
        .findFirst()
        .flatMap(this::of)
        .map(OpenTaskLookup::told);
  }

  /** All letters in use where the event came from. */
  Set<String> letters(InboundEvent event) {
    return codes(event).map(Code::letter).collect(Collectors.toSet());
  }

  private Stream<Code> codes(InboundEvent event) {
    return addresses(event).flatMap(address -> codes.at(channel, address).stream());
  }

  /** The task of a delivery, whatever its state. */
  Optional<OpenTask> of(DeliveryRow row) {
    Identity identity = row.identity();
    return chatTaskSource
        .task(identity.exchange(), identity.ref())
        .map(task -> new OpenTask(task, row, null));
  }

  /** The task of a ref; empty when it has no delivery on this channel. */
  Optional<OpenTask> of(String ref) {
    return ref.isEmpty()
        ? Optional.empty()
        : queue.find(new DeliveryFilter(ref, null, channel, Set.of()), 1).stream()
            .findFirst()
            .flatMap(this::of);
  }

  /**
   * Whether a text about a task answers the reminder: the last message of the task is one, or the
   * text replies to one. In a thread a reply names the first message, whichever it answers.
   *
   * @param named the delivery that the text replies to, else the last of the task
   */
  boolean answersReminder(InboundEvent event, DeliveryRow named) {
    Receipt first = event.receipt();
    return isReminder(named)
        || (first != null
            && lastDelivered(named.identity())
                .filter(last -> isReminder(last) && isInThread(last, first))
                .isPresent());
  }

  private static boolean isReminder(DeliveryRow row) {
    return row.identity().kind() == NotificationKind.REMINDER;
  }

  private static boolean isInThread(DeliveryRow row, Receipt first) {
    return row.receipt() != null && row.receipt().isInThreadOf(first);
  }

  /** The last delivered message of the same task at the same address. */
  private Optional<DeliveryRow> lastDelivered(Identity identity) {
    return queue.deliveries(identity.storedExchange(), identity.ref()).stream()
        .filter(row ->
            row.state() == DeliveryState.DELIVERED
                && row.identity().channel().equals(channel)
                && row.identity().address().equals(identity.address()))
        .reduce((_, last) -> last);
  }

  private Optional<String> letter(DeliveryRow row) {
    return codes.at(channel, row.identity().address()).stream()
        .filter(code ->
            code.ref().equals(row.identity().ref())
                && code.exchange().equals(row.identity().storedExchange()))
        .map(Code::letter)
        .findFirst();
  }

  /** The same tasks, each with a letter. */
  List<OpenTask> lettered(List<OpenTask> open) {
    return open.stream()
        .map(each -> {
          Identity identity = each.delivery().identity();
          Code code =
              codes.assign(
                  channel,
                  identity.address(),
                  identity.storedExchange(),
                  identity.ref(),
                  each.delivery().id());
          return new OpenTask(each.task(), each.delivery(), code.letter());
        })
        .toList();
  }
}

package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.StoreLocks;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.trouble.Case;
import org.messgateway.gateway.trouble.TroubleBook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operators of trouble over any channel that works: first over one, over the next when
 * that one fails or says nothing. Deliveries like all others, under an exchange name of their own.
 */
final class TroubleDesk {

  private static final Logger log = LoggerFactory.getLogger(TroubleDesk.class);

  /** How long one channel gets before the next is tried too. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** How long a gateway waits for another that begins to tell the same; then it tells, too. */
  private static final Duration TURN = Duration.ofSeconds(2);

  private static final Duration FOLLOWED = Duration.ofHours(1);
  private static final Duration OF_USE = Duration.ofHours(24);

  private final String exchange;
  private final TroubleBook book;
  private final LiveConfiguration configuration;
  private final Operators operators;
  private final DeliveryQueue queue;
  private final StoreLocks locks;
  private final TroubleMessages messages;
  private final InstantSource clock;
  private final Map<String, Telling> tellings = new HashMap<>();

  /**
   * One case that is being told.
   *
   * @param channels how many of each operator's channels are used
   */
  private record Telling(Case told, int serial, Instant since, int channels, Instant widened) {

    Telling atLeast(int used) {
      return new Telling(told, serial, since, Math.max(channels, used), widened);
    }

    Telling wider(Instant now) {
      return new Telling(told, serial, since, channels + 1, now);
    }
  }

  TroubleDesk(
      String exchangeId,
      TroubleBook book,
      LiveConfiguration configuration,
      DeliveryQueue queue,
      StoreLocks locks,
      TroubleMessages messages,
      InstantSource clock) {
    this.exchange = exchange(exchangeId);
    this.book = book;
    this.configuration = configuration;
    this.operators = new Operators(configuration);
    this.queue = queue;
    this.locks = locks;
    this.messages = messages;
    this.clock = clock;
  }

  /** Under which name deliveries of trouble go. */
  static String exchange(String exchangeId) {
    return OwnDeliveries.of(exchangeId, "trouble");
  }

  /** One turn of the chore. */
  boolean turn() {
    for (Case one : book.untold()) {
      begin(one);
    }
    for (String key : List.copyOf(tellings.keySet())) {
      follow(key);
    }
    return false;
  }

  private void begin(Case one) {
    Instant now = clock.instant();
    log.warn("Trouble since {}: {} To do: {}", one.since(), one.what(), one.latest().remedy());
    book.told(one.key());
    try (StoreLocks.@Nullable Held _ = locks.lock(exchange, one.key(), TURN).orElse(null)) {
      tell(one, now);
    } catch (QueueException full) {
      // The queue may be the very thing that does not work: then without it, once.
      log.warn("The queue does not take this: {} It is sent without it.", full.getMessage());
      tellings.remove(one.key());
      operators
          .all()
          .forEach(operator ->
              Operators.places(operator, one).stream()
                  .limit(1)
                  .forEach(place -> messages.sendNow(one, operator, place)));
    }
  }

  /** What another gateway began to tell is followed, not told anew. */
  private void tell(Case one, Instant now) {
    Optional<Telling> begun = begunElsewhere(one, now);
    Telling telling = begun.orElseGet(() -> new Telling(one, minute(now), now, 1, now));
    tellings.put(one.key(), telling);
    if (begun.isEmpty()) {
      tell(telling);
    }
  }

  private Optional<Telling> begunElsewhere(Case one, Instant now) {
    return queue.deliveries(exchange, one.key()).stream()
        .filter(row -> !row.state().settled() || row.state() == DeliveryState.DELIVERED)
        .map(row -> row.identity().serial())
        .filter(serial -> serial > minute(now.minus(FOLLOWED)))
        .max(Comparator.naturalOrder())
        .map(serial -> new Telling(one, serial, Instant.ofEpochSecond(serial * 60L), 1, now));
  }

  private static int minute(Instant instant) {
    return (int) (instant.getEpochSecond() / 60);
  }

  private void tell(Telling telling) {
    List<WantedDelivery> wanted = new ArrayList<>();
    for (Executor operator : operators.all()) {
      Operators.places(operator, telling.told()).stream()
          .limit(telling.channels())
          .forEach(place -> wanted.add(wanted(telling, operator, place)));
    }
    queue.reconcile(ThreadRow.ended(exchange, telling.told().key()), Set.of(), wanted, Set.of());
  }

  private WantedDelivery wanted(Telling telling, Executor operator, ChannelAddress place) {
    Identity identity =
        new Identity(
            exchange,
            telling.told().key(),
            operator.id(),
            place.channel(),
            place.address().value(),
            NotificationKind.TROUBLE,
            telling.serial());
    boolean people =
        configuration.get().catalogue().audiences().get(place.channel()) == Audience.PEOPLE;
    return new WantedDelivery(
        identity,
        List.of(operator.id()),
        people,
        Priority.ELEVATED,
        telling.since(),
        telling.since().plus(OF_USE));
  }

  private void follow(String key) {
    Telling telling = tellings.get(key);
    Instant now = clock.instant();
    if (telling == null || now.isAfter(telling.since().plus(FOLLOWED))) {
      tellings.remove(key);
      return;
    }
    List<DeliveryRow> rows =
        queue.deliveries(exchange, key).stream()
            .filter(row -> row.identity().serial() == telling.serial())
            .toList();
    if (everybodyKnows(rows)) {
      tellings.remove(key);
    } else if (stuck(rows) || now.isAfter(telling.widened().plus(PATIENCE))) {
      widen(telling.atLeast(used(rows)), now);
    }
  }

  /** How many channels are used by now, whichever gateway took them. */
  private static int used(List<DeliveryRow> rows) {
    Map<String, Long> used =
        rows.stream()
            .collect(
                Collectors.groupingBy(row -> row.identity().executor(), Collectors.counting()));
    return Math.toIntExact(used.values().stream().max(Comparator.naturalOrder()).orElse(0L));
  }

  private void widen(Telling telling, Instant now) {
    boolean more =
        operators.all().stream()
            .anyMatch(
                operator -> Operators.places(operator, telling.told()).size() > telling.channels());
    if (more) {
      Telling wider = telling.wider(now);
      tellings.put(telling.told().key(), wider);
      tell(wider);
    }
  }

  private boolean everybodyKnows(List<DeliveryRow> rows) {
    return operators.all().stream()
        .allMatch(operator ->
            rows.stream()
                .anyMatch(row ->
                    row.identity().executor().equals(operator.id())
                        && row.state() == DeliveryState.DELIVERED));
  }

  private static boolean stuck(List<DeliveryRow> rows) {
    return rows.stream()
        .allMatch(row -> row.state().settled() || row.laneState() != LaneState.CLOSED);
  }
}

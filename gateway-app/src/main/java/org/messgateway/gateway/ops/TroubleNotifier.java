package org.messgateway.gateway.ops;

import static org.messgateway.gateway.queue.DeliverySource.TROUBLE;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.StoreLocks;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues deliveries of troubles to the operators: over an operator's first channel, and over the
 * next one when that fails or has not delivered within a minute. Where the queue does not work, one
 * message is sent without it. One thread calls it.
 */
public final class TroubleNotifier {

  private static final Logger log = LoggerFactory.getLogger(TroubleNotifier.class);

  /** How long one channel gets before the next is tried too. */
  private static final Duration CHANNEL_LIMIT = Duration.ofMinutes(1);

  /** How long a gateway waits for another that begins with the same trouble. */
  private static final Duration LOCK_LIMIT = Duration.ofSeconds(2);

  private static final Duration FOLLOWED = Duration.ofHours(1);
  private static final Duration OF_USE = Duration.ofHours(24);

  private final String exchangeId;
  private final ActiveTroubles troubles;
  private final CurrentConfig configuration;
  private final DeliveryQueue queue;
  private final StoreLocks locks;
  private final TroubleStage messages;
  private final InstantSource clock;
  private final Map<String, Campaign> campaigns = new HashMap<>();

  /**
   * One trouble whose deliveries are under way.
   *
   * @param channels how many of each operator's channels are used
   * @param widened when the last channel was added
   */
  private record Campaign(
      TroubleState trouble, int serial, Instant since, int channels, Instant widened) {

    Campaign atLeast(int used) {
      return new Campaign(trouble, serial, since, Math.max(channels, used), widened);
    }

    Campaign wider(Instant now) {
      return new Campaign(trouble, serial, since, channels + 1, now);
    }
  }

  public TroubleNotifier(
      String exchangeId,
      ActiveTroubles troubles,
      CurrentConfig configuration,
      DeliveryQueue queue,
      StoreLocks locks,
      TroubleStage messages,
      InstantSource clock) {
    this.exchangeId = exchangeId;
    this.troubles = troubles;
    this.configuration = configuration;
    this.queue = queue;
    this.locks = locks;
    this.messages = messages;
    this.clock = clock;
  }

  /** Looks once at all troubles. */
  public void turn() {
    for (TroubleState trouble : troubles.untold()) {
      announce(trouble);
    }
    for (String key : List.copyOf(campaigns.keySet())) {
      follow(key);
    }
  }

  private void announce(TroubleState trouble) {
    Instant now = clock.instant();
    log.warn(
        "Trouble since {}: {} To do: {}",
        trouble.since(),
        trouble.what(),
        trouble.latest().remedy());
    troubles.told(trouble.key());
    try (StoreLocks.@Nullable StoreLock _ =
        locks.lock(TROUBLE.stored(exchangeId), trouble.key(), LOCK_LIMIT).orElse(null)) {
      start(trouble, now);
    } catch (QueueException full) {
      // The queue may be the very thing that does not work: then without it, once.
      log.warn("The queue does not take this: {} It is sent without it.", full.getMessage());
      campaigns.remove(trouble.key());
      operators()
          .forEach(operator ->
              channels(operator, trouble).stream()
                  .limit(1)
                  .forEach(place -> messages.sendNow(trouble, operator, place)));
    }
  }

  /** A trouble that another gateway has begun to tell is followed, not told again. */
  private void start(TroubleState trouble, Instant now) {
    Optional<Campaign> started = startedElsewhere(trouble, now);
    Campaign campaign = started.orElseGet(() -> new Campaign(trouble, minute(now), now, 1, now));
    campaigns.put(trouble.key(), campaign);
    if (started.isEmpty()) {
      queue(campaign);
    }
  }

  private Optional<Campaign> startedElsewhere(TroubleState trouble, Instant now) {
    return queue.deliveries(TROUBLE, exchangeId, trouble.key()).stream()
        .filter(row -> !row.state().settled() || row.state() == DeliveryState.DELIVERED)
        .map(row -> row.identity().serial())
        .filter(serial -> serial > minute(now.minus(FOLLOWED)) && serial <= minute(now))
        .max(Comparator.naturalOrder())
        .map(serial -> new Campaign(trouble, serial, Instant.ofEpochSecond(serial * 60L), 1, now));
  }

  private static int minute(Instant instant) {
    return (int) (instant.getEpochSecond() / 60);
  }

  private void queue(Campaign campaign) {
    List<DesiredDelivery> desired = new ArrayList<>();
    for (Executor operator : operators()) {
      channels(operator, campaign.trouble()).stream()
          .limit(campaign.channels())
          .forEach(place -> desired.add(wanted(campaign, operator, place)));
    }
    queue.reconcileNotice(TROUBLE, exchangeId, campaign.trouble().key(), desired);
  }

  private DesiredDelivery wanted(Campaign campaign, Executor operator, ChannelAddress place) {
    Identity identity =
        new Identity(
            TROUBLE,
            exchangeId,
            campaign.trouble().key(),
            operator.id(),
            place.channel(),
            place.address().value(),
            NotificationKind.TROUBLE,
            campaign.serial());
    boolean people =
        configuration.get().catalogue().audiences().get(place.channel()) == Audience.PEOPLE;
    return new DesiredDelivery(
        identity,
        List.of(operator.id()),
        people,
        Priority.ELEVATED,
        campaign.since(),
        campaign.since().plus(OF_USE));
  }

  private void follow(String key) {
    Campaign campaign = campaigns.get(key);
    Instant now = clock.instant();
    if (campaign == null || now.isAfter(campaign.since().plus(FOLLOWED))) {
      campaigns.remove(key);
      return;
    }
    List<DeliveryRow> rows =
        queue.deliveries(TROUBLE, exchangeId, key).stream()
            .filter(row -> row.identity().serial() == campaign.serial())
            .toList();
    if (reachedEverybody(rows)) {
      campaigns.remove(key);
    } else if (stuck(rows)
        || now.isAfter(campaign.widened().plus(CHANNEL_LIMIT))
        || now.isBefore(campaign.widened())) {
      widen(campaign.atLeast(used(rows)), now);
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

  private void widen(Campaign campaign, Instant now) {
    boolean more =
        operators().stream()
            .anyMatch(
                operator -> channels(operator, campaign.trouble()).size() > campaign.channels());
    if (more) {
      Campaign wider = campaign.wider(now);
      campaigns.put(campaign.trouble().key(), wider);
      queue(wider);
    }
  }

  private boolean reachedEverybody(List<DeliveryRow> rows) {
    return operators().stream()
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

  private List<Executor> operators() {
    GatewayConfig config = configuration.get();
    return config.operators().stream()
        .flatMap(id -> config.catalogue().executor(id).stream())
        .toList();
  }

  /** The channels of an operator, without the one in trouble unless there is no other. */
  private static List<ChannelAddress> channels(Executor operator, TroubleState trouble) {
    String about = trouble.latest().about();
    List<ChannelAddress> all = operator.notifyPlan().channels();
    List<ChannelAddress> others =
        all.stream().filter(place -> !(about + "/").startsWith(place.channel() + "/")).toList();
    return others.isEmpty() ? all : others;
  }
}

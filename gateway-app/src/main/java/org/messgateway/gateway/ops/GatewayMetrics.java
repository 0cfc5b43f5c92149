package org.messgateway.gateway.ops;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.dispatch.AttemptObserver;
import org.messgateway.gateway.dispatch.AttemptReport;
import org.messgateway.gateway.dispatch.Dispatcher;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueFigures;
import org.messgateway.gateway.queue.Settlement;

/**
 * Figures for {@code /metrics}. Names of channels, outcomes and reasons are the only labels: their
 * number is bounded by the configuration.
 */
public final class GatewayMetrics implements AttemptObserver {

  private static final Duration LONGEST_ATTEMPT = Duration.ofSeconds(30);
  private static final Duration LONGEST_AGE = Duration.ofDays(14);

  private final MeterRegistry registry;
  private final Map<String, OfChannel> channels = new ConcurrentHashMap<>();

  /** The figures of one channel, found by one look. */
  private final class OfChannel {

    private final String channel;
    private final Timer duration;
    private final Map<Attempted, Counter> attempts = new ConcurrentHashMap<>();

    /** Null while nothing was delivered. */
    private volatile @Nullable Timer age;

    OfChannel(String channel) {
      this.channel = channel;
      this.duration = GatewayMetrics.this.duration(channel);
    }

    void count(AttemptReport report) {
      FailureReason reason = report.reason();
      attempts
          .computeIfAbsent(
              new Attempted(report.outcome(), reason == null ? "none" : reason.code()),
              labels -> counter(channel, labels))
          .increment();
      duration.record(report.took());
      if (report.result() instanceof Settlement.Delivered) {
        age().record(report.age());
      }
    }

    private Timer age() {
      Timer known = age;
      if (known == null) {
        // The registry gives everybody the same one.
        known = GatewayMetrics.this.age(channel);
        age = known;
      }
      return known;
    }
  }

  /** The labels of a counter beside its channel. */
  private record Attempted(String outcome, String reason) {}

  public GatewayMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Gauges of what a dispatcher has in flight and leased. */
  public void watch(Dispatcher dispatcher) {
    watch("mess_in_flight_attempts", "Attempts in flight", () -> dispatcher.inFlight().attempts());
    watch(
        "mess_in_flight_bytes",
        "Bytes of notifications in flight",
        () -> dispatcher.inFlight().bytes());
    watch(
        "mess_leased_lanes",
        "Lanes leased by this node, those without rows included",
        dispatcher::leasedLanes);
  }

  /** A gauge that is asked at every scrape. */
  public void watch(String name, String description, Supplier<Number> figure) {
    Gauge.builder(name, figure).description(description).register(registry);
  }

  /** A counter that is asked at every scrape. */
  public void count(String name, String description, ToDoubleFunction<GatewayMetrics> total) {
    FunctionCounter.builder(name, this, total).description(description).register(registry);
  }

  /**
   * Gauges of rows and lanes by state.
   *
   * @param figures asked at every scrape for every state: must be cheap or cached
   */
  public void watch(Supplier<QueueFigures> figures) {
    for (DeliveryState state : DeliveryState.values()) {
      Gauge.builder("mess_deliveries", () -> known(() -> figures.get().deliveries().get(state)))
          .description("Deliveries by state")
          .tag("state", state.code())
          .register(registry);
    }
    for (LaneState state : LaneState.values()) {
      Gauge.builder("mess_lanes", () -> known(() -> figures.get().lanes().get(state)))
          .description("Lanes by state")
          .tag("state", state.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  /** Not a number while the store is away: what the registry logs of a failure helps nobody. */
  private static Number known(Supplier<@Nullable Long> count) {
    try {
      return Objects.requireNonNullElse(count.get(), 0L);
    } catch (QueueException e) {
      return Double.NaN;
    }
  }

  @Override
  public void attempted(AttemptReport report) {
    channels.computeIfAbsent(report.delivery().identity().channel(), OfChannel::new).count(report);
  }

  @Override
  public void corrected(Identity identity, FailureReason reason, String sentence) {
    Counter.builder("mess_corrections_total")
        .description("Receipts that proved wrong later")
        .tag("channel", identity.channel())
        .tag("reason", reason.code())
        .register(registry)
        .increment();
  }

  private Counter counter(String channel, Attempted labels) {
    return Counter.builder("mess_attempts_total")
        .description("Attempts by outcome and reason")
        .tag("channel", channel)
        .tag("outcome", labels.outcome())
        .tag("reason", labels.reason())
        .register(registry);
  }

  private Timer duration(String channel) {
    return Timer.builder("mess_attempt_duration")
        .description("How long an attempt takes, from its thread's start to its outcome")
        .tag("channel", channel)
        .publishPercentileHistogram()
        .maximumExpectedValue(LONGEST_ATTEMPT)
        .register(registry);
  }

  private Timer age(String channel) {
    return Timer.builder("mess_delivery_latency")
        .description("From the row's creation to its delivery")
        .tag("channel", channel)
        .publishPercentileHistogram()
        .maximumExpectedValue(LONGEST_AGE)
        .register(registry);
  }
}

package org.messgateway.gateway.flow;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.GatewayOptions;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.TaskResult;

/** A gateway in this process, so that its queue can be looked at. */
final class HouseGateway implements AutoCloseable {

  private static final Duration SOON = Duration.ofSeconds(30);

  private final AdapterRegistry registry;
  private final Gateway gateway;

  private HouseGateway(AdapterRegistry registry, Gateway gateway) {
    this.registry = registry;
    this.gateway = gateway;
  }

  static HouseGateway start(House house) throws Exception {
    AdapterRegistry registry =
        AdapterRegistry.discover(house.home().resolve("none"), house.home().resolve("adapters"));
    ConfigLoader loader = new ConfigLoader(registry, ZoneId.systemDefault());
    GatewayOptions options = new GatewayOptions(house.home(), Map.of(), OptionalInt.of(0));
    Gateway gateway = Gateway.open(options, config(loader.load(house.home(), Map.of())), loader);
    gateway.start();
    return new HouseGateway(registry, gateway);
  }

  private static GatewayConfig config(LoadResult loadResult) {
    return switch (loadResult) {
      case LoadResult.Valid valid -> valid.config();
      case LoadResult.Invalid invalid -> throw new AssertionError(invalid.toString());
    };
  }

  int port() {
    return gateway.port();
  }

  List<DeliveryRow> deliveries(String ref) {
    return gateway.queue().deliveries(gateway.exchangeId(), ref);
  }

  Map<String, List<TaskResult>> lastResults(String capability) {
    return gateway.queue().lastResults(capability);
  }

  /** Waits until all of a thread's deliveries, one at least, are in this state. */
  void await(String ref, DeliveryState state) {
    Eventually.within(
        SOON,
        () -> ref + " is " + state + ": " + deliveries(ref),
        () ->
            !deliveries(ref).isEmpty()
                && deliveries(ref).stream().allMatch(row -> row.state() == state));
  }

  /** Waits until a thread waits for a destination that is down. */
  void awaitOffline(String ref) {
    Eventually.within(
        SOON,
        () -> ref + " waits for its lane: " + deliveries(ref),
        () ->
            deliveries(ref).stream()
                .anyMatch(row ->
                    row.state() == DeliveryState.QUEUED && row.laneState() != LaneState.CLOSED));
  }

  @Override
  public void close() {
    gateway.close();
    registry.close();
  }
}

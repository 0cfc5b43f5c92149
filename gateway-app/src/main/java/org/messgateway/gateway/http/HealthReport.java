package org.messgateway.gateway.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.QueueFigures;

/**
 * The gateway is ready once all threads were listed, all parts run and all exchanges are readable,
 * and as long as no loop stands still.
 */
public final class HealthReport {

  private final List<Watched> exchanges;
  private final Supplier<QueueFigures> figures;
  private final Supplier<List<String>> standstills;
  private volatile boolean ready;

  /**
   * One exchange.
   *
   * @param name of the exchange in the configuration
   * @param id kept in the exchange
   * @param reachable whether the exchange is readable; of a remote one the local copy
   * @param answers whether the server of a remote exchange answers
   * @param waiting number of threads to be reconciled
   * @param other another gateway that tells of its threads, in words
   */
  public record Watched(
      String name,
      String id,
      BooleanSupplier reachable,
      BooleanSupplier answers,
      IntSupplier waiting,
      Supplier<Optional<String>> other) {}

  /**
   * @param standstills a sentence for each loop of the gateway that has ended or hangs
   */
  public HealthReport(
      List<Watched> exchanges, Supplier<QueueFigures> figures, Supplier<List<String>> standstills) {
    this.exchanges = List.copyOf(exchanges);
    this.figures = figures;
    this.standstills = standstills;
  }

  public void ready(boolean now) {
    ready = now;
  }

  /** Whether {@code /health} responds 200, else 503. */
  public boolean ok() {
    return ready && readable() && standstills.get().isEmpty();
  }

  private boolean readable() {
    return exchanges.stream().allMatch(each -> each.reachable().getAsBoolean());
  }

  private String status(List<String> others) {
    if (!ready) {
      return others.isEmpty() ? "starting" : "waiting for another gateway on the same exchange";
    }
    if (!readable()) {
      return "the exchange cannot be read";
    }
    return standstills.get().isEmpty() ? "ready" : "a part of the gateway stands still";
  }

  /** Members of {@code /health}: names in snake_case, no secrets, no addresses. */
  public Map<String, Object> details() {
    Map<String, Object> details = new LinkedHashMap<>();
    List<String> others = exchanges.stream().flatMap(each -> each.other().get().stream()).toList();
    details.put("status", status(others));
    details.put("exchange", exchanges.getFirst().id());
    Map<String, String> ids = new LinkedHashMap<>();
    exchanges.forEach(each -> ids.put(each.name(), each.id()));
    details.put("exchanges", ids);
    List<String> away =
        exchanges.stream()
            .filter(each -> !each.answers().getAsBoolean())
            .map(Watched::name)
            .toList();
    if (!away.isEmpty()) {
      // The last copy of their threads is here and is served on.
      details.put("servers_away", away);
    }
    if (!others.isEmpty()) {
      details.put("other_gateways", others);
    }
    List<String> standing = standstills.get();
    if (!standing.isEmpty()) {
      details.put("standing_still", standing);
    }
    details.put(
        "threads_waiting_to_be_read",
        exchanges.stream().mapToInt(each -> each.waiting().getAsInt()).sum());
    QueueFigures counted = figures.get();
    Map<String, Object> deliveries = new LinkedHashMap<>();
    for (DeliveryState state : DeliveryState.values()) {
      deliveries.put(state.code(), counted.deliveries().getOrDefault(state, 0L));
    }
    details.put("deliveries", deliveries);
    Map<String, Object> lanes = new LinkedHashMap<>();
    for (LaneState state : LaneState.values()) {
      lanes.put(state.name().toLowerCase(Locale.ROOT), counted.lanes().getOrDefault(state, 0L));
    }
    details.put("lanes", lanes);
    return details;
  }
}

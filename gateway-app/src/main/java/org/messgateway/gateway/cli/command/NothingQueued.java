package org.messgateway.gateway.cli.command;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.QueueFigures;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadRow;

/** The queue of a home in which no gateway has run. */
final class NothingQueued implements QueueView {

  @Override
  public Optional<ThreadRow> thread(String exchange, String ref) {
    return Optional.empty();
  }

  @Override
  public Optional<ThreadRow> threadByClientId(String exchange, String requestor, String clientId) {
    return Optional.empty();
  }

  @Override
  public List<ThreadRow> threadsByClientId(String exchange, String clientId, int max) {
    return List.of();
  }

  @Override
  public List<String> dependsOn(String exchange, String ref) {
    return List.of();
  }

  @Override
  public List<ThreadRow> threads(String exchange, String after, int max) {
    return List.of();
  }

  @Override
  public List<String> openThreads(String exchange, String after, int max) {
    return List.of();
  }

  @Override
  public List<String> lastRefs(String exchange, String requestor) {
    return List.of();
  }

  @Override
  public List<DeliveryRow> deliveries(String exchange, String ref) {
    return List.of();
  }

  @Override
  public List<DeliveryRow> find(DeliveryFilter filter, int max) {
    return List.of();
  }

  @Override
  public Optional<DeliveryRow> delivery(String id) {
    return Optional.empty();
  }

  @Override
  public List<AttemptRow> attempts(String id) {
    return List.of();
  }

  @Override
  public QueueFigures figures() {
    return new QueueFigures(Map.of(), Map.of());
  }
}

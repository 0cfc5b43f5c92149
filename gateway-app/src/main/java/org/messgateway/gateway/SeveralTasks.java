package org.messgateway.gateway;

import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.messgateway.gateway.respond.LinkClaims;
import org.messgateway.gateway.respond.RemoteRoutes;
import org.messgateway.gateway.respond.Task;
import org.messgateway.gateway.respond.TaskFile;
import org.messgateway.gateway.respond.Tasks;
import org.messgateway.gateway.respond.page.TaskSheet;
import org.messgateway.gateway.respond.page.TaskSheets;

/** What links open, in each exchange; who names none means the first. */
final class SeveralTasks implements Tasks, TaskSheets, RemoteRoutes.Places {

  private final SequencedMap<String, OpenTasks> exchanges;

  SeveralTasks(SequencedMap<String, OpenTasks> exchanges) {
    this.exchanges = exchanges;
  }

  private OpenTasks first() {
    return exchanges.firstEntry().getValue();
  }

  private OpenTasks of(String exchange) {
    return exchanges.getOrDefault(exchange, first());
  }

  @Override
  public String exchange() {
    return exchanges.firstEntry().getKey();
  }

  @Override
  public Optional<Tasks> tasksIn(String exchange) {
    return Optional.ofNullable(exchanges.get(exchange));
  }

  @Override
  public TaskSheets sheetsOf(String exchange) {
    return of(exchange);
  }

  @Override
  public RemoteRoutes.Places in(String exchange) {
    return of(exchange)::remote;
  }

  @Override
  public Optional<Task> task(String ref, String executor) {
    return first().task(ref, executor);
  }

  @Override
  public Optional<TaskFile> file(String ref, String executor, String name) {
    return first().file(ref, executor, name);
  }

  @Override
  public Optional<TaskSheet> sheet(String ref, String executor) {
    return first().sheet(ref, executor);
  }

  @Override
  public Optional<String> url(String ref, String executor, int document, int number) {
    return first().remote(ref, executor, document, number);
  }

  @Override
  public Optional<LinkClaims> delivery(String deliveryId) {
    return exchanges.entrySet().stream()
        .map(Map.Entry::getValue)
        .flatMap(tasks -> tasks.delivery(deliveryId).stream())
        .findFirst();
  }
}

package org.messgateway.gateway.http;

import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.messgateway.gateway.exchange.view.TaskFile;
import org.messgateway.gateway.http.page.TaskSheet;
import org.messgateway.gateway.links.LinkClaims;

/** The tasks of all exchanges; a link without an exchange means the first. */
public final class TaskDirectory implements Tasks, RemoteRoutes.Places {

  private final SequencedMap<String, TaskService> exchanges;

  public TaskDirectory(SequencedMap<String, TaskService> exchanges) {
    this.exchanges = exchanges;
  }

  private TaskService first() {
    return exchanges.firstEntry().getValue();
  }

  private TaskService of(String exchange) {
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
  public RemoteRoutes.Places in(String exchange) {
    return of(exchange)::remote;
  }

  @Override
  public long memory(String ref) {
    return first().memory(ref);
  }

  @Override
  public Optional<TaskView> task(LinkClaims reader) {
    return of(reader.exchange()).task(reader);
  }

  @Override
  public Optional<TaskFile> file(String ref, String executor, String name) {
    return first().file(ref, executor, name);
  }

  @Override
  public Optional<TaskSheet> sheet(LinkClaims reader) {
    return of(reader.exchange()).sheet(reader);
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

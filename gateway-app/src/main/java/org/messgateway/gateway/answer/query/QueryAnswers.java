package org.messgateway.gateway.answer.query;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentQueries;
import org.messgateway.gateway.answer.AgentQuery;
import org.messgateway.gateway.answer.query.CapabilityCatalogue.KnownCapability;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.Hours;

/** Answers queries over all exchanges of a gateway, or of a home without one. */
public final class QueryAnswers implements AgentQueries {

  private final List<ThreadSearch> exchanges;
  private final Supplier<Catalogue> catalogue;
  private final CapabilityCatalogue capabilities;
  private final InstantSource clock;

  /**
   * @param exchanges the first is asked first
   * @param catalogue the executors in force
   */
  public QueryAnswers(
      List<ThreadSearch> exchanges,
      Supplier<Catalogue> catalogue,
      CapabilityCatalogue capabilities,
      InstantSource clock) {
    this.exchanges = List.copyOf(exchanges);
    this.catalogue = catalogue;
    this.capabilities = capabilities;
    this.clock = clock;
  }

  @Override
  public Map<String, @Nullable Object> answer(Asker asker, AgentQuery query) throws IOException {
    return switch (query) {
      case AgentQuery.ThreadQuery threads -> threads(asker, threads);
      case AgentQuery.CapabilityQuery(List<String> tags) ->
          found(
              "capabilities",
              capabilities.all().stream()
                  .filter(each -> each.tags().containsAll(tags))
                  .map(QueryAnswers::capability)
                  .toList());
      case AgentQuery.ExecutorQuery(String id) -> executors(id);
    };
  }

  private static Map<String, @Nullable Object> found(String what, List<?> rows) {
    Map<String, @Nullable Object> found = new LinkedHashMap<>();
    found.put(what, rows);
    return found;
  }

  /** A page of one exchange after the other: a cursor says in which exchange it goes on. */
  private Map<String, @Nullable Object> threads(Asker asker, AgentQuery.ThreadQuery query)
      throws IOException {
    List<Set<String>> requires = query.tags().stream().map(this::tagged).toList();
    ThreadPage page = new ThreadPage(query.limit(), query.cursor());
    for (ThreadSearch exchange : exchanges) {
      exchange.fill(page, asker, query, requires);
    }
    Map<String, @Nullable Object> found = found("threads", page.rows());
    if (page.next() != null) {
      found.put("cursor", page.next());
    }
    return found;
  }

  /** Ids of capabilities with that tag. */
  private Set<String> tagged(String tag) {
    return capabilities.all().stream()
        .filter(each -> each.tags().contains(tag))
        .map(KnownCapability::id)
        .collect(Collectors.toSet());
  }

  private static Map<String, @Nullable Object> capability(KnownCapability known) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("id", known.id());
    if (known.description() != null) {
      row.put("description", known.description());
    }
    if (!known.tags().isEmpty()) {
      row.put("tags", known.tags());
    }
    return row;
  }

  private Map<String, @Nullable Object> executors(@Nullable String id) {
    Map<String, Instant> heard = new LinkedHashMap<>();
    exchanges.forEach(exchange ->
        exchange
            .lastHeard()
            .forEach((executor, at) ->
                heard.merge(executor, at, (one, other) -> one.isAfter(other) ? one : other)));
    return found(
        "executors",
        catalogue.get().executors().values().stream()
            .filter(each -> id == null || each.id().equals(id))
            .map(each -> executor(each, heard.get(each.id())))
            .toList());
  }

  /** Without addresses: they are its own. */
  private Map<String, @Nullable Object> executor(Executor executor, @Nullable Instant heard) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("id", executor.id());
    row.put("name", executor.name());
    row.put(
        "capabilities",
        executor.capabilities().stream()
            .map(each -> each.metadata() == null ? each.id() : Map.of(each.id(), each.metadata()))
            .toList());
    switch (executor.availability()) {
      case Availability.Always() -> row.put("availability", "always");
      case Availability.OnDemand() -> row.put("availability", "on_demand");
      case Availability.Schedule schedule -> {
        row.put("availability", "schedule");
        row.put("schedule", schedule.cron());
        row.put("timezone", schedule.zone().getId());
      }
    }
    row.put("open_now", Hours.open(executor.availability(), clock.instant()));
    if (heard != null) {
      row.put("last_heard", heard);
    }
    return row;
  }
}

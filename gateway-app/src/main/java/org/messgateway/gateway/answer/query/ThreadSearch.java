package org.messgateway.gateway.answer.query;

import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentQueries.Asker;
import org.messgateway.gateway.answer.AgentQueries.FreshThread;
import org.messgateway.gateway.answer.AgentQuery.ThreadQuery;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadFilter;
import org.messgateway.gateway.queue.ThreadRow;

/**
 * Searches the threads of one exchange: the queue's rows select, the envelopes of the page tell. A
 * row may be a moment behind its thread, so the envelope decides whether the thread is shown.
 */
public final class ThreadSearch {

  /** Envelopes read for one answer, where rows do not know what is asked. */
  private static final int MOST_READ = 2_000;

  private static final String LAST = "last";

  private final String exchangeId;
  private final String name;
  private final Exchange exchange;
  private final QueueView queue;
  private final OpenSuggestions suggestions;

  /**
   * @param name of the exchange
   */
  public ThreadSearch(String name, Exchange exchange, QueueView queue) {
    this.exchangeId = exchange.directory().id();
    this.name = name;
    this.exchange = exchange;
    this.queue = queue;
    this.suggestions =
        new OpenSuggestions(
            ref -> exchange.loader().load(ref).complete().map(LoadedThread::thread));
  }

  Map<String, Instant> lastHeard() {
    return queue.lastHeard(exchangeId);
  }

  /**
   * Adds this exchange's threads to a page.
   *
   * @param requires of each of these, a thread requires one capability at least
   */
  void fill(ThreadPage page, Asker asker, ThreadQuery query, List<Set<String>> requires)
      throws IOException {
    String start = page.start(exchangeId);
    if (start == null || !(asker.exchange() == null || asker.exchange().equals(exchangeId))) {
      return;
    }
    Wanted wanted = new Wanted(asker.agent(), query, requires, names(asker, query.re()));
    NavigableSet<String> recent = recent(asker.fresh(), start);
    ThreadFilter filter = wanted.filter(start);
    for (int read = 0; read < MOST_READ; ) {
      int size = page.free() + 1;
      List<ThreadRow> rows = queue.find(filter, size);
      NavigableMap<String, Optional<ThreadRow>> candidates =
          new TreeMap<>(Comparator.reverseOrder());
      rows.forEach(row -> candidates.put(row.ref(), Optional.of(row)));
      boolean last = rows.size() < size;
      NavigableSet<String> now = last ? recent : recent.headSet(rows.getLast().ref(), true);
      now.forEach(ref -> candidates.putIfAbsent(ref, Optional.empty()));
      now.clear();
      for (Map.Entry<String, Optional<ThreadRow>> each : candidates.entrySet()) {
        if (page.full()) {
          page.goOn(exchangeId, filter.before());
          return;
        }
        wanted.row(each.getKey(), each.getValue()).ifPresent(page::add);
        filter = filter.after(each.getKey());
        read++;
      }
      if (last) {
        return;
      }
    }
    page.goOn(exchangeId, filter.before());
  }

  /** Those behind the beginning of the page, the newest first. */
  private NavigableSet<String> recent(List<FreshThread> fresh, String start) {
    NavigableSet<String> recent = new TreeSet<>(Comparator.reverseOrder());
    fresh.stream()
        .filter(each -> each.exchange().equals(exchangeId))
        .map(FreshThread::ref)
        .filter(ref -> start.isEmpty() || ref.compareTo(start) < 0)
        .forEach(recent::add);
    return recent;
  }

  /** What {@code re} can mean: refs, ids, ids without a namespace, and the agent's last. */
  private Set<String> names(Asker asker, List<String> re) {
    Set<String> names = new HashSet<>();
    for (String each : re) {
      if (each.equals(LAST) && asker.agent() != null) {
        Stream.concat(
                queue.lastRefs(exchangeId, asker.agent()).stream(),
                asker.fresh().stream()
                    .filter(one -> one.exchange().equals(exchangeId))
                    .map(FreshThread::ref))
            .max(Ref.CREATION_ORDER)
            .ifPresent(names::add);
        names.add(LAST);
      } else {
        names.add(each.substring(0, each.indexOf('/') < 0 ? each.length() : each.indexOf('/')));
        names.add(each.substring(each.lastIndexOf(':') + 1));
      }
    }
    return names;
  }

  /** What is asked for, of this exchange. */
  private final class Wanted {

    private final @Nullable String agent;
    private final ThreadQuery query;
    private final List<Set<String>> requires;
    private final Set<String> names;

    Wanted(
        @Nullable String agent, ThreadQuery query, List<Set<String>> requires, Set<String> names) {
      this.agent = agent;
      this.query = query;
      this.requires = requires;
      this.names = names;
    }

    private boolean open() {
      return query.statuses().isEmpty() && query.re().isEmpty();
    }

    ThreadFilter filter(String before) {
      return new ThreadFilter(
          exchangeId,
          agent,
          List.copyOf(names),
          List.copyOf(names),
          query.statuses().stream().map(ThreadStatus::code).collect(Collectors.toSet()),
          open(),
          query.executor(),
          query.since(),
          requires,
          before);
    }

    Optional<Map<String, @Nullable Object>> row(String ref, Optional<ThreadRow> row)
        throws IOException {
      Optional<ThreadLocation> place =
          row.flatMap(each -> ThreadLocation.parse(each.place())).or(() -> placeOf(ref));
      Optional<Envelope> envelope = place.flatMap(this::envelope);
      if (envelope.isEmpty()) {
        // It was moved since the row was written.
        envelope = placeOf(ref).flatMap(this::envelope);
      }
      return envelope.filter(each -> shown(ref, each, row)).map(each -> row(ref, each));
    }

    private Optional<ThreadLocation> placeOf(String ref) {
      return Ref.of(ref)
          .map(exchange.loader()::load)
          .flatMap(found ->
              found instanceof ThreadReadResult.Complete complete
                  ? Optional.of(complete.thread().location())
                  : Optional.empty());
    }

    private Optional<Envelope> envelope(ThreadLocation place) {
      try {
        return Optional.of(exchange.envelopes().load(place));
      } catch (IOException | ThreadFormatException e) {
        // Gone, moved, or being written: a list shows what can be read.
        return Optional.empty();
      }
    }

    private boolean shown(String ref, Envelope envelope, Optional<ThreadRow> row) {
      ThreadStatus status = envelope.status();
      String executor = query.executor();
      Instant since = query.since();
      Instant updated = envelope.updated();
      return (agent == null || agent.equals(envelope.requestor()) || row.isPresent())
          && (names.isEmpty() || named(ref, envelope, row))
          && (query.statuses().isEmpty() || query.statuses().contains(status))
          && !(open() && status.ended())
          && (executor == null || executor.equals(envelope.executor()))
          && (since == null || updated == null || !updated.isBefore(since))
          && (requires.isEmpty() || able(ref, row));
    }

    /** The row knows an id that stands in the request alone. */
    private boolean named(String ref, Envelope envelope, Optional<ThreadRow> row) {
      String id = envelope.clientId();
      return names.contains(ref) || (id != null && names.contains(id)) || row.isPresent();
    }

    private boolean able(String ref, Optional<ThreadRow> row) {
      List<String> required =
          row.map(ThreadRow::facts)
              .map(ThreadRow.QueryFacts::requires)
              .orElseGet(() -> required(ref));
      return requires.stream().allMatch(tagged -> required.stream().anyMatch(tagged::contains));
    }

    private List<String> required(String ref) {
      return Ref.of(ref).map(exchange.loader()::load).stream()
          .flatMap(found ->
              found instanceof ThreadReadResult.Complete complete
                  ? complete.thread().thread().request().stream()
                  : Stream.<Payload.Request>empty())
          .flatMap(request -> request.requires().stream())
          .map(Requirement::id)
          .toList();
    }

    private Map<String, @Nullable Object> row(String ref, Envelope envelope) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("ref", ref);
      put(row, "id", envelope.clientId());
      row.put("exchange", name);
      row.put("status", envelope.status().code());
      put(row, "intent", envelope.intent());
      put(row, "priority", envelope.priority() == null ? null : envelope.priority().code());
      put(row, "executor", envelope.executor());
      if (agent == null) {
        put(row, "requestor", envelope.requestor());
      }
      put(row, "created", envelope.created());
      put(row, "updated", envelope.updated());
      put(row, "expires", envelope.neededBy() == null ? envelope.expires() : envelope.neededBy());
      List<Map<String, Object>> open = suggestions.of(envelope);
      put(row, "suggestions", open.isEmpty() ? null : open);
      return row;
    }

    private static void put(Map<String, @Nullable Object> row, String key, @Nullable Object value) {
      if (value != null) {
        row.put(key, value);
      }
    }
  }
}

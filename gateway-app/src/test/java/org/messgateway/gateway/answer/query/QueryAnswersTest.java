package org.messgateway.gateway.answer.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentQueries.Asker;
import org.messgateway.gateway.answer.AgentQueries.FreshThread;
import org.messgateway.gateway.answer.AgentQuery.CapabilityQuery;
import org.messgateway.gateway.answer.AgentQuery.ExecutorQuery;
import org.messgateway.gateway.answer.AgentQuery.ThreadQuery;
import org.messgateway.gateway.answer.query.CapabilityCatalogue.KnownCapability;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.NewRequest;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.gateway.protocol.SuggestionNote;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan;
import org.messgateway.gateway.routing.Preferences;
import org.messgateway.gateway.routing.Rule;
import org.messgateway.testkit.Conforms;

/** Queries over a real exchange and a real queue. */
final class QueryAnswersTest {

  private static final ThreadQuery OPEN =
      query(List.of(), Set.of(), null, null, List.of(), 100, null);

  @TempDir Path root;
  private final MovableClock clock = new MovableClock();
  private Exchange exchange;
  private OpenedQueue opened;
  private QueryAnswers answers;

  @BeforeEach
  void open() throws IOException {
    exchange =
        new Exchange(
            ExchangeDirectory.open(root, ExchangeDirectory.Access.WRITE),
            ExchangeLimits.DEFAULT,
            clock,
            System::nanoTime);
    opened =
        SqliteStore.in(Files.createDirectories(root.resolve(".gateway")), clock).open("node-1");
    Map<String, Executor> executors = new LinkedHashMap<>();
    executors.put(
        "roomba", executor("roomba", new Availability.Schedule("0 8-9 * * *", ZoneOffset.UTC)));
    executors.put("ana", executor("ana", new Availability.Always()));
    Catalogue catalogue = new Catalogue(executors, List.of(), Rule.EVERYONE, Map.of());
    answers =
        new QueryAnswers(
            List.of(new ThreadSearch("household", exchange, opened.queue())),
            () -> catalogue,
            () ->
                List.of(
                    new KnownCapability("check-visual", "Look", List.of("visual", "inspection")),
                    new KnownCapability("take-photo", "Photos", List.of("visual", "attachments")),
                    new KnownCapability("vacuum-floor", null, List.of())),
            clock);
  }

  private static Executor executor(String id, Availability availability) {
    return new Executor(
        id,
        "The " + id,
        List.of(new Requirement("vacuum-floor", Map.of("areas", List.of("kitchen")))),
        List.of(),
        availability,
        new NotifyPlan(true, NotifyPlan.DEFAULT_AFTER, List.of()),
        Preferences.NONE,
        ZoneOffset.UTC,
        false);
  }

  @AfterEach
  void close() {
    exchange.close();
    opened.queue().close();
  }

  private static ThreadQuery query(
      List<String> re,
      Set<ThreadStatus> statuses,
      @Nullable String executor,
      @Nullable Instant since,
      List<String> tags,
      int limit,
      @Nullable String cursor) {
    return new ThreadQuery(re, statuses, executor, since, tags, limit, cursor);
  }

  /** A thread that the queue does not know yet. */
  private Ref unseen(String agent, @Nullable String id, String intent, String... requires)
      throws IOException {
    clock.advance(Duration.ofMinutes(1));
    NewRequest request =
        new NewRequest(
            agent,
            "http",
            intent,
            id,
            List.of(requires),
            List.of(),
            null,
            null,
            null,
            null,
            List.of(),
            List.of());
    Instant now = clock.instant();
    return exchange.writer().create(ref -> MessageWriter.thread(ref.value(), request, now));
  }

  private Ref thread(String agent, @Nullable String id, String intent, String... requires)
      throws IOException {
    Ref ref = unseen(agent, id, intent, requires);
    seen(ref);
    return ref;
  }

  /** The queue takes note of it, as the reconciler would. */
  private void seen(Ref ref) throws IOException {
    LoadedThread loaded = exchange.writer().read(ref);
    opened
        .queue()
        .storeThread(
            new ThreadRow(
                exchange.directory().id(),
                ref.value(),
                loaded.location().relative(),
                1,
                1,
                Instant.EPOCH,
                loaded.thread().envelope().status().code(),
                0,
                null,
                null,
                loaded.thread().requestor().orElse(null),
                loaded.thread().envelope().clientId(),
                new ThreadRow.QueryFacts(
                    loaded.thread().envelope().executor(),
                    Objects.requireNonNull(loaded.thread().envelope().updated()),
                    loaded.thread().request().orElseThrow().requires().stream()
                        .map(Requirement::id)
                        .toList()),
                List.of(),
                ThreadRow.Origin.UNKNOWN));
  }

  private void becomes(Ref ref, ThreadStatus status, String executor) throws IOException {
    clock.advance(Duration.ofMinutes(1));
    EnvelopeEdit edit = EnvelopeEdit.NOTHING.status(status).updated(clock.instant());
    exchange
        .writer()
        .append(
            ref,
            MessageWriter.message(
                executor,
                clock.instant(),
                "http",
                List.of(Map.of("status", Map.of("code", status.code())))),
            edit.executor(executor));
  }

  private List<Map<String, @Nullable Object>> rows(Asker asker, ThreadQuery query)
      throws IOException {
    @SuppressWarnings("unchecked")
    List<Map<String, @Nullable Object>> rows =
        (List<Map<String, @Nullable Object>>) answers.answer(asker, query).get("threads");
    return Objects.requireNonNull(rows);
  }

  private List<String> refs(String agent, ThreadQuery query) throws IOException {
    return rows(new Asker(agent, null, List.of()), query).stream()
        .map(row -> String.valueOf(row.get("ref")))
        .toList();
  }

  @Test
  @Conforms({88, 313})
  void anAgentSeesItsOwnOpenTasksTheNewestFirst() throws IOException {
    Ref first = thread("claude", "a", "look");
    thread("mallory", "a", "spy");
    Ref done = thread("claude", "b", "cook");
    Ref last = thread("claude", null, "wash up");
    becomes(done, ThreadStatus.COMPLETED, "ana");
    seen(done);

    assertEquals(List.of(last.value(), first.value()), refs("claude", OPEN));
    assertEquals(3, rows(Asker.OPERATOR, OPEN).size());
    Map<String, @Nullable Object> row = rows(new Asker("claude", null, List.of()), OPEN).get(1);
    assertEquals(
        List.of("ref", "id", "exchange", "status", "intent", "priority", "created", "updated"),
        List.copyOf(row.keySet()));
    assertEquals("pending", row.get("status"));
    assertEquals("look", row.get("intent"));
  }

  @Test
  @Conforms({96, 307, 313})
  void aSuggestionThatWaitsIsListedInEachTaskThatItConcernsUntilItIsDecided() throws Exception {
    Ref onions = thread("claude", "onions", "buy onions");
    Ref leeks = thread("claude", "leeks", "buy leeks");
    suggestion(onions, "id: both\ntype: merge\nre: [onions, leeks]\nreason: same shop", leeks);

    List<Map<String, @Nullable Object>> rows = rows(new Asker("claude", null, List.of()), OPEN);
    for (Map<String, @Nullable Object> row : rows) {
      Map<?, ?> open =
          (Map<?, ?>) ((List<?>) Objects.requireNonNull(row.get("suggestions"))).get(0);
      assertEquals("both", open.get("id"));
      assertEquals("ana", open.get("by"));
      assertEquals(onions.value(), open.get("ref"));
      assertEquals("same shop", open.get("reason"));
    }
    OpenSuggestions open =
        new OpenSuggestions(
            ref -> exchange.loader().load(ref).complete().map(LoadedThread::thread));
    List<String> lines = open.lines(exchange.writer().read(leeks).thread().envelope());
    assertTrue(lines.getFirst().contains("reply {re: \"both\", accept: true}"), lines.toString());
    assertEquals(2, rows.size());
    satisfies(Map.of("threads", rows));

    exchange
        .writer()
        .append(
            onions,
            MessageWriter.message(
                "claude",
                clock.instant(),
                "http",
                List.of(Map.of("reply", Map.of("re", "both", "accept", false)))),
            EnvelopeEdit.NOTHING);
    rows(new Asker("claude", null, List.of()), OPEN)
        .forEach(row -> assertFalse(row.containsKey("suggestions"), row.toString()));
  }

  /** As the reconciler notes it in all threads that it concerns. */
  private void suggestion(Ref home, String yaml, Ref other) throws Exception {
    @SuppressWarnings("unchecked")
    Map<String, Object> said =
        (Map<String, Object>)
            Objects.requireNonNull(
                YamlReader.read(Document.whole("a suggestion", yaml.getBytes(UTF_8))).value());
    exchange
        .writer()
        .append(
            home,
            MessageWriter.message(
                "ana", clock.instant(), "http", List.of(Map.of("suggestion", said))),
            EnvelopeEdit.NOTHING);
    for (Ref each : List.of(home, other)) {
      String note = said.get("type") + " " + home + " " + said.get("id");
      exchange
          .writer()
          .appendHistory(
              each,
              List.of(new HistoryEntry(SuggestionNote.SUGGESTED, clock.instant(), "ana", note)));
    }
  }

  @Test
  @Conforms({88, 313})
  void filtersHoldTogether() throws IOException {
    Ref first = thread("claude", "shop:1", "look", "take-photo");
    Ref second = thread("claude", "shop:2", "vacuum", "vacuum-floor");
    Ref third = thread("claude", "shop:3", "photograph", "take-photo", "vacuum-floor");
    becomes(first, ThreadStatus.CLAIMED, "ana");
    becomes(second, ThreadStatus.COMPLETED, "ana");
    Instant before = clock.instant();
    becomes(third, ThreadStatus.CLAIMED, "roomba");
    for (Ref ref : List.of(first, second, third)) {
      seen(ref);
    }

    assertEquals(
        List.of(second.value(), first.value()),
        refs(
            "claude",
            query(
                List.of("shop:2", "1", first.value()), Set.of(), null, null, List.of(), 9, null)));
    assertEquals(
        List.of(third.value()),
        refs("claude", query(List.of("last"), Set.of(), null, null, List.of(), 9, null)));
    assertEquals(
        List.of(third.value(), first.value()),
        refs(
            "claude",
            query(List.of(), Set.of(ThreadStatus.CLAIMED), null, null, List.of(), 9, null)));
    assertEquals(
        List.of(first.value()),
        refs(
            "claude",
            query(List.of(), Set.of(ThreadStatus.CLAIMED), "ana", null, List.of(), 9, null)));
    assertEquals(
        List.of(third.value()),
        refs(
            "claude", query(List.of(), Set.of(), null, before.plusSeconds(1), List.of(), 9, null)));
    assertEquals(
        List.of(third.value(), first.value()),
        refs(
            "claude",
            query(List.of(), Set.of(), null, null, List.of("visual", "attachments"), 9, null)));
    assertEquals(
        List.of(),
        refs(
            "claude",
            query(List.of(), Set.of(), null, null, List.of("visual", "unheard"), 9, null)));
    assertEquals(
        List.of(),
        refs(
            "claude",
            query(
                List.of("shop:1"), Set.of(ThreadStatus.FAILED), "ana", null, List.of(), 9, null)));
  }

  @Test
  @Conforms(313)
  void pagesFollowOneAnotherWithoutGapOrRepetition() throws IOException {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      all.addFirst(thread("claude", null, "task " + i).value());
    }

    List<String> seen = new ArrayList<>();
    @Nullable String cursor = null;
    int pages = 0;
    do {
      Map<String, @Nullable Object> page =
          answers.answer(
              new Asker("claude", null, List.of()),
              query(List.of(), Set.of(), null, null, List.of(), 3, cursor));
      List<?> rows = (List<?>) Objects.requireNonNull(page.get("threads"));
      rows.forEach(row -> seen.add(String.valueOf(((Map<?, ?>) row).get("ref"))));
      cursor = (String) page.get("cursor");
      pages++;
    } while (cursor != null);

    assertEquals(all, seen);
    assertEquals(3, pages);
  }

  @Test
  void whatTheQueueDoesNotKnowYetIsShownAsItStands() throws IOException {
    Ref first = thread("claude", "a", "look");
    Ref cancelled = thread("claude", "b", "cook");
    becomes(cancelled, ThreadStatus.CANCELLED, "claude");
    Ref fresh = unseen("claude", "c", "wash up", "take-photo");
    String id = exchange.directory().id();
    Asker asker =
        new Asker(
            "claude",
            null,
            List.of(new FreshThread(id, cancelled.value()), new FreshThread(id, fresh.value())));

    assertEquals(
        List.of(fresh.value(), first.value()),
        rows(asker, OPEN).stream().map(row -> row.get("ref")).toList());
    assertEquals(
        List.of(fresh.value()),
        rows(asker, query(List.of("last"), Set.of(), null, null, List.of("visual"), 9, null))
            .stream()
            .map(row -> row.get("ref"))
            .toList());
    assertEquals(
        List.of(cancelled.value()),
        rows(
                asker,
                query(List.of(), Set.of(ThreadStatus.CANCELLED), null, null, List.of(), 9, null))
            .stream()
            .map(row -> row.get("ref"))
            .toList());
  }

  @Test
  @Conforms({89, 90, 103})
  void capabilitiesAreThoseWithAllTags() throws IOException {
    assertEquals(
        List.of("check-visual", "take-photo"),
        ids(
            answers.answer(Asker.OPERATOR, new CapabilityQuery(List.of("visual"))),
            "capabilities"));
    assertEquals(
        Map.of(
            "id", "take-photo", "description", "Photos", "tags", List.of("visual", "attachments")),
        listed(
                answers.answer(
                    Asker.OPERATOR, new CapabilityQuery(List.of("attachments", "visual"))),
                "capabilities")
            .getFirst());
    assertEquals(
        3,
        ids(answers.answer(Asker.OPERATOR, new CapabilityQuery(List.of())), "capabilities").size());
  }

  private static List<String> ids(Map<String, @Nullable Object> found, String what) {
    return listed(found, what).stream()
        .map(row -> String.valueOf(((Map<?, ?>) row).get("id")))
        .toList();
  }

  private static List<?> listed(Map<String, @Nullable Object> found, String what) {
    return (List<?>) Objects.requireNonNull(found.get(what));
  }

  @Test
  @Conforms({88, 313})
  void executorsAreToldWithTheirHoursAndWhenTheyWereHeardButNoAddress() throws IOException {
    opened
        .journal()
        .answers()
        .put(
            new org.messgateway.gateway.queue.journal.AnswerJournal.Entry(
                0,
                exchange.directory().id(),
                "r",
                "ana",
                "k",
                clock.instant(),
                new byte[0],
                null,
                null));

    Map<String, @Nullable Object> found = answers.answer(Asker.OPERATOR, new ExecutorQuery(null));

    assertEquals(List.of("roomba", "ana"), ids(found, "executors"));
    Map<?, ?> roomba = (Map<?, ?>) listed(found, "executors").getFirst();
    assertEquals(
        List.of("id", "name", "capabilities", "availability", "schedule", "timezone", "open_now"),
        List.copyOf(roomba.keySet()));
    Map<?, ?> ana = (Map<?, ?>) listed(found, "executors").getLast();
    assertEquals(clock.instant(), ana.get("last_heard"));
    assertEquals(true, ana.get("open_now"));
    assertEquals(
        List.of("ana"), ids(answers.answer(Asker.OPERATOR, new ExecutorQuery("ana")), "executors"));
  }

  /** No library of JSON schema is here: required and allowed keys, and the values of enums. */
  private static void satisfies(Map<String, @Nullable Object> found) throws IOException {
    JsonNode schema =
        new ObjectMapper()
            .readTree(
                Path.of(System.getProperty("mess.root", ".."), "docs", "query.schema.json")
                    .toFile());
    for (Map.Entry<String, Object> each : found.entrySet()) {
      JsonNode property = schema.path("properties").path(each.getKey());
      assertFalse(property.isMissingNode(), each.getKey());
      String type = property.path("items").path("$ref").asText("");
      if (each.getValue() instanceof List<?> rows) {
        JsonNode row = schema.path("$defs").path(type.substring(type.lastIndexOf('/') + 1));
        rows.forEach(one -> satisfies(schema, row, (Map<?, ?>) one));
      }
    }
  }

  private static void satisfies(JsonNode whole, JsonNode definition, Map<?, ?> row) {
    definition
        .path("required")
        .forEach(key -> assertTrue(row.containsKey(key.asText()), key + " in " + row));
    row.forEach((key, value) -> {
      JsonNode property = definition.path("properties").path(key.toString());
      assertFalse(property.isMissingNode(), key.toString());
      String type = property.path("items").path("$ref").asText("");
      if (!type.isEmpty() && value instanceof List<?> rows) {
        JsonNode item = whole.path("$defs").path(type.substring(type.lastIndexOf('/') + 1));
        rows.forEach(one -> satisfies(whole, item, (Map<?, ?>) one));
      }
      if (property.has("enum")) {
        assertTrue(
            property.path("enum").valueStream().anyMatch(one -> one.asText().equals(value)),
            key + ": " + value);
      }
    });
  }

  @Test
  @Conforms(313)
  void whatIsAnsweredSatisfiesTheSchemaThatIsDocumented() throws IOException {
    Ref ref = thread("claude", "a", "look");
    becomes(ref, ThreadStatus.CLAIMED, "ana");
    seen(ref);

    for (Asker asker : List.of(Asker.OPERATOR, new Asker("claude", null, List.of()))) {
      satisfies(answers.answer(asker, OPEN));
      satisfies(answers.answer(asker, new CapabilityQuery(List.of())));
      satisfies(answers.answer(asker, new ExecutorQuery(null)));
    }
  }

  @Test
  @Tag("proof")
  @Conforms(313)
  void tenThousandTasksAreAskedAboutWithinATenthOfASecond() throws IOException {
    Path folder = Files.createDirectories(root.resolve("state=received"));
    List<ReconcileRequest> rows = new ArrayList<>();
    Instant now = clock.instant();
    for (int i = 0; i < 10_000; i++) {
      String ref = "2026-11-20-%05d".formatted(i);
      NewRequest request =
          new NewRequest(
              "claude",
              "http",
              "task " + i,
              "id-" + i,
              List.of("take-photo"),
              List.of(),
              null,
              null,
              null,
              null,
              List.of(),
              List.of());
      Files.write(
          Files.createDirectory(folder.resolve(ref)).resolve("000-" + ref + ".messe-af.yaml"),
          MessageWriter.thread(ref, request, now));
      String executor = i % 100 == 0 ? "ana" : null;
      rows.add(
          new ReconcileRequest(
              new ThreadRow(
                  exchange.directory().id(),
                  ref,
                  "state=received/" + ref,
                  1,
                  1,
                  Instant.EPOCH,
                  "pending",
                  0,
                  null,
                  null,
                  "claude",
                  "id-" + i,
                  new ThreadRow.QueryFacts(executor, now, List.of("take-photo")),
                  List.of(),
                  ThreadRow.Origin.UNKNOWN),
              Set.of(),
              List.of(),
              Set.of()));
    }
    opened.queue().reconcileAll(rows);

    Asker claude = new Asker("claude", null, List.of());
    Map<String, ThreadQuery> asked = new LinkedHashMap<>();
    asked.put("open", OPEN);
    asked.put("one", query(List.of("id-17"), Set.of(), null, null, List.of(), 100, null));
    asked.put("tags", query(List.of(), Set.of(), null, now, List.of("visual"), 100, null));
    asked.put(
        "none",
        query(List.of(), Set.of(ThreadStatus.FAILED), "ana", now, List.of("visual"), 100, null));
    // Processor time, which other programs on a busy machine do not lengthen.
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    for (Map.Entry<String, ThreadQuery> each : asked.entrySet()) {
      long best = Long.MAX_VALUE;
      for (int i = 0; i < 7; i++) {
        long begun = process.getProcessCpuTime();
        answers.answer(claude, each.getValue());
        best = Math.min(best, process.getProcessCpuTime() - begun);
      }
      assertTrue(best < Duration.ofMillis(100).toNanos(), each.getKey() + " " + best);
    }
  }
}

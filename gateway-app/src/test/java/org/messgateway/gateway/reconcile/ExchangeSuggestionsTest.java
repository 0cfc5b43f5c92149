package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Succession;
import org.messgateway.gateway.protocol.SuggestionNote;
import org.messgateway.gateway.protocol.SuggestionState;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.testkit.Conforms;

/** What the exchange suggests of itself, on real files and in a real queue. */
final class ExchangeSuggestionsTest {

  private static final String FIRST = "2026-11-20-001";
  private static final String SECOND = "2026-11-20-002";
  private static final String PHOTO = "requires: [take-photo]\n";
  private static final String KITCHEN = PHOTO + "constraints: {location: kitchen}\n";

  @TempDir Path home;
  private FlowScene scene;
  private ExchangeSuggestions suggestions;

  @BeforeEach
  void open() {
    scene = new FlowScene(home);
    suggestions =
        new ExchangeSuggestions(
            scene.exchange,
            scene.queue,
            scene.routing,
            () -> scene.configuration.get().catalogue(),
            scene.changed,
            scene.clock);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private void task(String ref, String status, String intent, String request) {
    scene.thread(
        ref, scene.task(ref, status, request).replace("intent: look", "intent: " + intent));
    scene.look(ref);
  }

  /** An executor has it and said so. */
  private void held(String ref, String by, String intent, String request, String status) {
    scene.thread(
        ref,
        scene
                .task(ref, "claimed", request)
                .replace("intent: look", "intent: " + intent)
                .replace("executor: null", "executor: " + by)
            + """
            ---
            from: %s
            received: %s
            MESS:
              - status: {re: last, %s}
            """
                .formatted(by, scene.clock.instant(), status));
    scene.look(ref);
  }

  private List<SuggestionState> suggested(String ref) {
    suggestions.turn();
    scene.look(ref);
    return SuggestionState.open(scene.loaded(ref).thread());
  }

  private static Object proposed(SuggestionState suggestion, String key) {
    return suggestion.proposed(key).orElseThrow();
  }

  private void says(String ref, String mess) {
    append(ref, "claude-agent", mess);
  }

  private void append(String ref, String from, String mess) {
    scene.clock.advance(Duration.ofSeconds(1));
    Path file = home.resolve(scene.loaded(ref).location().relative());
    scene.write(
        file,
        read(file)
            + """
            ---
            from: %s
            received: %s
            MESS:
              %s
            """
                .formatted(from, scene.clock.instant(), mess));
    scene.look(ref);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Conforms({95, 308})
  void twoTasksOfOneRequestorThatAskForNearlyTheSameAreToBeMergedAndAre() {
    task(FIRST, "pending", "photograph the fridge", KITCHEN);
    task(SECOND, "pending", "photograph the fridges", KITCHEN);

    SuggestionState merge = suggested(FIRST).getFirst();

    assertEquals(SuggestionState.Type.MERGE, merge.type());
    assertEquals("exchange", merge.by());
    assertEquals(List.of(FIRST, SECOND), merge.said().re());
    assertEquals("ana", proposed(merge, "executor"));
    SuggestionNote note = new SuggestionNote("merge", FIRST, merge.id());
    assertEquals(List.of(note), SuggestionNote.unsettled(scene.loaded(SECOND).thread().envelope()));

    says(FIRST, "- reply: {re: \"%s\", accept: true}".formatted(merge.id()));
    scene.look(SECOND);
    for (String ref : List.of(FIRST, SECOND)) {
      assertEquals(ThreadStatus.SUPERSEDED, scene.loaded(ref).thread().envelope().status(), ref);
      assertEquals(
          List.of(FIRST + "-s1"),
          Succession.of(scene.loaded(ref).thread().envelope()).successors());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "buy onions | buy garlic | ben",
        "photograph the fridge | photograph the cellar | ana, ben",
      })
  @Conforms(308)
  void tasksThatSeveralCanDoOrThatSayAnotherThingAreLeftApart(
      String first, String second, String able) {
    List<String> ids = List.of(able.split(", "));
    scene.executors(ids.stream().map(FlowScene::photographer).toArray(Executor[]::new));
    task(FIRST, "pending", first, ids.size() == 1 ? "" : KITCHEN);
    task(SECOND, "pending", second, ids.size() == 1 ? "" : KITCHEN);

    assertEquals(List.of(), suggested(FIRST));
    assertEquals(List.of(), suggested(SECOND));
  }

  @Test
  @Conforms(308)
  void whatOneAloneCanDoAtOnePlaceIsDoneAtOneGo() {
    task(FIRST, "pending", "photograph the fridge", KITCHEN);
    task(SECOND, "pending", "look for the cat", KITCHEN);

    SuggestionState merge = suggested(FIRST).getFirst();

    assertEquals("photograph the fridge and look for the cat", proposed(merge, "combined_intent"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "constraints: {location: cellar}",
        "constraints: {location: kitchen, depends_on: [2026-11-20-001]}",
        "constraints: {location: kitchen, timing: {expires: 2027-11-20T09:00:00Z}}"
      })
  @Conforms(308)
  void anotherPlaceOrTimeOrADependencyKeepsThemApart(String constraints) {
    task(
        FIRST,
        "pending",
        "photograph the fridge",
        PHOTO + "constraints: {location: kitchen, timing: {expires: 2026-11-30T09:00:00Z}}");
    task(SECOND, "pending", "photograph the fridge", PHOTO + constraints);

    assertEquals(List.of(), suggested(FIRST));
    assertEquals(List.of(), suggested(SECOND));
  }

  @Test
  @Conforms(308)
  void whatNobodyCanBeToldBeforeTheMorningIsToBeDeferredUntilThenOnce() {
    Instant opens = scene.clock.instant().plus(Duration.ofHours(5));
    scene.executors(available("ana", opensAt(opens)));
    task(FIRST, "pending", "photograph the fridge", PHOTO);

    SuggestionState defer = suggested(FIRST).getFirst();

    assertEquals(SuggestionState.Type.DEFER, defer.type());
    Instant until = Instant.parse(proposed(defer, "not_before").toString());
    assertTrue(until.isAfter(scene.clock.instant().plus(Duration.ofHours(4))), until.toString());
    says(FIRST, "- reply: {re: \"%s\", accept: false}".formatted(defer.id()));
    assertEquals(List.of(), suggested(FIRST));
  }

  private static Availability opensAt(Instant opens) {
    int hour = opens.atZone(ZoneOffset.UTC).getHour();
    return new Availability.Schedule("0 %d * * *".formatted(hour), ZoneOffset.UTC);
  }

  private static Executor available(String id, Availability availability) {
    Executor photographer = FlowScene.photographer(id);
    return new Executor(
        id,
        id,
        photographer.capabilities(),
        List.of(),
        availability,
        photographer.notifyPlan(),
        photographer.preferences(),
        ZoneOffset.UTC,
        false);
  }

  @Test
  @Conforms(308)
  void whatAllWhoWereAskedPassedOnIsForOneWhomNobodyAsked() {
    scene.executors(
        FlowScene.photographer("ana"),
        available("cleo", opensAt(scene.clock.instant().plus(Duration.ofHours(5)))),
        available("ben", new Availability.OnDemand()));
    task(FIRST, "pending", "photograph the fridge", PHOTO);
    assertEquals(List.of("request ana"), scene.deliverAll());
    assertEquals(List.of(), suggested(FIRST));
    append(FIRST, "ana", "- status: {re: last, code: declined}");

    SuggestionState delegate = suggested(FIRST).getFirst();

    assertEquals(SuggestionState.Type.DELEGATE, delegate.type());
    assertEquals("ben", proposed(delegate, "executor"));
  }

  @Test
  @Conforms(308)
  void whatHasTimeWaitsForTheOnlyOneWhoIsAtAnotherTask() {
    Instant eta = scene.clock.instant().plus(Duration.ofHours(3));
    held(FIRST, "ana", "print the vase", PHOTO, "code: claimed, eta: " + eta);
    task(
        SECOND,
        "pending",
        "photograph the fridge",
        PHOTO + "constraints: {timing: {expires: " + eta.plus(Duration.ofDays(3)) + "}}");

    SuggestionState defer = suggested(SECOND).getFirst();

    assertEquals(eta.toString(), proposed(defer, "not_before").toString());
  }

  @Test
  @Conforms(308)
  void whatItsHolderHasSaidNothingAboutForADayIsToBeDelegatedAndIs() {
    scene.executors(FlowScene.photographer("ana"), FlowScene.photographer("ben"));
    held(FIRST, "ana", "photograph the fridge", PHOTO, "code: in_progress");
    scene.clock.advance(Duration.ofHours(23));
    assertEquals(List.of(), suggested(FIRST));
    scene.clock.advance(Duration.ofHours(2));

    SuggestionState delegate = suggested(FIRST).getFirst();

    assertEquals(SuggestionState.Type.DELEGATE, delegate.type());
    assertEquals("ben", proposed(delegate, "executor"));
    says(FIRST, "- reply: {re: \"%s\", accept: true}".formatted(delegate.id()));
    scene.look(FIRST + "-s1");
    assertEquals(ThreadStatus.DELEGATED, scene.loaded(FIRST).thread().envelope().status());
    assertTrue(scene.rows(FIRST + "-s1").contains("request ben queued"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "code: needs_input, questions: [{field: size, question: how large?}]",
        "code: waiting, waiting_for: paint",
        "code: in_progress, eta: 2026-12-24T09:00:00Z"
      })
  @Conforms(308)
  void aHolderWhoWaitsForSomethingOrSaidWhenIsLeftInPeace(String status) {
    scene.executors(FlowScene.photographer("ana"), FlowScene.photographer("ben"));
    held(FIRST, "ana", "photograph the fridge", PHOTO, status);
    scene.clock.advance(Duration.ofDays(3));

    assertEquals(List.of(), suggested(FIRST));
  }

  @Test
  @Conforms(308)
  void aSuggestionOfSomebodyElseThatWaitsIsEnough() {
    task(FIRST, "pending", "photograph the fridge", KITCHEN);
    task(SECOND, "pending", "photograph the fridge", KITCHEN);
    append(
        FIRST,
        "ana",
        "- suggestion: {id: later, type: defer, re: [last], proposed: {not_before: 2h}}");

    assertEquals(List.of("later"), suggested(FIRST).stream().map(SuggestionState::id).toList());
    assertEquals(
        Map.of("not_before", "2h"),
        Objects.requireNonNull(suggested(FIRST).getFirst().said().proposed()));
  }
}

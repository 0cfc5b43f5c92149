package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentRequests.Created;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.protocol.SuggestionState;
import org.messgateway.testkit.Conforms;

/** What agents say, on real files and in a real store. */
final class ThreadRequestsTest {

  private static final String BATCH =
      """
      - v: 1.0.0
      - request: {id: "shop:1", intent: buy onions, x-own: kept}
      - request:
          id: "shop:2"
          intent: cook them
          constraints: {depends_on: ["shop:1"]}
      """;

  @TempDir Path root;
  private AnswerScene scene;
  private ThreadRequests requests;
  private List<String> madeBefore = List.of();
  private final List<String> asked = new ArrayList<>();

  @BeforeEach
  void open() {
    scene = new AnswerScene(root);
    requests = requests();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private ThreadRequests requests() {
    return scene.requests(
        () -> madeBefore,
        (asker, query) -> {
          asked.add(
              asker.agent()
                  + " asks "
                  + query.getClass().getSimpleName()
                  + " "
                  + asker.fresh().size());
          return Map.<String, @Nullable Object>of("threads", List.of());
        });
  }

  private RequestResult say(String agent, String key, String yaml) {
    return requests.say(AnswerScene.fromAgent(agent, key, yaml));
  }

  private static RequestResult.Stored taken(RequestResult outcome) {
    return assertInstanceOf(RequestResult.Stored.class, outcome);
  }

  private static List<String> refs(RequestResult.Stored stored) {
    return stored.created().stream().map(Created::ref).toList();
  }

  private static List<String> touched(RequestResult outcome) {
    return taken(outcome).touched();
  }

  private MessThread thread(String ref) throws ExchangeWriteException {
    return scene.exchange.writer().read(new Ref(ref)).thread();
  }

  @Test
  @Conforms({3, 13, 48})
  void eachRequestOfABatchBecomesAThreadThatIsAcknowledged() throws ExchangeWriteException {
    List<Created> created = taken(say("claude", "k", BATCH)).created();

    assertEquals(
        List.of(new Created("shop:1", "2026-11-20-001"), new Created("shop:2", "2026-11-20-002")),
        created);
    MessThread second = thread("2026-11-20-002");
    assertEquals("cook them", second.intent());
    assertEquals("shop:2", second.envelope().clientId());
    assertEquals(List.of("shop:1"), second.request().orElseThrow().constraints().dependsOn());
    Payload.Ack ack = second.messages().getLast().payloads(Payload.Ack.class).getFirst();
    assertEquals("2026-11-20-002", ack.ref());
    assertEquals(List.of("shop:2"), ack.re());
    assertTrue(
        AnswerScene.text(
                root.resolve(ThreadFolder.RECEIVED.directory())
                    .resolve("2026-11-20-001/000-2026-11-20-001.messe-af.yaml"))
            .contains("x-own: kept"));
    assertEquals(2, scene.changed.size());
  }

  @Test
  void theSameKeyIsTheSameMessageAlsoAfterARestart() {
    RequestResult first = say("claude", "k", BATCH);
    scene.close();
    scene = new AnswerScene(root);
    requests = requests();

    RequestResult.Stored again = taken(say("claude", "k", BATCH));
    assertTrue(again.again());
    assertEquals(refs(taken(first)), refs(again));
    assertEquals(Set.of(), scene.changed);
    String water = "- request: {intent: water the plants}";
    assertEquals("2026-11-20-003", taken(say("claude", "other", water)).created().getFirst().ref());
  }

  @Test
  void whatACrashLeftOfABatchIsNotMadeTwice() {
    scene.killBefore("written");
    assertThrows(AnswerScene.Killed.class, () -> say("claude", "k", BATCH));
    scene.live();
    madeBefore = List.of("2026-11-20-001", "2026-11-20-002");

    assertEquals("2026-11-20-002", taken(say("claude", "k", BATCH)).created().get(1).ref());
  }

  @Test
  void whatAnotherMessageOfTheSameMomentMadeIsNotTakenForWhatACrashLeft()
      throws ExchangeWriteException {
    scene.killAfter("put");
    assertThrows(
        AnswerScene.Killed.class, () -> say("claude", "k", "- request: {intent: buy onions}"));
    scene.live();
    String other = ref("other", "- request: {intent: cook them}");
    madeBefore = List.of(other);

    String ref = ref("k", "- request: {intent: buy onions}");

    assertEquals("buy onions", thread(ref).intent());
    assertEquals("cook them", thread(other).intent());
  }

  @Test
  void messagesOfOneMillisecondHaveTimesOfTheirOwn() throws ExchangeWriteException {
    Instant first = created(ref("a", "- request: {intent: buy onions}"));
    Instant second = created(ref("b", "- request: {intent: cook them}"));

    assertEquals(first.plusMillis(1), second);

    scene.clock.advance(Duration.ofMinutes(-1));
    assertEquals(
        scene.clock.instant(), created(ref("c", "- request: {intent: eat them}")), "set back");
  }

  private Instant created(String ref) throws ExchangeWriteException {
    return Objects.requireNonNull(thread(ref).envelope().created());
  }

  /** Of the thread that a message of one request makes. */
  private String ref(String key, String yaml) {
    return taken(say("claude", key, yaml)).created().getFirst().ref();
  }

  @ParameterizedTest
  @ValueSource(strings = {"last", "\"shop:2\"", "2026-11-20-002", "[last]"})
  @Conforms({11, 15, 82})
  void aReplyGoesIntoTheThreadItMeansAndLeavesTheStatus(String re) throws ExchangeWriteException {
    say("claude", "k", BATCH);

    RequestResult outcome =
        say("claude", "r", "- reply: {re: %s, answers: {colour: red}}".formatted(re));

    assertEquals(List.of("2026-11-20-002"), touched(outcome));
    MessThread thread = thread("2026-11-20-002");
    assertEquals("pending", thread.envelope().status().code());
    assertEquals("replied", thread.envelope().history().getLast().action());
    assertEquals(
        "red",
        thread
            .messages()
            .getLast()
            .payloads(Payload.Reply.class)
            .getFirst()
            .answers()
            .get("colour"));
  }

  @Test
  void theLastTaskOfADayWithAThousandIsTheOneWithTheHighestNumber() throws ExchangeWriteException {
    scene.threadOf("claude", "2026-11-20-150");
    scene.threadOf("claude", "2026-11-20-1000");
    requests = scene.indexed();

    assertEquals(List.of("2026-11-20-1000"), touched(say("claude", "c", "- cancel: {re: last}")));
    assertEquals(ThreadStatus.CANCELLED, thread("2026-11-20-1000").envelope().status());
    assertEquals(ThreadStatus.PENDING, thread("2026-11-20-150").envelope().status());
  }

  @Test
  void theLastIsAlsoThatOfTheHighestNumberWhereOneWasMadeAMomentAgo() {
    scene.threadOf("claude", "2026-11-20-999");
    requests = scene.indexed();

    assertEquals("2026-11-20-1000", ref("k", "- request: {intent: look}"));
    assertEquals(List.of("2026-11-20-1000"), touched(say("claude", "c", "- cancel:")));
  }

  @Test
  void repliesInOneSecondAreAllInTheThread() throws ExchangeWriteException {
    say("claude", "k", BATCH);
    scene.clock.advance(Duration.ofSeconds(1));
    for (String colour : List.of("red", "green", "blue")) {
      say("claude", colour, "- reply: {re: last, answers: {colour: %s}}".formatted(colour));
    }

    assertEquals(
        List.of("red", "green", "blue"),
        thread("2026-11-20-002").messages().stream()
            .flatMap(message -> message.payloads(Payload.Reply.class).stream())
            .map(reply -> reply.answers().get("colour"))
            .toList());
  }

  @Test
  void theSingleAnswerOfTwoDotOneIsAReply() throws ExchangeWriteException {
    say("claude", "k", BATCH);

    taken(say("claude", "r", "- answer: {re: last, value: the red one}"));

    assertEquals(
        "the red one",
        thread("2026-11-20-002")
            .messages()
            .getLast()
            .payloads(Payload.Reply.class)
            .getFirst()
            .answers()
            .get("answer"));
  }

  @Test
  @Conforms({67, 83, 84, 106, 142})
  void aCancellationEndsTheThread() throws ExchangeWriteException {
    say("claude", "k", BATCH);

    assertEquals(
        List.of("2026-11-20-001", "2026-11-20-002"),
        touched(say("claude", "c", "- cancel: {re: [\"shop:1\", \"shop:2\"], reason: rain}")));
    assertEquals("cancelled", thread("2026-11-20-001").envelope().status().code());
    assertEquals(
        "rain",
        thread("2026-11-20-001")
            .messages()
            .getLast()
            .payloads(Payload.Cancel.class)
            .getFirst()
            .reason());
    assertEquals(
        ThreadFolder.CANCELED,
        scene.exchange.writer().read(new Ref("2026-11-20-002")).location().stateFolder().folder());
  }

  @Test
  void nobodyRepliesToOrCancelsAnothersTask() throws ExchangeWriteException {
    say("claude", "k", BATCH);

    assertEquals(
        new RequestResult.OthersThread("2026-11-20-001"),
        say("mallory", "c", "- cancel: {re: 2026-11-20-001}"));
    assertEquals(
        new RequestResult.OthersThread("nothing"), say("claude", "c", "- cancel: {re: nothing}"));
    assertEquals("pending", thread("2026-11-20-001").envelope().status().code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- request: {id: a}",
        "- request: {intent: \" \"}",
        "- v: 1.0.0",
        "- status: {code: claimed}",
        "- request: {intent: good}\n- response: {re: last}",
        "- request: {intent: good}\n- query: {type: weather}",
        "- v: newest\n- request: {intent: good}"
      })
  @Conforms(34)
  void whatMakesNoSenseIsRefusedWhole(String yaml) {
    assertInstanceOf(RequestResult.Rejected.class, say("claude", "k", yaml));
    assertEquals(0, scene.changed.size());
  }

  @Test
  @Conforms(9)
  void anEntryOfAnUnknownTypeIsKeptWhereTheMessageIsAboutAndNamed() throws ExchangeWriteException {
    say("claude", "k", BATCH);

    RequestResult.Stored taken =
        taken(
            say(
                "claude",
                "u",
                """
                - request: {id: new, intent: wash up}
                - reply: {re: "shop:1", confirm: true}
                - verdict: {rating: 5}
                - mood: {re: new, value: good}
                """));

    assertEquals(
        List.of(
            new AgentRequests.Created("new", "2026-11-20-003"),
            new AgentRequests.Standing(
                "shop:1", "2026-11-20-001", ThreadStatus.PENDING, null, false),
            new AgentRequests.KeptEntry("verdict", List.of("2026-11-20-003", "2026-11-20-001")),
            new AgentRequests.KeptEntry("mood", List.of("2026-11-20-003"))),
        taken.outcomes());
    assertEquals(List.of("request", "verdict", "mood"), types(thread("2026-11-20-003"), 0));
    assertEquals(List.of("reply", "verdict"), types(thread("2026-11-20-001"), 2));
    RequestResult.Stored again = taken(say("claude", "u", "- verdict: {rating: 5}"));
    assertTrue(again.again(), "repeated by its key");
    assertEquals(refs(taken), refs(again));
    assertEquals(taken.touched(), again.touched());
  }

  /**
   * What the second version of the protocol is to have means nothing yet, and nothing of it is
   * lost.
   */
  @Test
  @Conforms({271, 272})
  void whatALaterVersionAsksForIsCarried() throws ExchangeWriteException {
    taken(
        say(
            "claude",
            "later",
            """
            - request:
                intent: buy onions
                compensation: {bitcoin: 5000 sats, venmo: "@ana", tokens: {kind: x}, escrow: true}
                requires: [{get-groceries: {verified: true, reputation: 4}}]
                delegation: {chain: [ben, cleo], deadline: PT1H}
                sla: {answer_within: PT10M}
            """));

    MessThread thread = thread("2026-11-20-001");
    Payload.Request request = thread.request().orElseThrow();
    assertEquals(
        Map.of(
            "bitcoin", "5000 sats", "venmo", "@ana", "tokens", Map.of("kind", "x"), "escrow", true),
        request.compensation());
    assertEquals(
        Map.of("verified", true, "reputation", 4), request.requires().getFirst().metadata());
    String text =
        AnswerScene.text(
            root.resolve(ThreadFolder.RECEIVED.directory())
                .resolve("2026-11-20-001/000-2026-11-20-001.messe-af.yaml"));
    assertTrue(text.contains("answer_within: PT10M"), text);
    assertTrue(text.contains("chain"), text);
  }

  @Test
  void anUnknownEntryAloneIsKeptInTheLastTaskAndTheEnvelopeStays() throws ExchangeWriteException {
    say("claude", "k", BATCH);
    Instant updated = thread("2026-11-20-002").envelope().updated();

    taken(say("claude", "u", "- verdict: {rating: 5}"));

    MessThread thread = thread("2026-11-20-002");
    assertEquals(List.of("verdict"), types(thread, 2));
    assertEquals(updated, thread.envelope().updated());
    assertEquals(1, thread.envelope().history().size());
  }

  /** Types of the entries of a message, without {@code v}. */
  private static List<String> types(MessThread thread, int message) {
    return thread.messages().get(message).payloads().stream()
        .map(payload ->
            payload instanceof Payload.UnknownPayload other
                ? other.type()
                : payload.getClass().getSimpleName().toLowerCase(Locale.ROOT))
        .toList();
  }

  @Test
  @Conforms(6)
  void aVersionThatIsNotKnownHereIsTakenAndTheSenderIsToldInTheThreadToo()
      throws ExchangeWriteException {
    RequestResult.Stored taken =
        taken(say("claude", "k", "- request: {id: a, intent: look}\n- v: 9.9.9"));

    AgentRequests.BeyondVersion told =
        assertInstanceOf(AgentRequests.BeyondVersion.class, taken.outcomes().getFirst());
    assertTrue(told.sentence().contains("1.0.0 and 1.1.0"), told.sentence());
    MessThread thread = thread("2026-11-20-001");
    Payload.Status status = thread.messages().getLast().payloads(Payload.Status.class).getFirst();
    assertEquals("received", status.code());
    assertEquals(told.sentence(), status.message());
    assertEquals("pending", thread.envelope().status().code());
    assertTrue(
        AnswerScene.text(
                root.resolve(ThreadFolder.RECEIVED.directory())
                    .resolve("2026-11-20-001/000-2026-11-20-001.messe-af.yaml"))
            .contains("9.9.9"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0.0", "1", "1.1", "\"1.1.0\"", "0.9"})
  @Conforms(5)
  void aVersionThatIsKnownIsNothingToTellOf(String version) {
    RequestResult.Stored taken =
        taken(say("claude", "k", "- v: %s\n- request: {intent: look}".formatted(version)));

    assertEquals(1, taken.outcomes().size());
  }

  @Test
  void aRefusalNamesTheEntryAndWhatWouldBeRight() {
    RequestResult.Rejected refused =
        assertInstanceOf(
            RequestResult.Rejected.class,
            say("claude", "k", "- request: {intent: look}\n- ack: {re: last}"));

    assertEquals(2, refused.entry());
    assertEquals("- reply: {re: last, confirm: true}", refused.example());
  }

  @Test
  @Conforms({88, 2})
  void queriesAreAnsweredInTheirPlaceAndAlsoWhenTheMessageIsRepeated() {
    String mixed =
        "- query: {type: executors}\n- request: {id: a, intent: look}\n- query: {type: status}";

    RequestResult.Stored taken = taken(say("claude", "k", mixed));
    RequestResult.Stored again = taken(say("claude", "k", mixed));

    assertEquals(
        List.of(AgentRequests.Found.class, Created.class, AgentRequests.Found.class),
        taken.outcomes().stream().map(Object::getClass).toList());
    assertTrue(again.again());
    assertEquals(refs(taken), refs(again));
    assertEquals(
        List.of(
            "claude asks ExecutorQuery 1",
            "claude asks ThreadQuery 1",
            "claude asks ExecutorQuery 1",
            "claude asks ThreadQuery 1"),
        asked);
  }

  @Test
  void whatOnlyAsksIsNotRememberedAndIsAnsweredAnewEachTime() {
    taken(say("claude", "k", "- query: {type: status}"));
    taken(say("claude", "k", "- query: status"));

    assertEquals(2, asked.size());
    assertTrue(scene.journal().answers().find("home", "", "claude", "k").isEmpty());
  }

  @SuppressWarnings(
      "NullAway") // A record's constructor does not keep the annotations of its types.
  private RequestResult upload(String yaml, AnswerFile... files) {
    return requests.say(
        new AgentRequests.RequestMessage(
            "claude",
            "http",
            new MessageKey.Given("k" + yaml),
            AnswerScene.mess(yaml),
            Optional.empty(),
            List.of(files)));
  }

  private AnswerFile file(String part, int bytes) throws IOException {
    Path content = root.resolve("spool-" + part);
    byte[] png = new byte[bytes];
    System.arraycopy(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, 0, png, 0, 8);
    Files.write(content, png);
    return new AnswerFile(
        part, ContentEntry.Media.MediaKind.FILE, part + ".png", "image/png", content);
  }

  @Test
  @Conforms(325)
  void aFileThatComesWithARequestStandsInItsContextAndALargeOneBesideTheNewThread()
      throws IOException {
    RequestResult.Stored taken =
        taken(
            upload(
                """
                - request:
                    intent: print this
                    context: [before, {file: {part: large}}, after]
                """,
                file("large", 900_000),
                file("small", 100)));

    String ref = taken.created().getFirst().ref();
    Path folder = root.resolve(ThreadFolder.RECEIVED.directory()).resolve(ref);
    assertEquals(900_000, Files.size(folder.resolve("att-001-image-large.png")));
    List<ContentEntry> context = thread(ref).request().orElseThrow().context();
    assertEquals(4, context.size());
    String text = AnswerScene.text(folder.resolve("000-" + ref + ".messe-af.yaml"));
    assertTrue(text.contains("file: att-001-image-large.png"), text);
    assertTrue(text.contains("image: data:image/png;base64,"), text);
    assertTrue(text.indexOf("before") < text.indexOf("att-001"), text);
  }

  private String png(int bytes, int seed) {
    byte[] png = new byte[bytes];
    System.arraycopy(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, 0, png, 0, 8);
    png[bytes - 1] = (byte) seed;
    return Base64.getEncoder().encodeToString(png);
  }

  @Test
  @Conforms(276)
  void aLargePictureInARequestLiesBesideItsThreadInWhateverFormItCame() throws IOException {
    String uri = "data:image/png;base64,";
    String ref =
        refs(taken(
                say(
                    "claude",
                    "k",
                    """
                    - request:
                        intent: what is on these?
                        id: pictures
                        context:
                          - text: four of them
                          - image: %s
                          - image: {data: %s, mime: image/png, name: door.png}
                          - {type: image, uri: "%s", caption: the roof}
                          - "%s"
                          - image: %s
                    """
                        .formatted(
                            uri + png(900_000, 1),
                            png(900_000, 2),
                            uri + png(900_000, 3),
                            uri + png(900_000, 4),
                            uri + png(100, 5)))))
            .getFirst();

    Path folder = root.resolve(ThreadFolder.RECEIVED.directory()).resolve(ref);
    Path file = folder.resolve("000-" + ref + ".messe-af.yaml");
    assertTrue(Files.size(file) < 4_000, () -> Files.exists(file) + " is small");
    List<ContentEntry.Media> pictures =
        thread(ref).request().orElseThrow().context().stream()
            .filter(ContentEntry.Media.class::isInstance)
            .map(ContentEntry.Media.class::cast)
            .toList();
    assertEquals(5, pictures.size());
    for (ContentEntry.Media picture : pictures.subList(0, 4)) {
      assertEquals(ContentEntry.Media.MediaKind.IMAGE, picture.kind());
      assertEquals(900_000, Files.size(folder.resolve(String.valueOf(picture.attachment()))));
      assertEquals("image/png", picture.mime());
    }
    assertEquals("door.png", pictures.get(1).name());
    assertTrue(pictures.get(4).inline(), "what is small stays");
    assertTrue(AnswerScene.text(file).contains("caption: the roof"));
  }

  @Test
  @Conforms(325)
  void eachRequestAndReplyGetsTheFileThatItNames() throws IOException {
    say("claude", "k", "- request: {id: old, intent: look}");

    RequestResult.Stored taken =
        taken(
            upload(
                """
                - request: {id: a, intent: print a, context: [{file: {part: one}}]}
                - reply: {re: old, confirm: true, context: [{image: {part: two}}]}
                - request: {id: b, intent: print b, context: [{file: {part: one}}]}
                """,
                file("one", 900_000),
                file("two", 900_000)));

    for (String ref : List.of(taken.created().getFirst().ref(), taken.created().getLast().ref())) {
      Path folder = root.resolve(ThreadFolder.RECEIVED.directory()).resolve(ref);
      assertTrue(Files.exists(folder.resolve("att-001-image-one.png")), ref);
    }
    assertTrue(
        Files.exists(
            root.resolve(ThreadFolder.RECEIVED.directory())
                .resolve("2026-11-20-001/att-001-image-two.png")));
  }

  @Test
  @Conforms(325)
  void aFileThatBelongsNowhereAndOneThatDidNotComeAreRefusedAndNothingIsWritten()
      throws IOException {
    assertInstanceOf(RequestResult.Rejected.class, upload(BATCH, file("one", 10)));
    assertInstanceOf(
        RequestResult.Rejected.class,
        upload("- request: {intent: print, context: [{file: {part: absent}}]}"));
    assertEquals(0, scene.changed.size());
  }

  private void suggested(String ref, String yaml) {
    AnswerResult result =
        scene.answers().say(AnswerScene.answer(ref, "ana", yaml, yaml, List.of()));
    assertInstanceOf(AnswerResult.Accepted.class, result);
  }

  private String rejected(String key, String yaml) {
    return assertInstanceOf(RequestResult.Rejected.class, say("claude", key, yaml)).sentence();
  }

  @Test
  @Conforms({95, 96, 307})
  void aSuggestionIsAcceptedOnceByItsIdAndNothingElseIs() throws ExchangeWriteException {
    taken(say("claude", "ask", "- request: {id: onions, intent: buy onions}"));
    String ref = "2026-11-20-001";
    suggested(
        ref, "- suggestion: {type: defer, re: onions, proposed: {until: 2h}, reason: no time}");
    SuggestionState open = SuggestionState.open(thread(ref)).getFirst();
    assertEquals("sug:2026-11-20-001:2", open.id());

    String wrong = rejected("wrong", "- reply: {re: onions, accept: true}");
    assertTrue(wrong.contains("Open are: sug:2026-11-20-001:2"), wrong);
    taken(say("claude", "yes", "- reply: {re: \"" + open.id() + "\", accept: true}"));
    taken(say("claude", "yes again", "- reply: {re: \"" + open.id() + "\", accept: true}"));

    String other = rejected("no", "- reply: {re: \"" + open.id() + "\", accept: false}");
    assertTrue(other.contains("was accepted before"), other);
    assertTrue(SuggestionState.of(thread(ref)).getFirst().isDue());
  }

  @Test
  @Conforms(96)
  void aMergeWithATaskThatIsNotThereIsNotAccepted() {
    taken(say("claude", "ask", "- request: {id: onions, intent: buy onions}"));
    suggested("2026-11-20-001", "- suggestion: {id: m, type: merge, re: [onions, leeks]}");

    String sentence = rejected("yes", "- reply: {re: m, accept: true}");

    assertTrue(sentence.contains("\"leeks\""), sentence);
  }

  @Test
  void bothIdsOfTasksThatWereMergedMeanTheOneThatCameOfThem() throws IOException {
    String both = "2026-11-20-001-s1";
    requests = scene.indexed();
    taken(say("claude", "onions", "- request: {id: onions, intent: buy onions}"));
    taken(say("claude", "leeks", "- request: {id: leeks, intent: buy leeks}"));
    scene.lookedAt("2026-11-20-001");
    scene.lookedAt("2026-11-20-002");
    suggested("2026-11-20-001", "- suggestion: {id: m, type: merge, re: [onions, leeks]}");
    taken(say("claude", "yes", "- reply: {re: m, accept: true}"));
    for (String ref : List.of("2026-11-20-001", "2026-11-20-002", both, "2026-11-20-001")) {
      scene.lookedAt(ref);
    }

    for (String id : List.of("onions", "leeks")) {
      assertEquals(
          List.of(both), touched(say("claude", "to " + id, "- reply: {re: %s}".formatted(id))));
    }
  }

  @Test
  @Conforms(270)
  void anOpinionOfWhatWasDoneIsKeptAndCounted() throws ExchangeWriteException {
    taken(say("claude", "ask", "- request: {id: onions, intent: buy onions}"));

    assertTrue(rejected("bad", "- review: {re: onions, rating: 9}").contains("1 to 5"));
    taken(say("claude", "good", "- review: {re: onions, rating: 4, feedback: a little soft}"));
    scene.clock.advance(Duration.ofSeconds(1));
    taken(say("claude", "redo", "- review: {re: onions, rating: reject, request_redo: true}"));

    MessThread thread = thread("2026-11-20-001");
    assertEquals(
        List.of("created", "reviewed", "redo"),
        thread.envelope().history().stream().map(HistoryEntry::action).toList());
    assertEquals(
        false, thread.messages().getLast().payloads(Payload.Review.class).getFirst().accept());
  }

  private void delete(String ref) {
    try (Stream<Path> files =
        Files.walk(scene.exchange.writer().read(new Ref(ref)).location().in(root))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RequestResult saidAgain(String yaml) {
    return requests.say(
        new AgentRequests.RequestMessage(
            "claude", "http", new MessageKey.Words("d-" + yaml), AnswerScene.mess(yaml)));
  }

  @Test
  void aRequestWhoseThreadWasDeletedIsANewTaskUnlessItsKeySaysThatItIsTheSame() {
    String yaml = "- request: {intent: water the plants, id: plants}";
    String first = refs(taken(saidAgain(yaml))).getFirst();
    delete(first);
    RequestResult.Stored again = taken(saidAgain(yaml));
    assertFalse(again.again());
    assertEquals(ThreadStatus.PENDING, again.created().getFirst().status());

    String keyed = refs(taken(say("claude", "k", "- request: {intent: dust}"))).getFirst();
    delete(keyed);
    Created gone = taken(say("claude", "k", "- request: {intent: dust}")).created().getFirst();
    assertEquals(new Created(null, keyed, null, null, true), gone);
  }

  @Test
  void whatIsSaidToADeletedTaskIsAnsweredWithThatItIsGone() {
    String ref = refs(taken(say("claude", "k", "- request: {intent: dust}"))).getFirst();
    String cancel = "- cancel: {re: %s}".formatted(ref);
    assertEquals(List.of(ref), touched(say("claude", "c", cancel)));
    delete(ref);
    assertEquals(new RequestResult.OthersThread(ref), say("claude", "c", cancel));
    assertEquals(new RequestResult.OthersThread(ref), saidAgain(cancel));
    assertEquals(
        new RequestResult.OthersThread("last"), saidAgain("- reply: {re: last, reason: quickly}"));
  }
}

package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.answer.AgentRequests.Created;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;

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
    return new ThreadRequests(
        scene.ports(),
        new AgentThreads() {
          @Override
          public Optional<String> named(String agent, String clientId) {
            return Optional.empty();
          }

          @Override
          public Optional<String> last(String agent) {
            return Optional.empty();
          }

          @Override
          public List<String> createdAt(String agent, Instant at) {
            return madeBefore;
          }
        });
  }

  private RequestResult say(String agent, String key, String yaml) {
    return requests.say(AnswerScene.fromAgent(agent, key, yaml));
  }

  private static RequestResult.Stored taken(RequestResult outcome) {
    return assertInstanceOf(RequestResult.Stored.class, outcome);
  }

  private MessThread thread(String ref) throws ExchangeWriteException {
    return scene.exchange.writer().read(new Ref(ref)).thread();
  }

  @Test
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

    assertEquals(first, say("claude", "k", BATCH));
    assertEquals("2026-11-20-003", taken(say("claude", "other", BATCH)).created().getFirst().ref());
  }

  @Test
  void whatACrashLeftOfABatchIsNotMadeTwice() {
    scene.killBefore("written");
    assertThrows(AnswerScene.Killed.class, () -> say("claude", "k", BATCH));
    scene.live();
    madeBefore = List.of("2026-11-20-001", "2026-11-20-002");

    assertEquals("2026-11-20-002", taken(say("claude", "k", BATCH)).created().get(1).ref());
  }

  @ParameterizedTest
  @ValueSource(strings = {"last", "\"shop:2\"", "2026-11-20-002", "[last]"})
  void aReplyGoesIntoTheThreadItMeansAndLeavesTheStatus(String re) throws ExchangeWriteException {
    say("claude", "k", BATCH);

    RequestResult outcome =
        say("claude", "r", "- reply: {re: %s, answers: {colour: red}}".formatted(re));

    assertEquals(List.of("2026-11-20-002"), taken(outcome).touched());
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
  void aCancellationEndsTheThread() throws ExchangeWriteException {
    say("claude", "k", BATCH);

    assertEquals(
        List.of("2026-11-20-001", "2026-11-20-002"),
        taken(say("claude", "c", "- cancel: {re: [\"shop:1\", \"shop:2\"], reason: rain}"))
            .touched());
    assertEquals("cancelled", thread("2026-11-20-001").envelope().status().code());
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
        "- request: {intent: good}\n- query: {type: status}"
      })
  void whatMakesNoSenseIsRefusedWhole(String yaml) {
    assertInstanceOf(RequestResult.Rejected.class, say("claude", "k", yaml));
    assertEquals(0, scene.changed.size());
  }
}

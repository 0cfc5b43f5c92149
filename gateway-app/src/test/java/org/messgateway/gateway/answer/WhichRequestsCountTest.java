package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentRequests.Created;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.answer.AgentRequests.Standing;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.protocol.SuggestionState;
import org.messgateway.testkit.Conforms;

/** An agent's words, with a key and without one, on real files and in a real store. */
final class WhichRequestsCountTest {

  private static final String WATER = "- request: {intent: water the plants}";
  private static final String YES = "- reply: {re: last, confirm: true}";
  private static final String FIRST = "2026-11-20-001";
  private static final String SECOND = "2026-11-20-002";

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
    return scene.requests(() -> madeBefore, (_, _) -> Map.<String, @Nullable Object>of());
  }

  private RequestResult.Stored says(String yaml) {
    scene.clock.advance(Duration.ofSeconds(1));
    return stored(requests.say(AnswerScene.fromAgent("claude", AnswerScene.words(yaml), yaml)));
  }

  private RequestResult saysUnder(String key, String yaml) {
    scene.clock.advance(Duration.ofSeconds(1));
    return requests.say(AnswerScene.fromAgent("claude", key, yaml));
  }

  private static RequestResult.Stored stored(RequestResult result) {
    return assertInstanceOf(RequestResult.Stored.class, result);
  }

  private AnswerResult executor(String ref, String yaml) {
    scene.clock.advance(Duration.ofSeconds(1));
    return scene
        .answers()
        .say(AnswerScene.answer(ref, "ana", AnswerScene.words(yaml), yaml, List.of()));
  }

  private void done(String ref) {
    assertInstanceOf(
        AnswerResult.Accepted.class, executor(ref, "- status: {code: completed}"), ref);
  }

  private MessThread thread(String ref) throws ExchangeWriteException {
    return scene.exchange.writer().read(new Ref(ref)).thread();
  }

  private long replies(String ref) throws ExchangeWriteException {
    return thread(ref).messages().stream()
        .flatMap(message -> message.payloads(Payload.Reply.class).stream())
        .count();
  }

  @Test
  @Conforms(298)
  void whatIsAskedAgainOnceItWasDoneIsANewTask() {
    assertEquals(List.of(new Created(null, FIRST)), says(WATER).created());
    done(FIRST);

    assertEquals(List.of(new Created(null, SECOND)), says(WATER).created());
  }

  @Test
  void whatIsAskedTwiceAtOnceIsOneTaskAndSoIsWhatSomebodyHasByNow() {
    assertFalse(says(WATER).again());
    RequestResult.Stored again = says(WATER);
    assertTrue(again.again());
    assertEquals(
        List.of(new Created(null, FIRST, ThreadStatus.PENDING, null, true)), again.created());
    executor(FIRST, "- status: {code: claimed}");
    assertEquals(
        List.of(new Created(null, FIRST, ThreadStatus.CLAIMED, "ana", true)),
        says(WATER).created());
  }

  @Test
  @Conforms(298)
  void whatIsAskedAgainAfterAMinuteIsANewTaskAlsoWhileTheFirstIsOpen() {
    says(WATER);
    scene.clock.advance(MessageKey.REPEATED_WITHIN);

    assertEquals(List.of(new Created(null, SECOND)), says(WATER).created());
  }

  @Test
  void aKeyIsTheSameMessageAlsoOnceTheTaskIsDone() {
    saysUnder("k", WATER);
    done(FIRST);
    scene.clock.advance(Duration.ofDays(20));

    assertEquals(
        List.of(new Created(null, FIRST, ThreadStatus.COMPLETED, "ana", true)),
        stored(saysUnder("k", WATER)).created());
    assertEquals(
        List.of(new Created(null, "2026-12-10-001")), stored(saysUnder("other", WATER)).created());
  }

  @Test
  @Conforms({11, 299})
  void theSameReplyGoesToTheLatestTaskWhateverItSaidToTheOneBefore() throws Exception {
    says(WATER);
    assertEquals(FIRST, says(YES).touched().getFirst());
    says("- request: {intent: feed the cat}");

    assertEquals(
        List.of(new Standing("last", SECOND, ThreadStatus.PENDING, null, false)),
        says(YES).outcomes());
    assertEquals(1, replies(FIRST));
    assertEquals(1, replies(SECOND));
  }

  @Test
  @Conforms(299)
  void everyQuestionOfATaskHearsItsOwnYes() throws Exception {
    says(WATER);
    for (int i = 1; i <= 3; i++) {
      executor(FIRST, "- status: {code: needs_confirmation, action: open the door}");
      assertFalse(says(YES).again());
      assertTrue(says(YES).again());
      assertEquals(i, replies(FIRST));
    }
  }

  private RequestResult.Stored sends(String mark, String yaml) {
    scene.clock.advance(Duration.ofSeconds(1));
    MessageKey key =
        new MessageKey.Transmission(new MessageKey.Given(mark), AnswerScene.words(yaml));
    return stored(requests.say(AnswerScene.fromAgent("claude", key, yaml)));
  }

  @Test
  void theSameWordsUnderTwoMarksAreOneTaskAndEachMarkStaysThatTask() {
    assertEquals(List.of(new Created(null, FIRST)), sends("a", WATER).created());
    assertTrue(sends("b", WATER).again());
    done(FIRST);
    scene.clock.advance(Duration.ofDays(20));
    requests = requests();

    for (String mark : List.of("a", "b")) {
      RequestResult.Stored sentAgain = sends(mark, WATER);
      assertEquals(FIRST, sentAgain.created().getFirst().ref());
      assertFalse(sentAgain.again(), "answered as it was the first time");
    }
    assertEquals(List.of(new Created(null, "2026-12-10-001")), sends("c", WATER).created());
  }

  @Test
  void theSameWordsUnderAnotherMarkAreANewTaskOnceTheFirstIsOver() {
    sends("a", WATER);
    done(FIRST);

    assertEquals(List.of(new Created(null, SECOND)), sends("b", WATER).created());
  }

  @Test
  void whatIsSentAgainAfterACrashIsWrittenOnceAndItsWordsAreKnown() {
    scene.killAfter("put");
    assertThrows(AnswerScene.Killed.class, () -> sends("a", WATER));
    scene.live();

    assertEquals(List.of(new Created(null, FIRST)), sends("a", WATER).created());
    assertTrue(sends("b", WATER).again());
  }

  @Test
  void aKeyMeansTheTaskThatWasTheLatestWhenItCameFirst() throws Exception {
    says(WATER);
    saysUnder("yes", YES);
    says("- request: {intent: feed the cat}");

    assertEquals(FIRST, stored(saysUnder("yes", YES)).touched().getFirst());
    assertEquals(0, replies(SECOND));
  }

  @Test
  void whatTheLatestTaskIsStaysDecidedWhenACrashComesInBetween() throws Exception {
    says(WATER);
    scene.killAfter("put");
    assertThrows(AnswerScene.Killed.class, () -> saysUnder("yes", YES));
    scene.live();
    says("- request: {intent: feed the cat}");

    assertEquals(FIRST, stored(saysUnder("yes", YES)).touched().getFirst());
    assertEquals(1, replies(FIRST));
    assertEquals(0, replies(SECOND));
  }

  @Test
  @Conforms(12)
  void aRequestUnderTheIdOfItsOpenTaskIsThatTask() {
    String asked = "- request: {id: plants, intent: water the plants, x-pot: [1, 2.5, red]}";
    says(asked);
    scene.clock.advance(Duration.ofHours(3));

    RequestResult.Stored again = says(asked);
    assertTrue(again.again());
    assertEquals(
        List.of(new Created("plants", FIRST, ThreadStatus.PENDING, null, true)), again.created());
    done(FIRST);
    assertEquals(List.of(new Created("plants", SECOND)), says(asked).created());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- request: {id: plants, intent: water the garden}",
        "- request: {id: plants, intent: water the plants, x-pot: 2}",
        "- request: {id: other, intent: a}\n- request: {id: other, intent: a}"
      })
  @Conforms(12)
  void anotherRequestUnderTheIdOfAnOpenTaskIsRefusedWithWhatToDo(String yaml) {
    says("- request: {id: plants, intent: water the plants}");
    int before = scene.changed.size();

    String sentence =
        assertInstanceOf(RequestResult.Rejected.class, saysUnder("k", yaml)).sentence();

    assertTrue(
        sentence.contains("id of its own")
            || (sentence.contains(FIRST) && sentence.contains("cancel")),
        sentence);
    assertEquals(before, scene.changed.size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plants",
        "home:plants",
        FIRST,
        "shop:" + FIRST,
        FIRST + "/status-002",
        "shop:" + FIRST + "/request-001",
        "last"
      })
  @Conforms({10, 13, 14, 15})
  void anAgentNamesItsTaskInEveryWayThatTheProtocolKnows(String re) {
    says("- request: {id: plants, intent: water the plants}");

    assertEquals(
        FIRST,
        says("- reply: {re: \"%s\", answers: {which: all}}".formatted(re)).touched().getFirst());
  }

  @Test
  void whatIsSaidToATaskThatIsOverIsKeptAndTheAgentHearsHowItEnded() throws Exception {
    says(WATER);
    done(FIRST);

    Standing told =
        assertInstanceOf(
            Standing.class, says("- cancel: {re: last, reason: it rains}").outcomes().getFirst());
    assertEquals(ThreadStatus.COMPLETED, told.status());
    assertEquals("ana", told.holder());
    assertTrue(String.valueOf(told.note()).contains("has no effect"), told.toString());
    assertEquals("completed", thread(FIRST).envelope().status().code());
    assertEquals(1, thread(FIRST).messages().getLast().payloads(Payload.Cancel.class).size());
  }

  @Test
  void aCancelWithoutWordsOfATaskThatIsOverIsNotKept() throws Exception {
    says(WATER);
    done(FIRST);
    int before = thread(FIRST).messages().size();

    Standing told =
        assertInstanceOf(Standing.class, says("- cancel: {re: last}").outcomes().getFirst());

    assertTrue(String.valueOf(told.note()).contains("has no effect"), told.toString());
    assertEquals(before, thread(FIRST).messages().size());
  }

  @Test
  void whatEndsTheTaskOrIsAnOpinionOfItHasAnEffect() {
    says(WATER);
    assertNull(standing(says("- reply: {re: last, answers: {which: all}}")).note());
    assertNull(standing(says("- cancel: {re: last}")).note());
    assertNull(standing(says("- review: {re: last, rating: 4}")).note());
    assertNotNull(standing(says("- reply: {re: last, answers: {which: none}}")).note());
  }

  private static Standing standing(RequestResult.Stored stored) {
    return assertInstanceOf(Standing.class, stored.outcomes().getFirst());
  }

  @Test
  @Conforms(6)
  void aVersionAboveOursIsToldToWhoReplies() throws Exception {
    says(WATER);

    RequestResult.Stored stored = says("- v: 7.0.0\n- reply: {re: last, confirm: true}");

    assertTrue(
        assertInstanceOf(AgentRequests.BeyondVersion.class, stored.outcomes().getFirst())
            .sentence()
            .contains("7.0.0"));
    assertEquals(1, replies(FIRST));
  }

  @Test
  @Conforms(96)
  void aYesToASuggestionThatACrashInterruptedIsSaidWhenItComesAgain() throws Exception {
    String yes = "- reply: {re: later, accept: true}";
    says(WATER);
    executor(FIRST, "- suggestion: {id: later, type: defer, proposed: {until: 2h}}");
    scene.killAfter("put");
    assertThrows(AnswerScene.Killed.class, () -> saysUnder("yes", yes));
    scene.live();

    assertEquals(List.of(FIRST), stored(saysUnder("yes", yes)).touched());
    assertTrue(SuggestionState.of(thread(FIRST)).getFirst().isDue());
  }

  @Test
  @Conforms(302)
  void aCancelOfTheAgentComesAfterWhatAProgramAppendedBeforeIt() throws Exception {
    says(WATER);
    scene.appendTo(FIRST, "ben", "- status: {code: claimed}\n- status: {code: completed}");

    Standing told = standing(says("- cancel: {re: last, reason: too late}"));

    assertEquals(ThreadStatus.COMPLETED, told.status());
    assertEquals("ben", told.holder());
    assertNotNull(told.note());
  }

  @Test
  @Conforms(83)
  void oneCancelEndsAllTasksThatItNames() throws Exception {
    says("- request: {id: a, intent: a}\n- request: {id: b, intent: b}");

    assertEquals(List.of(FIRST, SECOND), says("- cancel: {re: [a, b]}").touched());
    assertEquals("cancelled", thread(SECOND).envelope().status().code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"put", "written"})
  void aRequestThatACrashInterruptedIsMadeOnceWhenItComesAgain(String point) {
    if (point.equals("put")) {
      scene.killAfter("put");
    } else {
      scene.killBefore("written");
      madeBefore = List.of(FIRST);
    }
    assertThrows(AnswerScene.Killed.class, () -> says(WATER));
    scene.close();
    scene = new AnswerScene(root);
    requests = requests();

    assertEquals(FIRST, says(WATER).created().getFirst().ref());
    assertTrue(says(WATER).again());
  }
}

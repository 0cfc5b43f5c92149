package org.messgateway.adapter.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import okhttp3.Dns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.DeliveryOptions;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Receipt;
import org.messgateway.api.Secret;
import org.messgateway.api.ServiceReply;
import org.messgateway.api.Settings;
import org.messgateway.api.TaskPolling.PollResult;
import org.messgateway.testkit.Conforms;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.TestNotifications;
import org.messgateway.testkit.WaitFor;

/** Tasks as tool calls over HTTP. */
@Conforms(269)
class McpAdapterTest {

  private static final NotificationContent REQUEST = new NotificationContent.TaskRequest();
  private static final NotificationContent MINE = new NotificationContent.ClaimedByReader();

  private final FakeServer server = new FakeServer();
  private final ManualClock clock = ManualClock.at(TestNotifications.NOW);
  private McpAdapter adapter = adapter(Duration.ofSeconds(5), Dns.SYSTEM);
  private final Map<String, Object> beside = new HashMap<>(Map.of("tool", "do_task"));

  private McpAdapter adapter(Duration limit, Dns names) {
    return new McpAdapter(
        Settings.none(), new AdapterServices("mcp", clock, limit), names, "this process");
  }

  /**
   * For attempts that must end at their limit: its session is open, so that the limit is theirs.
   */
  private void attemptsAreShort() {
    adapter.close();
    adapter = adapter(Duration.ofSeconds(1), Dns.SYSTEM);
    WaitFor.until(
        () -> tell(REQUEST) instanceof Delivered,
        Duration.ofSeconds(10),
        () -> "the session is open");
  }

  @AfterEach
  void close() {
    adapter.close();
    server.close();
  }

  private Address address() {
    return new Address(server.url(), Settings.of(beside), Address.Origin.CONFIGURATION);
  }

  private Outcome tell(NotificationContent content) {
    return adapter.deliver(TestNotifications.to(address()).content(content).make());
  }

  private Delivered told(NotificationContent content) {
    return assertInstanceOf(Delivered.class, tell(content));
  }

  private JsonNode said(Delivered delivered) {
    ServiceReply reply = delivered.reply();
    assertTrue(reply != null && reply.complete(), "a whole reply");
    return JsonRpc.read(reply.body()).orElseThrow().path("MESS");
  }

  private JsonNode arguments() {
    return server.calls().getLast().path("params").path("arguments");
  }

  private void results(String result) {
    server.call = request -> FakeServer.result(request, result);
  }

  // When the tool is called.

  @Test
  void aRequestIsClaimedBeforeAnythingIsDone() {
    JsonNode mess = said(told(REQUEST));

    assertEquals("[{\"status\":{\"code\":\"claimed\"}}]", mess.toString());
    assertEquals(List.of(), server.calls());
  }

  @Test
  void theToolIsCalledOnceTheTaskIsTheExecutors() {
    results(FakeServer.text("Two onions."));

    JsonNode mess = said(told(MINE));

    assertEquals(
        "[{\"status\":{\"code\":\"completed\"}},"
            + "{\"response\":{\"content\":[{\"text\":\"Two onions.\"}]}}]",
        mess.toString());
    assertEquals(1, server.calls().size());
  }

  @Test
  void aToolThatIsNotThereClaimsNothing() {
    beside.put("tool", "other");

    Deferred deferred = assertInstanceOf(Deferred.class, tell(REQUEST));

    assertEquals(FailureReason.REQUEST_REFUSED, deferred.reason());
    assertTrue(deferred.sentence().contains("no tool \"other\""), deferred.sentence());
  }

  static Stream<NotificationContent> checks() {
    return Stream.of(REQUEST, new NotificationContent.ChannelTest());
  }

  @ParameterizedTest
  @MethodSource("checks")
  void aServerThatWentAwayClaimsNothingAndFailsTheTest(NotificationContent check) {
    told(check);
    server.close();

    Deferred deferred = assertInstanceOf(Deferred.class, tell(check));

    assertEquals(FailureReason.UNREACHABLE, deferred.reason());
    assertEquals(Reach.BEFORE_SENDING, deferred.reach());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 429, 500, 503})
  void aServerThatDoesNotSayItsToolsAnyMoreClaimsNothing(int status) {
    told(REQUEST);
    server.list = _ -> new FakeServer.Answer(status, "text/plain", "no");

    Deferred deferred = assertInstanceOf(Deferred.class, tell(REQUEST));

    assertEquals(Reach.BEFORE_SENDING, deferred.reach());
  }

  @ParameterizedTest
  @MethodSource("checks")
  void aServerIsAskedForItsToolsEachTimeAndOnceWhereItsSessionIsNew(NotificationContent check) {
    told(check);
    assertEquals(1, server.asked("tools/list"));

    told(check);
    assertEquals(2, server.asked("tools/list"));
    assertEquals(1, server.asked("initialize"));
  }

  @Test
  void toolsThatCameAreThereAndThoseThatWentAreNot() {
    told(REQUEST);
    server.tools = FakeMcp.tools("new_task", "task");
    Deferred gone = assertInstanceOf(Deferred.class, tell(REQUEST));
    beside.put("tool", "new_task");
    told(REQUEST);

    assertTrue(gone.sentence().contains("no tool \"do_task\""), gone.sentence());
    assertEquals(1, server.asked("initialize"));
  }

  @Test
  void toolsOnLaterPagesAreFoundWhenTheServerIsAskedAgain() {
    told(REQUEST);
    server.list =
        request ->
            FakeServer.result(
                request,
                request.path("params").path("cursor").asText().equals("p2")
                    ? FakeMcp.tools("second", "task")
                    : FakeMcp.tools("first", "task").replaceFirst("}$", ",\"nextCursor\":\"p2\"}"));
    beside.put("tool", "second");

    told(REQUEST);
  }

  @Test
  void aToolThatCameSinceTheSessionWasOpenedIsCalled() {
    told(MINE);
    server.tools = FakeMcp.tools("new_task", "task");
    beside.put("tool", "new_task");
    told(MINE);

    assertEquals("new_task", server.calls().getLast().path("params").path("name").asText());
  }

  @ParameterizedTest
  @MethodSource("checks")
  void aForgottenSessionIsOpenedAnewWithinACheckToo(NotificationContent check) {
    server.session = "first";
    told(check);
    server.session = "second";
    told(check);

    assertEquals(2, server.asked("initialize"));
  }

  @Test
  void theOnlyToolOfAServerNeedsNoName() {
    beside.remove("tool");
    told(MINE);

    assertEquals("do_task", server.calls().getFirst().path("params").path("name").asText());
  }

  @Test
  void whatTheProgramNeedNotHearIsSettledWithoutACall() {
    told(new NotificationContent.TakenByOther("Ana"));
    told(new NotificationContent.TaskReminder());
    told(new NotificationContent.TaskCancelled(null));
    told(new NotificationContent.ChannelTest());

    assertEquals(List.of(), server.calls());
  }

  @Test
  void anAnswerOfTheRequestorCallsTheToolAgainWithTheWholeTask() {
    server.tools = FakeMcp.tools("do_task", "task", "reply", "kind");
    told(new NotificationContent.AgentReply("Claude", "The green one."));

    assertEquals("The green one.", arguments().path("reply").asText());
    assertEquals("reply", arguments().path("kind").asText());
  }

  // What the tool is told.

  @Test
  void aToolGetsWhatItDeclaresAndNothingElse() {
    server.tools = FakeMcp.tools("do_task", "intent", "ref", "colour");
    told(MINE);

    assertEquals(2, arguments().size(), arguments().toString());
    assertFalse(arguments().path("intent").asText().isEmpty());
  }

  @Test
  void aToolWithOneTextOfItsOwnGetsAllWords() {
    server.tools =
        FakeMcp.tools(List.of(FakeMcp.tool("do_task", List.of("prompt"), "prompt", "model")));
    told(MINE);

    String intent = TestNotifications.to(address()).make().thread().intent();
    assertTrue(arguments().path("prompt").asText().contains(intent), arguments().toString());
    assertEquals(1, arguments().size());
  }

  @Test
  void aPatternPutsWordsWhereTheyBelong() {
    server.tools =
        "{\"tools\":[{\"name\":\"do_task\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
            + "{\"q\":{\"type\":\"string\"},\"n\":{\"type\":\"integer\"},\"o\":{\"type\":\"object\"}}}}]}";
    beside.put("arguments", Map.of("q", "Do: {intent} ({ref})", "n", "3", "o", "{\"a\":1}"));
    told(MINE);

    assertTrue(arguments().path("q").asText().startsWith("Do: "), arguments().toString());
    assertFalse(arguments().path("q").asText().contains("{"), arguments().toString());
    assertEquals(3, arguments().path("n").asInt());
    assertEquals(1, arguments().path("o").path("a").asInt());
  }

  @Test
  void whatAToolRequiresAndNobodyFillsIsSaidBeforeTheClaim() {
    server.tools =
        FakeMcp.tools(List.of(FakeMcp.tool("do_task", List.of("a", "b"), "a", "b", "task")));

    Deferred deferred = assertInstanceOf(Deferred.class, tell(REQUEST));

    assertTrue(deferred.sentence().contains("requires \"a\""), deferred.sentence());
    assertEquals(Reach.BEFORE_SENDING, deferred.reach());
  }

  @Test
  void theDeliverysIdStandsBesideTheArgumentsAndTheTokenInTheHeader() {
    beside.put("token", Secret.of("t0ken"));
    told(MINE);

    JsonNode meta = server.calls().getFirst().path("params").path("_meta");
    String id = TestNotifications.to(address()).make().id();
    assertEquals(id, meta.path("messgateway.org/delivery-id").asText());
    assertEquals("Bearer t0ken", server.heard.getLast().header("Authorization"));
    assertEquals("2025-06-18", server.heard.getLast().header("MCP-Protocol-Version"));
  }

  // What the tool says.

  @Test
  void picturesSoundsLinksAndDataBecomeEntries() {
    results(
        "{\"content\":[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"aGk=\"},"
            + "{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"aGk=\"},"
            + "{\"type\":\"resource_link\",\"uri\":\"https://x.example/1\",\"name\":\"one\"},"
            + "{\"type\":\"resource_link\",\"uri\":\"file:///etc/x\",\"name\":\"two\"},"
            + "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"inside\"}},"
            + "{\"type\":\"text\",\"text\":\"{\\\"n\\\": 1}\"}],"
            + "\"structuredContent\":{\"n\":1}}");

    JsonNode content = said(told(MINE)).path(1).path("response").path("content");

    assertEquals("data:image/png;base64,aGk=", content.path(0).path("image").asText());
    assertEquals("data:audio/wav;base64,aGk=", content.path(1).path("audio").asText());
    assertEquals("https://x.example/1", content.path(2).path("url").asText());
    assertEquals("two file:///etc/x", content.path(3).path("text").asText());
    assertEquals("inside", content.path(4).path("text").asText());
    assertEquals(1, content.path(5).path("structured").path("n").asInt());
    assertEquals(6, content.size(), "the text that repeats the data is left out");
  }

  @Test
  void aPictureThatIsTooLargeIsLeftOutAndSaid() {
    String large = "A".repeat(1_200_000);
    results(
        "{\"content\":[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\""
            + large
            + "\"},{\"type\":\"text\",\"text\":\"there\"}]}");

    JsonNode content = said(told(MINE)).path(1).path("response").path("content");

    assertTrue(content.path(0).path("text").asText().contains("left out"), content.toString());
    assertEquals("there", content.path(1).path("text").asText());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MESS:\n  - status: {code: declined}\n",
        "```yaml\nMESS:\n  - status: {code: declined}\n```"
      })
  void aMessageThatTheToolWritesItselfIsTaken(String written) {
    results(FakeServer.text(written));

    ServiceReply reply = told(MINE).reply();

    assertTrue(reply != null && reply.mediaType().equals("application/yaml"));
    assertTrue(new String(reply.body(), UTF_8).startsWith("MESS:\n  - status: {code: declined}"));
  }

  @Test
  void aMessageInTheStructuredContentIsTaken() {
    results(
        "{\"content\":[],\"structuredContent\":{\"MESS\":[{\"status\":{\"code\":\"failed\"}}]}}");

    assertEquals("[{\"status\":{\"code\":\"failed\"}}]", said(told(MINE)).toString());
  }

  @Test
  void anErrorOfTheToolIsAFailureInItsWords() {
    results(
        "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"The door is locked.\"}]}");

    JsonNode status = said(told(MINE)).path(0).path("status");

    assertEquals("failed", status.path("code").asText());
    assertEquals("The door is locked.", status.path("message").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "-32602, REQUEST_REFUSED, REFUSED",
    "-32601, REQUEST_REFUSED, REFUSED",
    "-32603, SERVER_ERROR, POSSIBLY_SENT",
    "-32000, SERVER_ERROR, POSSIBLY_SENT"
  })
  void anErrorOfTheProtocolIsTriedAgainByItsKind(int code, FailureReason reason, Reach reach) {
    server.call = request -> FakeServer.error(request, code);

    Deferred deferred = assertInstanceOf(Deferred.class, tell(MINE));

    assertEquals(reason, deferred.reason());
    assertEquals(reach, deferred.reach());
  }

  // Sessions, streams, garbage.

  @Test
  void aSessionIsKeptAndAForgottenOneIsOpenedAnewWithinTheAttempt() {
    server.session = "first";
    told(MINE);
    told(MINE);
    server.session = "second";
    told(MINE);

    assertEquals(2, server.asked("initialize"));
    assertEquals(4, server.calls().size(), "one of them was refused with its session");
  }

  @Test
  void anAnswerIsFoundInAStreamOfEventsAmongOthers() {
    server.call =
        request ->
            new FakeServer.Answer(
                200,
                "text/event-stream; charset=utf-8",
                ": hello\r\n\r\nevent: message\r\ndata: {\"jsonrpc\":\"2.0\",\"method\":"
                    + "\"notifications/progress\"}\r\n\r\ndata: not json\n\ndata: {\"jsonrpc\":"
                    + "\"2.0\",\"id\":\"p1\",\"method\":\"ping\"}\n\ndata: {\"jsonrpc\":\"2.0\",\n"
                    + "data: \"id\":"
                    + request.path("id")
                    + ",\"result\":{\"content\":[]}}\n\n");

    assertEquals("completed", said(told(MINE)).path(0).path("status").path("code").asText());
    assertTrue(
        server.heard.stream().anyMatch(each -> each.message().path("id").asText().equals("p1")),
        "the ping is answered");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}",
        "[]",
        "7",
        "{\"jsonrpc\":\"2.0\"",
        ""
      })
  void anAnswerThatIsNoneIsUncertain(String body) {
    server.call = _ -> FakeServer.Answer.json(body);

    Deferred deferred = assertInstanceOf(Deferred.class, tell(MINE));

    assertEquals(Reach.POSSIBLY_SENT, deferred.reach());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 429, 500, 503})
  void aServerThatRefusesTheSessionWasNotReached(int status) {
    server.initialize = _ -> new FakeServer.Answer(status, "text/plain", "no");

    Deferred deferred = assertInstanceOf(Deferred.class, tell(MINE));

    assertEquals(Reach.BEFORE_SENDING, deferred.reach());
    assertEquals(List.of(), server.calls());
  }

  @Test
  void aServerOfAnotherTimeIsSaidToBeOne() {
    server.initialize =
        request -> FakeServer.result(request, "{\"protocolVersion\":\"2031-01-01\"}");

    Deferred deferred = assertInstanceOf(Deferred.class, tell(MINE));

    assertTrue(deferred.sentence().contains("another version of MCP"), deferred.sentence());
  }

  // Tasks that take long.

  private static String handle(String handle) {
    return "{\"content\":[],\"structuredContent\":{\"handle\":\"" + handle + "\"}}";
  }

  private void takesLong() {
    beside.put("status_tool", "task_status");
    beside.put("cancel_tool", "task_cancel");
    server.tools =
        FakeMcp.tools(
            List.of(
                FakeMcp.tool("do_task", List.of(), "task"),
                FakeMcp.tool("task_status", List.of("id"), "id"),
                FakeMcp.tool("task_cancel", List.of(), "handle")));
    results(handle("h-1"));
  }

  @Test
  void aHandleMeansThatTheWorkGoesOnAndIsAskedAbout() {
    takesLong();
    Delivered delivered = told(MINE);
    assertEquals("[{\"status\":{\"code\":\"in_progress\"}}]", said(delivered).toString());
    assertEquals(Optional.of(Duration.ofSeconds(15)), adapter.pollAfter(delivered.receipt()));

    PollResult pending = adapter.poll(address(), delivered.receipt());
    assertInstanceOf(PollResult.Pending.class, pending);
    assertEquals("task_status", server.calls().getLast().path("params").path("name").asText());
    assertEquals("h-1", arguments().path("id").asText());

    results(FakeServer.text("Two onions."));
    PollResult.Answered end =
        assertInstanceOf(PollResult.Answered.class, adapter.poll(address(), delivered.receipt()));
    assertTrue(new String(end.reply().body(), UTF_8).contains("Two onions."));
    assertEquals(Optional.empty(), adapter.pollAfter(end.next()));
  }

  @Test
  void whatIsSaidOnTheWayIsSaidOnce() {
    takesLong();
    Receipt receipt = told(MINE).receipt();
    results(
        "{\"content\":[],\"structuredContent\":{\"handle\":\"h-1\",\"MESS\":"
            + "[{\"status\":{\"code\":\"in_progress\",\"progress_pct\":40}}]}}");

    PollResult.Answered first =
        assertInstanceOf(PollResult.Answered.class, adapter.poll(address(), receipt));
    assertInstanceOf(PollResult.Pending.class, adapter.poll(address(), first.next()));
    assertTrue(adapter.pollAfter(first.next()).isPresent());
  }

  @Test
  void aServerThatIsAwayIsAskedAgain() {
    takesLong();
    Receipt receipt = told(MINE).receipt();
    server.call = _ -> new FakeServer.Answer(503, "text/plain", "");

    assertInstanceOf(PollResult.Failed.class, adapter.poll(address(), receipt));
  }

  @Test
  void aCancelledTaskIsCancelledAtTheServer() {
    takesLong();
    Receipt receipt = told(MINE).receipt();
    results("{\"content\":[]}");
    Notification made =
        TestNotifications.to(address())
            .content(new NotificationContent.TaskCancelled("no need"))
            .make();
    adapter.deliver(
        new Notification(
            made.id(),
            made.content(),
            made.title(),
            made.address(),
            made.recipients(),
            made.thread(),
            made.deadline(),
            made.links(),
            made.buttons(),
            made.document(),
            new DeliveryOptions(false, receipt, "")));

    assertEquals("task_cancel", server.calls().getLast().path("params").path("name").asText());
    assertEquals("h-1", arguments().path("handle").asText());
  }

  @Test
  void withoutAStatusToolNobodyIsAsked() {
    results(handle("h-1"));

    assertEquals(Optional.empty(), adapter.pollAfter(told(MINE).receipt()));
  }

  // Calls that take long.

  @Test
  void aLongCallOutlastsItsAttemptAndAnAttemptThatIsMadeAgainJoinsIt() throws Exception {
    beside.put("wait", Duration.ofMinutes(10));
    attemptsAreShort();
    CountDownLatch work = new CountDownLatch(1);
    server.call = request -> resultAfter(work, request);

    Delivered first = told(MINE);
    Delivered again = told(MINE);
    assertEquals("[{\"status\":{\"code\":\"in_progress\"}}]", said(first).toString());
    assertInstanceOf(PollResult.Pending.class, adapter.poll(address(), first.receipt()));
    work.countDown();

    awaitEnd(again);
    PollResult.Answered end =
        assertInstanceOf(PollResult.Answered.class, adapter.poll(address(), first.receipt()));
    assertTrue(new String(end.reply().body(), UTF_8).contains("Two onions."));
    assertEquals(Optional.empty(), adapter.pollAfter(end.next()));
    assertEquals(1, server.calls().size(), "the program is called once");
  }

  @Test
  void longCallsThatHaveEndedTakeNoPlaceFromOthers() throws Exception {
    beside.put("wait", Duration.ofMinutes(10));
    attemptsAreShort();
    CountDownLatch work = new CountDownLatch(1);
    server.call = request -> resultAfter(work, request);
    List<Delivered> calls = inParallel(64);
    assertEquals(
        FailureReason.UNAVAILABLE, assertInstanceOf(Deferred.class, longCall(64)).reason());

    work.countDown();
    calls.forEach(this::awaitEnd);
    server.call = request -> resultAfter(new CountDownLatch(1), request);

    Delivered next = assertInstanceOf(Delivered.class, longCall(64));
    assertEquals("[{\"status\":{\"code\":\"in_progress\"}}]", said(next).toString());
    calls.forEach(this::awaitEnd);
  }

  private Outcome longCall(int number) {
    return adapter.deliver(
        TestNotifications.to(address()).id("long-" + number).content(MINE).make());
  }

  private List<Delivered> inParallel(int count) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Delivered> calls = new ArrayList<>();
      for (Future<Outcome> each :
          threads.invokeAll(
              IntStream.range(0, count)
                  .mapToObj(number -> (Callable<Outcome>) () -> longCall(number))
                  .toList())) {
        calls.add(assertInstanceOf(Delivered.class, each.get()));
      }
      return calls;
    }
  }

  private void awaitEnd(Delivered call) {
    WaitFor.until(
        () -> adapter.poll(address(), call.receipt()) instanceof PollResult.Answered,
        Duration.ofSeconds(10),
        () -> "the call ends");
  }

  private static FakeServer.Answer resultAfter(CountDownLatch work, JsonNode request) {
    try {
      assertTrue(work.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return FakeServer.result(request, FakeServer.text("Two onions."));
  }

  @Test
  void aLongCallOfAClaimedTaskWaitsForAProgramThatSaysNothingWhileItWorks() {
    beside.put("wait", Duration.ofMinutes(10));
    told(REQUEST);
    server.list = _ -> new FakeServer.Answer(503, "text/plain", "busy");

    told(MINE);

    assertEquals(1, server.calls().size());
  }

  @Test
  void aLongCallOfAGatewayThatEndedIsSaidToHaveFailedWhenItsTimeIsOver() {
    beside.put("wait", Duration.ofMinutes(10));
    Receipt left =
        WorkReceipt.ofCall(
            "d1",
            "r1",
            "another process",
            TestNotifications.NOW.plusSeconds(1),
            Duration.ofSeconds(2));
    assertInstanceOf(PollResult.Pending.class, adapter.poll(address(), left));

    clock.advance(Duration.ofSeconds(2));
    PollResult.Answered end =
        assertInstanceOf(PollResult.Answered.class, adapter.poll(address(), left));

    String said = new String(end.reply().body(), UTF_8);
    assertTrue(said.contains("failed") && said.contains("gateway ended"), said);
  }

  @Test
  void aLongCallOfAnAdapterThatWasReplacedIsSaidToBeGivenUpAtOnce() {
    beside.put("wait", Duration.ofMinutes(10));
    attemptsAreShort();
    server.call = request -> resultAfter(new CountDownLatch(1), request);
    Receipt open = told(MINE).receipt();
    adapter.close();
    adapter = adapter(Duration.ofSeconds(5), Dns.SYSTEM);

    PollResult.Answered end =
        assertInstanceOf(PollResult.Answered.class, adapter.poll(address(), open));

    String said = new String(end.reply().body(), UTF_8);
    assertTrue(said.contains("failed") && said.contains("settings of the channel changed"), said);
  }

  // Where calls may go.

  @Test
  void anAddressOfOthersReachesPublicHostsOnly() {
    Address others = new Address(server.url(), Settings.of(beside), Address.Origin.ELSEWHERE);

    Deferred deferred =
        assertInstanceOf(
            Deferred.class, adapter.deliver(TestNotifications.to(others).content(REQUEST).make()));

    assertEquals(FailureReason.ADDRESS_FORBIDDEN, deferred.reason());
    assertTrue(deferred.sentence().contains("dispatch.mcp.allow"), deferred.sentence());
    assertEquals(List.of(), server.heard);
  }

  @Test
  void aNameThatLeadsIntoThisMachineIsRefusedAlsoToTheOperator() {
    try (McpAdapter rebound =
        adapter(Duration.ofSeconds(5), _ -> List.of(InetAddress.getLoopbackAddress()))) {
      String url = server.url().replace("127.0.0.1", "agent.example.com");
      Address address = new Address(url, Settings.of(beside), Address.Origin.CONFIGURATION);

      Deferred deferred =
          assertInstanceOf(
              Deferred.class, rebound.deliver(TestNotifications.to(address).content(MINE).make()));

      assertEquals(FailureReason.ADDRESS_FORBIDDEN, deferred.reason());
      assertEquals(List.of(), server.heard);
    }
  }

  @Test
  void aStreamWithoutEndEndsWithTheAttempt() {
    attemptsAreShort();
    server.endless = true;
    server.call = _ -> new FakeServer.Answer(200, "text/event-stream", ": still there\n\n");

    Deferred deferred = assertInstanceOf(Deferred.class, tell(MINE));

    assertEquals(FailureReason.TIMEOUT, deferred.reason());
    assertEquals(Reach.POSSIBLY_SENT, deferred.reach());
  }
}

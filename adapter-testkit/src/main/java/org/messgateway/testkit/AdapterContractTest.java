package org.messgateway.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.Action;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Editable;
import org.messgateway.api.Inbound;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.SelfTest;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.Settings;

/**
 * What the gateway relies on in every adapter. Inherit it, say what is particular to yours, and all
 * of it is tested against simulated services on the loopback interface:
 *
 * <pre>{@code
 * class NtfyAdapterContractTest extends AdapterContractTest {
 *   protected AdapterProvider provider() {
 *     return new NtfyProvider();
 *   }
 *
 *   protected Map<String, Object> settings(URI baseUrl) {
 *     return Map.of("base_url", baseUrl.toString(), "token", "tk_c4n4ry0fThisVeryTest");
 *   }
 *
 *   protected Address address(URI baseUrl) {
 *     return Address.configured("household");
 *   }
 *
 *   protected Answer success() {
 *     return Answer.json(200, "{\"id\":\"abc\",\"event\":\"message\"}");
 *   }
 * }
 * }</pre>
 *
 * <p>Every secret of {@link #settings} is a canary: it is looked for in outcomes, exceptions and
 * everything that is logged at any level. The tests need Logback as SLF4J's only provider.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
// In a thread of its own: an adapter that never returns must fail its test, not hang the build.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class AdapterContractTest {

  /** Long enough for a busy machine; what must end by the limit uses {@link #SHORT}. */
  private static final Duration LONG = Duration.ofSeconds(10);

  private static final Duration TO_END = Duration.ofSeconds(3);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration SLACK = Duration.ofMillis(1_500);
  private static final long MOST_TAKEN_OF_A_HUGE_BODY = 24L * 1024 * 1024;
  private static final int MANY = 64;
  private static final Pattern SNAKE_CASE = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");
  private static final Set<String> THE_GATEWAYS_OWN =
      Set.of("type", "retry", "rate", "concurrency");

  private final ManualClock clock = ManualClock.at(TestNotifications.NOW);
  private HttpService http;
  private LogCapture log;

  // What an adapter's author says.

  /** The provider under test. */
  protected abstract AdapterProvider provider();

  /**
   * Settings as one would write them, all secrets at least 8 characters long and found nowhere
   * else.
   *
   * @param baseUrl where the simulated service listens; ignored by adapters whose addresses are
   *     URLs
   */
  protected abstract Map<String, Object> settings(URI baseUrl);

  /** An address that is delivered to. */
  protected abstract Address address(URI baseUrl);

  /** What the service says when it takes a message. */
  protected abstract Answer success();

  /** What it says when it takes a change of a message; for {@link Editable} ones. */
  protected Answer changed() {
    return success();
  }

  /** Whether what is sent to {@link #address} can be changed; for {@link Editable} ones. */
  protected boolean changeable() {
    return true;
  }

  /** The form the service gives to failures; plain text unless it has one. */
  protected Answer failure(int status, Map<String, String> headers) {
    Answer answer = Answer.text(status, "simulated failure");
    for (Map.Entry<String, String> header : headers.entrySet()) {
      answer = answer.with(header.getKey(), header.getValue());
    }
    return answer;
  }

  /**
   * Whether this request could reach somebody; what is read only may be asked more than once. All
   * requests count unless overridden.
   */
  protected boolean sends(SeenRequest request) {
    return true;
  }

  /**
   * Whether a 2xx status line alone means success, whatever the body looks like. False where the
   * protocol wants to see its own answer: then anything else after a 2xx is possibly sent.
   */
  protected boolean statusLineSettles() {
    return false;
  }

  /**
   * Faults whose outcome this adapter must classify in another way than the common table, each with
   * the reason. What holds always (one request, in time, no secret) is tested all the same.
   */
  protected Map<Fault, String> differences() {
    return Map.of();
  }

  /** Further secrets, by name, such as those in an address or derived from a setting. */
  protected Map<String, String> furtherSecrets(URI baseUrl) {
    return Map.of();
  }

  /**
   * How names of threads begin that belong to a library as a whole and end by themselves, each with
   * the reason. What belongs to one adapter must end with it.
   */
  protected Map<String, String> sharedThreads() {
    return Map.of(
        "OkHttp TaskRunner", "one pool for all clients of the process, idle threads end in 60 s",
        "Okio Watchdog", "one for the process, ends when nothing is waited for");
  }

  // What the tests stand on.

  @BeforeAll
  void startTheService() {
    http = HttpService.start();
  }

  @AfterAll
  void stopTheService() {
    http.close();
  }

  @BeforeEach
  void listen() {
    log = LogCapture.start(canaries(URI.create("http://127.0.0.1:1")));
  }

  @AfterEach
  void nothingSecretWasLogged() {
    log.close();
    assertEquals(List.of(), log.leaks(), "secrets in the log");
  }

  private Canaries canaries(URI baseUrl) {
    AdapterDescription description = provider().describe();
    Canaries canaries = new Canaries().secretsOf(description.settings(), settings(baseUrl));
    canaries.add("token of the links", TestNotifications.LINK_TOKEN);
    furtherSecrets(baseUrl).forEach(canaries::add);
    return canaries;
  }

  private Settings described(URI baseUrl) {
    return DescribedSettings.of(provider().describe().settings(), settings(baseUrl));
  }

  private Trial trial(SimulatedService service, Duration limit) {
    URI at = service.baseUrl();
    AdapterServices services = new AdapterServices(provider().describe().type(), clock, limit);
    return new Trial(provider(), described(at), services, canaries(at), SLACK);
  }

  private Notification request(SimulatedService service) {
    return TestNotifications.to(address(service.baseUrl())).make();
  }

  private long sent(SimulatedService service) {
    return service.requests().stream().filter(this::sends).count();
  }

  private SimulatedService playing(Fault fault) {
    Play play = fault.play(success(), this::failure, http.baseUrl().toString(), clock.instant());
    return switch (play) {
      case Play.Answered answered -> answering(answered.answer());
      case Play.OnSockets onSockets -> RawServer.start(onSockets.conduct());
      case Play.Refused _ -> RawServer.refusing();
    };
  }

  /** The proper server, which outlives the test. */
  private SimulatedService answering(Answer answer) {
    http.answers(answer);
    return new Lent(http);
  }

  private record Lent(HttpService http) implements SimulatedService {

    @Override
    public URI baseUrl() {
      return http.baseUrl();
    }

    @Override
    public List<SeenRequest> requests() {
      return http.requests();
    }

    @Override
    public void close() {
      // Lent only.
    }
  }

  // The provider.

  @Test
  void theServiceLoaderFindsTheProvider() {
    boolean found =
        ServiceLoader.load(AdapterProvider.class, provider().getClass().getClassLoader()).stream()
            .anyMatch(service -> service.type() == provider().getClass());
    assertTrue(found, "name it in META-INF/services/" + AdapterProvider.class.getName());
  }

  @Test
  void theDescriptionIsUsableAndStable() {
    AdapterDescription description = provider().describe();
    assertEquals(description, provider().describe(), "the same at every call");
    assertTrue(SNAKE_CASE.matcher(description.type()).matches(), description.type());
    assertFalse(description.summary().isBlank(), "a summary");
    List<SettingDescription> all = new ArrayList<>(description.settings());
    all.addAll(description.addressSettings());
    for (SettingDescription setting : all) {
      assertTrue(SNAKE_CASE.matcher(setting.name()).matches(), setting.name());
      assertFalse(setting.meaning().isBlank(), "meaning of " + setting.name());
      assertFalse(THE_GATEWAYS_OWN.contains(setting.name()), setting.name() + " is taken");
    }
  }

  @Test
  void goodSettingsAndAddressesAreFoundGood() {
    URI at = http.baseUrl();
    assertEquals(List.of(), provider().check(described(at)));
    assertEquals(Optional.empty(), provider().checkAddress(address(at)));
    String example = provider().describe().addressExample();
    assertEquals(
        Optional.empty(),
        provider().checkAddress(Address.configured(example)),
        "the example of the description");
  }

  @ParameterizedTest
  @MethodSource("addressesThatAreNone")
  void whatIsNoAddressIsFoundOut(String nonsense) {
    assertTrue(provider().checkAddress(Address.configured(nonsense)).isPresent(), nonsense);
  }

  static List<String> addressesThatAreNone() {
    return List.of("", "   ", "\u0000", "a b\r\nc: d");
  }

  @Test
  void settingsAndServicesPrintNoSecret() {
    URI at = http.baseUrl();
    Canaries canaries = canaries(at);
    canaries.assertNotIn("toString() of the settings", described(at).toString());
    canaries.assertNotIn("toString() of the provider", provider().toString());
    canaries.assertNotIn("toString() of the address' settings", address(at).settings().toString());
  }

  // One attempt.

  @Test
  void aMessageThatIsTakenIsDelivered() {
    SimulatedService service = answering(success());
    try (Trial trial = trial(service, LONG)) {
      Trial.delivered(trial.deliver(request(service)));
    }
    assertEquals(1, sent(service), () -> "requests: " + service.requests());
  }

  @ParameterizedTest
  @EnumSource
  void everyFaultHasItsOutcomeAfterOneRequestWithinTheLimit(Fault fault) {
    boolean waits = fault == Fault.HANGING || fault == Fault.DRIPPING;
    try (SimulatedService service = playing(fault)) {
      Outcome outcome;
      try (Trial trial = trial(service, waits ? SHORT : LONG)) {
        outcome = trial.deliver(request(service));
      }
      assertOneRequest(fault, service);
      judge(fault, outcome);
    }
  }

  private void assertOneRequest(Fault fault, SimulatedService service) {
    if (fault == Fault.RESET_BEFORE_READING) {
      assertEquals(1, ((RawServer) service).connections(), "connections");
    } else if (fault != Fault.CONNECTION_REFUSED) {
      assertEquals(1, sent(service), () -> "requests: " + service.requests());
    }
  }

  private void judge(Fault fault, Outcome outcome) {
    Optional<String> violation = new FaultRules(statusLineSettles()).violation(fault, outcome);
    if (differences().containsKey(fault)) {
      assertTrue(
          violation.isPresent(), () -> fault + " is said to differ but does not: " + outcome);
    } else {
      violation.ifPresent(wrong -> fail(fault + ": " + wrong + ", but is " + outcome));
    }
  }

  @Test
  void aHugeAnswerIsNotReadToItsEnd() {
    try (RawServer service = (RawServer) playing(Fault.HUGE)) {
      try (Trial trial = trial(service, LONG)) {
        trial.deliver(request(service));
        Patience.until(
            () -> service.openConnections() == 0,
            LONG,
            () -> "the connection with the huge answer is closed");
      }
      assertTrue(
          service.bytesWritten() < MOST_TAKEN_OF_A_HUGE_BODY,
          () -> service.bytesWritten() + " bytes were taken");
    }
  }

  @ParameterizedTest
  @MethodSource("statusesOfCarelessServers")
  void whatACarelessServerSaysBackIsNotPassedOn(int status) {
    try (RawServer service = RawServer.start(Conduct.echo(status));
        Trial trial = trial(service, LONG)) {
      trial.deliver(request(service));
    }
  }

  static List<Integer> statusesOfCarelessServers() {
    return List.of(200, 400, 401, 403, 404, 410, 422, 500);
  }

  @Test
  void anInterruptedAttemptReturnsAtOnceAndKeepsTheFlag() throws InterruptedException {
    try (RawServer service = RawServer.start(Conduct.hang());
        Trial trial = trial(service, LONG.multipliedBy(3))) {
      AtomicReference<Outcome> outcome = new AtomicReference<>();
      AtomicBoolean flag = new AtomicBoolean();
      Notification notification = request(service);
      Thread attempt =
          Thread.ofVirtual()
              .start(() -> {
                Outcome result = trial.deliver(notification);
                flag.set(Thread.currentThread().isInterrupted());
                outcome.set(result);
              });
      assertTrue(service.awaitRequest(LONG) != null, "the request arrives");
      attempt.interrupt();
      assertTrue(attempt.join(SHORT.plus(SLACK)), "returns at once");
      Deferred deferred = assertInstanceOf(Deferred.class, outcome.get());
      assertEquals(Reach.POSSIBLY_SENT, deferred.reach(), deferred.toString());
      assertTrue(flag.get(), "the interrupt flag is set");
      assertEquals(1, sent(service));
    }
  }

  @Test
  void aThreadThatIsInterruptedBeforehandSendsNothingTwiceAndKeepsTheFlag()
      throws InterruptedException {
    try (RawServer service = RawServer.start(Conduct.hang());
        Trial trial = trial(service, LONG)) {
      AtomicBoolean flag = new AtomicBoolean();
      AtomicReference<Outcome> outcome = new AtomicReference<>();
      Notification notification = request(service);
      Thread attempt =
          Thread.ofVirtual()
              .start(() -> {
                Thread.currentThread().interrupt();
                Outcome result = trial.deliver(notification);
                flag.set(Thread.currentThread().isInterrupted());
                outcome.set(result);
              });
      assertTrue(attempt.join(SHORT.plus(SLACK)), "returns at once");
      assertInstanceOf(Deferred.class, outcome.get());
      assertTrue(flag.get(), "the interrupt flag is set");
      assertTrue(sent(service) <= 1);
    }
  }

  @Test
  void aConnectionThatTheServiceClosedWhileIdleSpoilsNothing() {
    try (RawServer service = RawServer.start(Conduct.answerAndHangUp(success()));
        Trial trial = trial(service, LONG)) {
      for (int i = 1; i <= 3; i++) {
        Trial.delivered(trial.deliver(request(service)));
        Patience.until(() -> service.openConnections() == 0, LONG, () -> "the server hangs up");
        assertEquals(i, sent(service));
      }
    }
  }

  // What is said.

  @ParameterizedTest
  @MethodSource("everyNews")
  void everyKindIsRenderedAndDelivered(News news) {
    SimulatedService service = answering(success());
    Address address = address(service.baseUrl());
    TestNotifications plain = TestNotifications.to(address).news(news);
    List<TestNotifications> forms =
        List.of(
            plain,
            plain.withoutLinks(),
            plain.actions(EnumSet.allOf(Action.class)),
            plain.recipients("ana", "ben"));
    try (Trial trial = trial(service, LONG)) {
      for (TestNotifications form : forms) {
        Trial.delivered(trial.deliver(form.make()));
      }
    }
    assertEquals(forms.size(), sent(service));
    service.requests().forEach(AdapterContractTest::assertWellFormed);
  }

  static List<News> everyNews() {
    return TestNotifications.everyNews();
  }

  @ParameterizedTest
  @EnumSource
  void hostileTextsArriveAsText(HostileText hostile) {
    SimulatedService service = answering(success());
    List<Notification> everywhere =
        TestNotifications.everywhere(address(service.baseUrl()), hostile.text())
            .map(TestNotifications::make)
            .toList();
    try (Trial trial = trial(service, LONG)) {
      for (Notification notification : everywhere) {
        Outcome outcome = trial.deliver(notification);
        assertInstanceOf(Delivered.class, outcome, () -> notification.news() + ": " + outcome);
      }
    }
    assertEquals(everywhere.size(), sent(service));
    service.requests().forEach(AdapterContractTest::assertWellFormed);
  }

  private static void assertWellFormed(SeenRequest request) {
    assertTrue(
        request.headers().keySet().stream().noneMatch("x-injected"::equals),
        "a text became a header");
    if (request.header("content-type").orElse("").startsWith("multipart/")) {
      return;
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(request.body()));
    } catch (CharacterCodingException e) {
      fail("the body is not UTF-8", e);
    }
  }

  // Over what was sent.

  @Test
  void whatWasSentCanBeChangedToEveryKind() {
    SimulatedService service = answering(success());
    try (Trial trial = trial(service, LONG)) {
      assumeTrue(trial.adapter() instanceof Editable && changeable(), "not editable");
      Delivered delivered = Trial.delivered(trial.deliver(request(service)));
      for (News news : TestNotifications.everyNews()) {
        http.answers(changed());
        Notification notification =
            TestNotifications.to(address(service.baseUrl())).news(news).make();
        Trial.delivered(edit(trial, delivered, notification));
        assertEquals(1, sent(service), () -> "requests: " + service.requests());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aChangeMeetsEveryFaultWithOneRequestWithinTheLimit(Fault fault) {
    boolean waits = fault == Fault.HANGING || fault == Fault.DRIPPING;
    Delivered delivered;
    SimulatedService good = answering(success());
    try (Trial trial = trial(good, LONG)) {
      assumeTrue(trial.adapter() instanceof Editable && changeable(), "not editable");
      delivered = Trial.delivered(trial.deliver(request(good)));
    }
    try (SimulatedService service = playing(fault)) {
      try (Trial trial = trial(service, waits ? SHORT : LONG)) {
        edit(trial, delivered, request(service));
      }
      assertOneRequest(fault, service);
    }
  }

  private static Outcome edit(Trial trial, Delivered delivered, Notification notification) {
    Editable editable = (Editable) trial.adapter();
    return trial.outcome("update", () -> editable.update(delivered.receipt(), notification));
  }

  // Other abilities.

  @ParameterizedTest
  @EnumSource
  void aSelfTestMeetsEveryFaultWithoutSendingAnything(Fault fault) {
    boolean waits = fault == Fault.HANGING || fault == Fault.DRIPPING;
    try (SimulatedService service = playing(fault);
        Trial trial = trial(service, waits ? SHORT : LONG)) {
      assumeTrue(trial.adapter() instanceof SelfTest, "has no self-test");
      List<SelfTest.Finding> findings =
          trial.judged("selfTest", ((SelfTest) trial.adapter())::selfTest);
      canaries(service.baseUrl()).assertNotIn("the self-test", findings.toString());
    }
  }

  @Test
  void aCallThatIsNotGenuineIsAnswered401AndSaysNothing() {
    SimulatedService service = answering(success());
    try (Trial trial = trial(service, LONG)) {
      assumeTrue(trial.adapter() instanceof Inbound, "takes no calls");
      Inbound.Call forged =
          new Inbound.Call(
              "POST",
              URI.create("https://mess.example.com/callbacks/x"),
              Map.of("content-type", List.of("application/json")),
              "{\"message\":{\"text\":\"done\"}}".getBytes(StandardCharsets.UTF_8));
      RecordingEar ear = new RecordingEar();
      Inbound inbound = (Inbound) trial.adapter();
      trial.judged("listen", () -> listening(inbound, ear));
      Inbound.Response response = trial.judged("receive", () -> inbound.receive(forged));
      // 404 where the adapter takes no calls at all.
      assertTrue(Set.of(401, 404).contains(response.status()), "answered " + response.status());
      assertEquals(0, response.body().length, "a stranger is told nothing");
      assertEquals(List.of(), ear.rest());
    }
  }

  private static boolean listening(Inbound inbound, RecordingEar ear) {
    inbound.listen(ear);
    return true;
  }

  // Many, and the end.

  @Test
  void manyAtOnceDoNotWaitForEachOther() throws Exception {
    // Long beside what 64 calls cost a busy machine, which is no waiting for each other.
    Duration each = Duration.ofMillis(100);
    try (RawServer service = RawServer.start(Conduct.slow(success(), each));
        Trial trial = trial(service, LONG)) {
      trial.deliver(request(service));
      long start = System.nanoTime();
      atOnce(MANY, () -> Trial.delivered(trial.deliver(request(service))));
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      Duration half = each.multipliedBy(MANY).dividedBy(2);
      assertTrue(took.compareTo(half) < 0, MANY + " at once took " + took + ", serially " + each);
      assertEquals(MANY + 1, sent(service));
    }
  }

  private static void atOnce(int count, Callable<Delivered> call)
      throws InterruptedException, ExecutionException {
    CountDownLatch go = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Delivered>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        all.add(
            threads.submit(() -> {
              assertTrue(go.await(LONG.toSeconds(), TimeUnit.SECONDS));
              return call.call();
            }));
      }
      go.countDown();
      for (Future<Delivered> one : all) {
        one.get();
      }
    }
  }

  @Test
  void afterCloseNoThreadAndNoConnectionIsLeft() throws Exception {
    try (RawServer service = RawServer.start(Conduct.answer(success()))) {
      LiveThreads before = LiveThreads.now();
      for (int life = 0; life < 3; life++) {
        try (Trial trial = trial(service, LONG)) {
          atOnce(8, () -> Trial.delivered(trial.deliver(request(service))));
        }
      }
      Patience.until(
          () -> service.openConnections() == 0,
          TO_END,
          () -> service.openConnections() + " connections are still open after close()");
      Patience.until(
          () -> before.comeSince(sharedThreads().keySet()).isEmpty(),
          TO_END,
          () -> "threads left after close(): " + before.comeSince(sharedThreads().keySet()));
    }
  }

  @Test
  void closeEndsAttemptsInFlightAndMayBeCalledTwice() throws InterruptedException {
    try (RawServer service = RawServer.start(Conduct.hang())) {
      Trial trial = trial(service, LONG.multipliedBy(3));
      Notification notification = request(service);
      List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
      Thread attempt = Thread.ofVirtual().start(() -> outcomes.add(trial.deliver(notification)));
      assertTrue(service.awaitRequest(LONG) != null, "the request arrives");
      trial.close();
      Adapter adapter = trial.adapter();
      adapter.close();
      assertTrue(attempt.join(SHORT.plus(SLACK)), "the attempt in flight ends");
      assertInstanceOf(Deferred.class, outcomes.getFirst());
      Patience.until(() -> service.openConnections() == 0, LONG, () -> "the connection is closed");
    }
  }
}

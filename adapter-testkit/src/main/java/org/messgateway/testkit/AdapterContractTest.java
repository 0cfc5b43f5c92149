package org.messgateway.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.net.URLDecoder;
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
import java.util.regex.Matcher;
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
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.DeepLink;
import org.messgateway.api.Editable;
import org.messgateway.api.Inbound;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.PlainText;
import org.messgateway.api.SelfTest;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.Settings;
import org.messgateway.api.SetupGuide;

/**
 * The tests of everything that the gateway asks of an adapter, against simulated services on the
 * loopback interface. An adapter's test inherits this class and describes its adapter:
 *
 * <pre>{@code
 * class NtfyAdapterContractTest extends AdapterContractTest {
 *   protected AdapterProvider provider() { return new NtfyProvider(); }
 *
 *   protected Map<String, Object> settings(URI baseUrl) {
 *     return Map.of("base_url", baseUrl.toString(), "token", "tk_c4n4ry0fThisVeryTest");
 *   }
 *
 *   protected Address address(URI baseUrl) { return Address.configured("household"); }
 *
 *   protected CannedResponse success() {
 *     return CannedResponse.json(200, "{\"id\":\"abc\",\"event\":\"message\"}");
 *   }
 * }
 * }</pre>
 *
 * <p>Every secret of {@link #settings} is a canary: the tests look for it in outcomes, exceptions
 * and log lines of every level. The tests need Logback as the only provider of SLF4J.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
// In a thread of its own: an adapter that never returns must fail its test, not hang the build.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class AdapterContractTest {

  /**
   * The time limit of attempts on a busy machine. Attempts that must end at their limit use {@link
   * #SHORT}.
   */
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
  private HttpSimulator http;
  private LogCapture log;

  // What an adapter's author says.

  /** The provider under test. */
  protected abstract AdapterProvider provider();

  /**
   * The settings as a configuration would write them. All secrets have at least 8 characters and
   * occur nowhere else.
   *
   * @param baseUrl the simulated service; adapters whose addresses are URLs ignore it
   */
  protected abstract Map<String, Object> settings(URI baseUrl);

  /** A usable address. */
  protected abstract Address address(URI baseUrl);

  /** The service's answer to an accepted message. */
  protected abstract CannedResponse success();

  /** The service's answer to an accepted change, for {@link Editable} adapters. */
  protected CannedResponse changed() {
    return success();
  }

  /** Whether a message to {@link #address} can be changed, for {@link Editable} adapters. */
  protected boolean changeable() {
    return true;
  }

  /** The service's answer to a failure; plain text by default. */
  protected CannedResponse failure(int status, Map<String, String> headers) {
    CannedResponse response = CannedResponse.text(status, "simulated failure");
    for (Map.Entry<String, String> header : headers.entrySet()) {
      response = response.with(header.getKey(), header.getValue());
    }
    return response;
  }

  /**
   * Whether a request can reach a recipient; a request that only reads may be repeated. By default
   * every request counts.
   */
  protected boolean sends(RecordedRequest request) {
    return true;
  }

  /**
   * The service's answer to a request, where it depends on the request: a handshake before a
   * message, an id that is repeated.
   *
   * @param planned the answer of the test
   */
  protected CannedResponse answer(RecordedRequest request, CannedResponse planned) {
    return planned;
  }

  /**
   * Whether a request only prepares a message, as a handshake does. It is answered by {@link
   * #answer} whatever fault is played, and does not count as sent.
   */
  protected boolean prepares(RecordedRequest request) {
    return false;
  }

  /** The content that makes the adapter send one request; a new task by default. */
  protected NotificationContent contentToSend() {
    return new NotificationContent.TaskRequest();
  }

  /** Whether a notification of this content is sent to the service at all. */
  protected boolean tells(NotificationContent content) {
    return true;
  }

  /**
   * Whether a 2xx status line alone is a success, whatever the body is. False where the protocol
   * requires its own answer; any other 2xx is then possibly sent.
   */
  protected boolean statusLineSettles() {
    return false;
  }

  /**
   * The faults whose outcome differs from the common table, each with the reason. The rules without
   * exception (one request, in time, no secret) are tested all the same.
   */
  protected Map<ServiceFault, String> differences() {
    return Map.of();
  }

  /** Further secrets by name, for example those in an address or derived from a setting. */
  protected Map<String, String> furtherSecrets(URI baseUrl) {
    return Map.of();
  }

  /**
   * The prefixes of the names of threads that belong to a library as a whole and end by themselves,
   * each with the reason. A thread of one adapter must end with the adapter.
   */
  protected Map<String, String> sharedThreads() {
    return Map.of(
        "OkHttp TaskRunner", "one pool for all clients of the process, idle threads end in 60 s",
        "Okio Watchdog", "one for the process, ends when nothing is waited for");
  }

  // What the tests stand on.

  @BeforeAll
  void startTheService() {
    http = HttpSimulator.start(dialogue());
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

  private SecretCanaries canaries(URI baseUrl) {
    AdapterDescription description = provider().describe();
    SecretCanaries canaries =
        new SecretCanaries().secretsOf(description.settings(), settings(baseUrl));
    canaries.add("token of the links", TestNotifications.LINK_TOKEN);
    furtherSecrets(baseUrl).forEach(canaries::add);
    return canaries;
  }

  private Settings described(URI baseUrl) {
    return DescribedSettings.of(provider().describe().settings(), settings(baseUrl));
  }

  private AdapterTrial trial(SimulatedService service, Duration limit) {
    URI at = service.baseUrl();
    AdapterServices services = new AdapterServices(provider().describe().type(), clock, limit);
    return new AdapterTrial(provider(), described(at), services, canaries(at), SLACK);
  }

  private Notification request(SimulatedService service) {
    return TestNotifications.to(address(service.baseUrl())).content(contentToSend()).make();
  }

  private ServiceDialogue dialogue() {
    return new ServiceDialogue() {
      @Override
      public boolean prepares(RecordedRequest request) {
        return AdapterContractTest.this.prepares(request);
      }

      @Override
      public CannedResponse answer(RecordedRequest request, CannedResponse planned) {
        return AdapterContractTest.this.answer(request, planned);
      }
    };
  }

  private SocketSimulator onSockets(ConnectionScript script) {
    return SocketSimulator.start(script, dialogue());
  }

  private long sent(SimulatedService service) {
    return service.requests().stream()
        .filter(request -> !prepares(request) && sends(request))
        .count();
  }

  private SimulatedService playing(ServiceFault fault) {
    ServiceFault.FaultPlayback faultPlayback =
        fault.play(success(), this::failure, http.baseUrl().toString(), clock.instant());
    return switch (faultPlayback) {
      case ServiceFault.FaultPlayback.Answered answered -> answering(answered.response());
      case ServiceFault.FaultPlayback.OnSockets onSockets ->
          onSockets(onSockets.connectionScript());
      case ServiceFault.FaultPlayback.Refused _ -> SocketSimulator.refusing();
    };
  }

  /** The HTTP server of all tests, which outlives each. */
  private SimulatedService answering(CannedResponse response) {
    http.answers(response);
    return new Lent(http);
  }

  private record Lent(HttpSimulator http) implements SimulatedService {

    @Override
    public URI baseUrl() {
      return http.baseUrl();
    }

    @Override
    public List<RecordedRequest> requests() {
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

  // Setting it up.

  @Test
  void aGuideLeadsToAChannelThatWorks() {
    SetupGuide guide = guide();
    assertEquals(provider().guide(), Optional.of(guide), "the same at every call");
    SimulatedService service = answering(success());
    try (AdapterTrial trial = trial(service, LONG)) {
      boolean links = trial.adapter() instanceof DeepLink;
      assertEquals(List.of(), GuideRules.broken(provider().describe(), guide, links));
    }
  }

  @Test
  void aSecretThatTheServiceRefusesIsNamedByTheCheckSoThatItIsAskedForAgain() {
    SetupGuide guide = guide();
    assumeTrue(GuideRules.asksForSecrets(provider().describe(), guide), "asks for no secret");
    SimulatedService service = answering(failure(401, Map.of()));
    try (AdapterTrial trial = trial(service, LONG)) {
      SelfTest test = assertInstanceOf(SelfTest.class, trial.adapter(), "to check what was typed");
      List<SelfTest.Finding> findings = trial.checked("selfTest", test::selfTest);
      boolean named =
          findings.stream()
              .filter(SelfTest.Finding::severe)
              .map(finding -> finding.sentence() + " " + finding.remedy())
              .anyMatch(said -> guide.settings().stream().anyMatch(said::contains));
      assertTrue(named, () -> "no severe finding names a setting of the guide: " + findings);
    }
  }

  private SetupGuide guide() {
    Optional<SetupGuide> guide = provider().guide();
    assumeTrue(guide.isPresent(), "has no guide");
    return guide.orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void lookingForACodeMeetsEveryFaultWithinTheLimit(ServiceFault fault) {
    boolean waits = fault == ServiceFault.HANGING || fault == ServiceFault.DRIPPING;
    try (SimulatedService service = playing(fault);
        AdapterTrial trial = trial(service, waits ? SHORT : LONG)) {
      assumeTrue(trial.adapter() instanceof DeepLink, "has no links");
      trial.looked("a-code-of-nobody");
    }
  }

  @Test
  void settingsAndServicesPrintNoSecret() {
    URI at = http.baseUrl();
    SecretCanaries canaries = canaries(at);
    canaries.assertNotIn("toString() of the settings", described(at).toString());
    canaries.assertNotIn("toString() of the provider", provider().toString());
    canaries.assertNotIn("toString() of the address' settings", address(at).settings().toString());
  }

  // One attempt.

  @Test
  void aMessageThatIsTakenIsDelivered() {
    SimulatedService service = answering(success());
    try (AdapterTrial trial = trial(service, LONG)) {
      AdapterTrial.delivered(trial.deliver(request(service)));
    }
    assertEquals(1, sent(service), () -> "requests: " + service.requests());
  }

  @ParameterizedTest
  @EnumSource
  void everyFaultHasItsOutcomeAfterOneRequestWithinTheLimit(ServiceFault fault) {
    boolean waits = fault == ServiceFault.HANGING || fault == ServiceFault.DRIPPING;
    try (SimulatedService service = playing(fault)) {
      Outcome outcome;
      try (AdapterTrial trial = trial(service, waits ? SHORT : LONG)) {
        outcome = trial.deliver(request(service));
      }
      assertOneRequest(fault, service);
      judge(fault, outcome);
    }
  }

  private void assertOneRequest(ServiceFault fault, SimulatedService service) {
    if (fault == ServiceFault.RESET_BEFORE_READING) {
      assertEquals(1, ((SocketSimulator) service).connections(), "connections");
    } else if (fault != ServiceFault.CONNECTION_REFUSED) {
      assertEquals(1, sent(service), () -> "requests: " + service.requests());
    }
  }

  private void judge(ServiceFault fault, Outcome outcome) {
    Optional<String> violation =
        new FaultExpectations(statusLineSettles()).violation(fault, outcome);
    if (differences().containsKey(fault)) {
      assertTrue(
          violation.isPresent(), () -> fault + " is said to differ but does not: " + outcome);
    } else {
      violation.ifPresent(wrong -> fail(fault + ": " + wrong + ", but is " + outcome));
    }
  }

  @Test
  void aHugeAnswerIsNotReadToItsEnd() {
    try (SocketSimulator service = (SocketSimulator) playing(ServiceFault.HUGE)) {
      try (AdapterTrial trial = trial(service, LONG)) {
        trial.deliver(request(service));
        WaitFor.until(
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
    try (SocketSimulator service = onSockets(ConnectionScript.echo(status));
        AdapterTrial trial = trial(service, LONG)) {
      trial.deliver(request(service));
    }
  }

  static List<Integer> statusesOfCarelessServers() {
    return List.of(200, 400, 401, 403, 404, 410, 422, 500);
  }

  @Test
  void anInterruptedAttemptReturnsAtOnceAndKeepsTheFlag() throws InterruptedException {
    try (SocketSimulator service = onSockets(ConnectionScript.hang());
        AdapterTrial trial = trial(service, LONG.multipliedBy(3))) {
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
    try (SocketSimulator service = onSockets(ConnectionScript.hang());
        AdapterTrial trial = trial(service, LONG)) {
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
    try (SocketSimulator service = onSockets(ConnectionScript.answerAndHangUp(success()));
        AdapterTrial trial = trial(service, LONG)) {
      for (int i = 1; i <= 3; i++) {
        AdapterTrial.delivered(trial.deliver(request(service)));
        WaitFor.until(() -> service.openConnections() == 0, LONG, () -> "the server hangs up");
        assertEquals(i, sent(service));
      }
    }
  }

  // What is said.

  @ParameterizedTest
  @MethodSource("everyNews")
  void everyKindIsRenderedAndDelivered(NotificationContent content) {
    SimulatedService service = answering(success());
    Address address = address(service.baseUrl());
    TestNotifications plain = TestNotifications.to(address).content(content);
    List<TestNotifications> forms =
        List.of(
            plain,
            plain.withoutLinks(),
            plain.buttons(EnumSet.allOf(MessageButton.class)),
            plain.recipients("ana", "ben"));
    try (AdapterTrial trial = trial(service, LONG)) {
      for (TestNotifications form : forms) {
        AdapterTrial.delivered(trial.deliver(form.make()));
      }
    }
    assertEquals(tells(content) ? forms.size() : 0, sent(service));
    service.requests().forEach(AdapterContractTest::assertWellFormed);
  }

  static List<NotificationContent> everyNews() {
    return TestNotifications.everyContent();
  }

  @ParameterizedTest
  @EnumSource
  void hostileTextsArriveAsText(HostileText hostile) {
    SimulatedService service = answering(success());
    List<Notification> everywhere =
        TestNotifications.everywhere(address(service.baseUrl()), hostile.text())
            .map(this::asSent)
            .toList();
    try (AdapterTrial trial = trial(service, LONG)) {
      for (Notification notification : everywhere) {
        Outcome outcome = trial.deliver(notification);
        assertInstanceOf(Delivered.class, outcome, () -> notification.content() + ": " + outcome);
      }
    }
    assertEquals(everywhere.stream().filter(each -> tells(each.content())).count(), sent(service));
    service.requests().forEach(AdapterContractTest::assertWellFormed);
    if (provider().describe().audience() == Audience.PEOPLE) {
      service.requests().forEach(AdapterContractTest::assertNothingHidden);
    }
  }

  private Notification asSent(TestNotifications form) {
    Notification made = form.make();
    return made.content() instanceof NotificationContent.TaskRequest
        ? form.content(contentToSend()).make()
        : made;
  }

  /** In whatever form a text is sent: as it is, in a form, or escaped in JSON. */
  private static void assertNothingHidden(RecordedRequest request) {
    String body = request.text();
    String form = body.replaceAll("%(?![0-9a-fA-F]{2})", "%25");
    for (String text : List.of(body, URLDecoder.decode(form, StandardCharsets.UTF_8))) {
      Matcher escape = Pattern.compile("\\\\u([0-9a-fA-F]{4})").matcher(text);
      String said =
          escape.replaceAll(unit ->
              Matcher.quoteReplacement(
                  Character.toString((char) Integer.parseInt(unit.group(1), 16))));
      assertEquals(
          Optional.empty(),
          said.lines().filter(line -> !line.equals(PlainText.line(line))).findFirst(),
          "people are sent what they cannot see");
    }
  }

  private static void assertWellFormed(RecordedRequest request) {
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
    try (AdapterTrial trial = trial(service, LONG)) {
      assumeTrue(trial.adapter() instanceof Editable && changeable(), "not editable");
      Delivered delivered = AdapterTrial.delivered(trial.deliver(request(service)));
      for (NotificationContent content : TestNotifications.everyContent()) {
        http.answers(changed());
        Notification notification =
            TestNotifications.to(address(service.baseUrl())).content(content).make();
        AdapterTrial.delivered(edit(trial, delivered, notification));
        assertEquals(1, sent(service), () -> "requests: " + service.requests());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aChangeMeetsEveryFaultWithOneRequestWithinTheLimit(ServiceFault fault) {
    boolean waits = fault == ServiceFault.HANGING || fault == ServiceFault.DRIPPING;
    Delivered delivered;
    SimulatedService good = answering(success());
    try (AdapterTrial trial = trial(good, LONG)) {
      assumeTrue(trial.adapter() instanceof Editable && changeable(), "not editable");
      delivered = AdapterTrial.delivered(trial.deliver(request(good)));
    }
    try (SimulatedService service = playing(fault)) {
      try (AdapterTrial trial = trial(service, waits ? SHORT : LONG)) {
        edit(trial, delivered, request(service));
      }
      assertOneRequest(fault, service);
    }
  }

  private static Outcome edit(AdapterTrial trial, Delivered delivered, Notification notification) {
    Editable editable = (Editable) trial.adapter();
    return trial.outcome("update", () -> editable.update(delivered.receipt(), notification));
  }

  // Other abilities.

  @ParameterizedTest
  @EnumSource
  void aSelfTestMeetsEveryFaultWithoutSendingAnything(ServiceFault fault) {
    boolean waits = fault == ServiceFault.HANGING || fault == ServiceFault.DRIPPING;
    try (SimulatedService service = playing(fault);
        AdapterTrial trial = trial(service, waits ? SHORT : LONG)) {
      assumeTrue(trial.adapter() instanceof SelfTest, "has no self-test");
      List<SelfTest.Finding> findings =
          trial.checked("selfTest", ((SelfTest) trial.adapter())::selfTest);
      canaries(service.baseUrl()).assertNotIn("the self-test", findings.toString());
    }
  }

  @Test
  void aCallThatIsNotGenuineIsAnswered401AndSaysNothing() {
    SimulatedService service = answering(success());
    try (AdapterTrial trial = trial(service, LONG)) {
      assumeTrue(trial.adapter() instanceof Inbound, "takes no calls");
      Inbound.CallbackRequest forged =
          new Inbound.CallbackRequest(
              "POST",
              URI.create("https://mess.example.com/callbacks/x"),
              Map.of("content-type", List.of("application/json")),
              "{\"message\":{\"text\":\"done\"}}".getBytes(StandardCharsets.UTF_8));
      RecordingListener listener = new RecordingListener();
      Inbound inbound = (Inbound) trial.adapter();
      trial.checked("listen", () -> listening(inbound, listener));
      Inbound.CallbackResponse response = trial.checked("receive", () -> inbound.receive(forged));
      // 404 where the adapter takes no calls at all.
      assertTrue(Set.of(401, 404).contains(response.status()), "answered " + response.status());
      assertEquals(0, response.body().length, "a stranger is told nothing");
      assertEquals(List.of(), listener.remaining());
    }
  }

  private static boolean listening(Inbound inbound, RecordingListener listener) {
    inbound.listen(listener);
    return true;
  }

  // Many, and the end.

  @Test
  void manyAtOnceDoNotWaitForEachOther() throws Exception {
    // Long beside what 64 calls cost a busy machine, which is no waiting for each other.
    Duration each = Duration.ofMillis(100);
    try (SocketSimulator service = onSockets(ConnectionScript.slow(success(), each));
        AdapterTrial trial = trial(service, LONG)) {
      trial.deliver(request(service));
      long start = System.nanoTime();
      atOnce(MANY, () -> AdapterTrial.delivered(trial.deliver(request(service))));
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
    try (SocketSimulator service = onSockets(ConnectionScript.answer(success()))) {
      PlatformThreads before = PlatformThreads.now();
      for (int life = 0; life < 3; life++) {
        try (AdapterTrial trial = trial(service, LONG)) {
          atOnce(8, () -> AdapterTrial.delivered(trial.deliver(request(service))));
        }
      }
      WaitFor.until(
          () -> service.openConnections() == 0,
          TO_END,
          () -> service.openConnections() + " connections are still open after close()");
      WaitFor.until(
          () -> before.startedSince(sharedThreads().keySet()).isEmpty(),
          TO_END,
          () -> "threads left after close(): " + before.startedSince(sharedThreads().keySet()));
    }
  }

  @Test
  void closeEndsAttemptsInFlightAndMayBeCalledTwice() throws InterruptedException {
    try (SocketSimulator service = onSockets(ConnectionScript.hang())) {
      AdapterTrial trial = trial(service, LONG.multipliedBy(3));
      Notification notification = request(service);
      List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
      Thread attempt = Thread.ofVirtual().start(() -> outcomes.add(trial.deliver(notification)));
      assertTrue(service.awaitRequest(LONG) != null, "the request arrives");
      trial.close();
      Adapter adapter = trial.adapter();
      adapter.close();
      assertTrue(attempt.join(SHORT.plus(SLACK)), "the attempt in flight ends");
      assertInstanceOf(Deferred.class, outcomes.getFirst());
      WaitFor.until(() -> service.openConnections() == 0, LONG, () -> "the connection is closed");
    }
  }
}

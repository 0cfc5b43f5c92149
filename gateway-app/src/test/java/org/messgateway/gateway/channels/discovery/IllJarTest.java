package org.messgateway.gateway.channels.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.DeepLink;
import org.messgateway.api.DeliveryLookup;
import org.messgateway.api.Editable;
import org.messgateway.api.Inbound;
import org.messgateway.api.PersonLookup;
import org.messgateway.api.Receipt;
import org.messgateway.api.ReceiptStatusLookup;
import org.messgateway.api.Secret;
import org.messgateway.api.SelfTest;
import org.messgateway.api.Settings;

/** Whatever a jar does in whichever of its methods, its caller is back in time. */
@SuppressWarnings("NullAway") // Ill adapters look at nothing of what they get.
final class IllJarTest {

  private static final CallLimits SHORT =
      new CallLimits(
          Duration.ofMillis(600),
          Duration.ofMillis(600),
          Duration.ofMillis(600),
          Duration.ofMillis(100),
          Duration.ofMillis(200),
          Duration.ofMinutes(5));

  /** Only what is sent is cut short: a machine under load may take its time to load a jar. */
  private static final CallLimits SHORT_SERVICE =
      new CallLimits(
          Duration.ofSeconds(20),
          Duration.ofSeconds(20),
          SHORT.service(),
          SHORT.grace(),
          SHORT.watch(),
          SHORT.hold());

  private static final AdapterServices SERVICES =
      new AdapterServices("ill", InstantSource.fixed(Instant.EPOCH), Duration.ofSeconds(15));

  /** What a method does first. */
  private static final Map<String, String> MANNERS =
      Map.of(
          "throws", "if (true) throw new IllegalStateException(\"no luck with hunter22\");",
          "sneaks",
              "Ill.<RuntimeException>sneak(new"
                  + " java.util.concurrent.TimeoutException(\"checked\"));",
          "overflows", "Ill.deeper(1);",
          "errs", "if (true) throw new AssertionError(\"gone\");",
          "rude", "if (true) throw new Ill.Rude();",
          "hangs",
              "try { Thread.sleep(Long.MAX_VALUE); } catch (InterruptedException e) { throw new"
                  + " IllegalStateException(e); }",
          "sticks",
              "while (!Ill.RELEASED) { try { Thread.sleep(20); } catch"
                  + " (InterruptedException e) { } }",
          "spins", "long spun = 0; while (!Ill.RELEASED) { spun++; }",
          "leaks",
              "for (int i = 0; i < 50; i++) { Thread t = new Thread(() -> { while (!Ill.RELEASED) {"
                  + " try { Thread.sleep(50); } catch (InterruptedException e) { } } });"
                  + " t.setDaemon(true); t.start(); }");

  private static final List<String> METHODS =
      List.of(
          "static",
          "new",
          "describe",
          "guide",
          "check",
          "checkAddress",
          "create",
          "deliver",
          "update",
          "find",
          "settleTime",
          "receiptStatus",
          "listen",
          "resume",
          "inboundOpen",
          "receive",
          "selfTest",
          "findByEmail",
          "personLink",
          "groupLink",
          "entered",
          "close");

  @TempDir static Path shared;
  @TempDir Path directory;

  private Path adapters;
  private Path scratch;
  private JarStrikes strikes;

  @BeforeEach
  void folders() throws IOException {
    System.clearProperty("test.released");
    adapters = Files.createDirectories(directory.resolve("home/adapters"));
    scratch = Files.createDirectory(directory.resolve("scratch"));
    strikes = gateway(OptionalInt.empty());
  }

  private JarStrikes gateway(OptionalInt lastExit) {
    return JarStrikes.ofGateway(directory.resolve("home"), InstantSource.system(), lastExit);
  }

  private AdapterRegistry discover() {
    return discover(SHORT);
  }

  private AdapterRegistry discover(CallLimits limits) {
    return AdapterRegistry.discover(directory.resolve("none"), adapters, strikes, limits);
  }

  private Path jar(String method, String manner) throws IOException {
    return new JarMaker(scratch)
        .source("acme.Ill", source(name -> name.equals(method) ? manner : ""))
        .service("acme.Ill")
        .jar(adapters.resolve("ill.jar"));
  }

  /** Method and manner are read from properties, so that one compilation serves all. */
  private Path jarOfEveryManner() throws IOException {
    Path jar = shared.resolve("ill.jar");
    if (Files.notExists(jar)) {
      String cases =
          MANNERS.entrySet().stream()
              .map(manner ->
                  "case \"%s\": %s\nbreak;\n".formatted(manner.getKey(), manner.getValue()))
              .collect(Collectors.joining());
      String act =
          "static void act(String method) {\n"
              + "if (method.equals(System.getProperty(\"test.method\"))) {\n"
              + "switch (System.getProperty(\"test.manner\")) {\n"
              + cases
              + "} } }\n";
      Path _ =
          new JarMaker(scratch)
              .source(
                  "acme.Ill",
                  source(name -> name.equals("members") ? act : "act(\"" + name + "\");"))
              .service("acme.Ill")
              .jar(jar);
    }
    return Files.copy(jar, adapters.resolve("ill.jar"));
  }

  static Stream<Arguments> everyMethodInEveryManner() {
    return METHODS.stream()
        .flatMap(
            method -> MANNERS.keySet().stream().sorted().map(each -> Arguments.of(method, each)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource
  @Tag("proof")
  void everyMethodInEveryManner(String method, String manner) throws Exception {
    System.setProperty("test.method", method);
    System.setProperty("test.manner", manner);
    Path _ = jarOfEveryManner();
    List<String> failed = new ArrayList<>();
    try (AdapterRegistry registry = discover()) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> {
            registry.problems().forEach(problem -> failed.add(problem.toString()));
            registry.provider("ill").ifPresent(provider -> failed.addAll(use(provider)));
          });
    } finally {
      System.setProperty("test.released", "yes");
    }
    if (!manner.equals("leaks")) {
      assertFalse(failed.isEmpty(), "nobody was told");
      assertTrue(failed.getFirst().contains("ill.jar"), failed::toString);
      assertTrue(failed.getFirst().contains("acme.Ill"), failed::toString);
    } else {
      assertEquals(List.of(), failed);
    }
  }

  private static List<String> use(RegisteredProvider provider) {
    List<String> failed = new ArrayList<>();
    attempt(failed, provider::guide);
    attempt(failed, () -> provider.check(Settings.none()));
    attempt(failed, () -> provider.checkAddress(Address.configured("x")));
    AtomicReference<RegisteredAdapter> made = new AtomicReference<>();
    attempt(failed, () -> made.set(provider.create(Settings.none(), SERVICES)));
    RegisteredAdapter adapter = made.get();
    if (adapter != null) {
      attempt(failed, () -> adapter.deliver(null));
      attempt(failed, () -> can(adapter, Editable.class).update(Receipt.of("a", "b"), null));
      attempt(failed, () -> can(adapter, DeliveryLookup.class).find(null, Instant.EPOCH));
      attempt(failed, () -> can(adapter, DeliveryLookup.class).settleTime());
      attempt(failed, () -> can(adapter, ReceiptStatusLookup.class).receiptStatus(null));
      attempt(failed, () -> can(adapter, Inbound.class).listen(null));
      attempt(failed, () -> can(adapter, Inbound.class).resume(List.of()));
      attempt(failed, () -> can(adapter, Inbound.class).inboundOpen());
      attempt(failed, () -> can(adapter, Inbound.class).receive(null));
      attempt(failed, () -> can(adapter, SelfTest.class).selfTest());
      attempt(failed, () -> can(adapter, PersonLookup.class).findByEmail("a@b.c"));
      attempt(failed, () -> can(adapter, DeepLink.class).personLink("c"));
      attempt(failed, () -> can(adapter, DeepLink.class).groupLink("c"));
      attempt(failed, () -> can(adapter, DeepLink.class).entered("c"));
      attempt(failed, adapter::close);
    }
    return failed;
  }

  private static <A> A can(RegisteredAdapter adapter, Class<A> ability) {
    return adapter.ability(ability).orElseThrow();
  }

  private interface Use {
    void run() throws Exception;
  }

  private static void attempt(List<String> failed, Use use) {
    try {
      use.run();
    } catch (Exception e) {
      failed.add(assertInstanceOf(AdapterFailure.class, e).getMessage());
    }
  }

  @Test
  void aCallRunsOnADaemonOfTheJarWithItsLoader() throws Exception {
    jar(
        "checkAddress",
        "if (true) throw new IllegalStateException(Thread.currentThread() + \" \" +"
            + " Thread.currentThread().isDaemon() + \" \" +"
            + " (Thread.currentThread().getContextClassLoader() == Ill.class.getClassLoader()));");
    try (AdapterRegistry registry = discover()) {
      AdapterFailure failure =
          assertThrows(
              AdapterFailure.class,
              () -> registry.provider("ill").orElseThrow().checkAddress(Address.configured("x")));
      assertTrue(failure.text().contains("jar ill.jar "), failure::text);
      assertTrue(failure.text().contains("true true"), failure::text);
    }
  }

  @Test
  void theAuthorFindsClassLineAndMessageAndTheOperatorNoSecret() throws Exception {
    jar("deliver", MANNERS.get("throws"));
    try (AdapterRegistry registry = discover()) {
      RegisteredAdapter adapter =
          registry
              .provider("ill")
              .orElseThrow()
              .create(Settings.of(Map.of("token", Secret.of("hunter22"))), SERVICES);
      AdapterFailure failure = assertThrows(AdapterFailure.class, () -> adapter.deliver(null));
      assertTrue(failure.brief().contains("java.lang.IllegalStateException"), failure::brief);
      assertTrue(
          failure.brief().matches(".*acme.Ill\\$It.deliver\\(Ill.java:\\d+\\)"), failure::brief);
      assertFalse(failure.brief().contains(directory.toString()), failure::brief);
      Path log = directory.resolve("home/.gateway/adapters/ill.jar.log");
      String told = Files.readString(log);
      assertTrue(told.contains("no luck with [secret]"), told);
      assertTrue(
          told.contains("\tat acme.Ill$It.deliver")
              || told.contains("acme.Ill$It.deliver(Ill.java"),
          told);
      assertFalse(told.contains("hunter22"), told);
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(log)));
      assertTrue(failure.getMessage().contains(log.toString()), failure::getMessage);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (true) throw new IllegalStateException(\"no guide\");",
        "if (true) return null;",
        "if (true) return Optional.of(new SetupGuide(null, null, null, null, null, null, null,"
            + " null));"
      })
  void aGuideThatCannotBeUsedCostsNothingElse(String manner) throws Exception {
    jar("guide", manner);
    try (AdapterRegistry registry = discover(SHORT_SERVICE)) {
      RegisteredProvider provider = registry.provider("ill").orElseThrow();
      assertThrows(AdapterFailure.class, provider::guide);
      assertEquals(Optional.empty(), provider.hold());
      assertEquals(List.of(), provider.check(Settings.none()));
      provider.create(Settings.none(), SERVICES).close();
    }
  }

  /** It is part of what these methods may say, and is for people. */
  @ParameterizedTest
  @ValueSource(strings = {"findByEmail", "entered"})
  void aRefusalThatIsDeclaredKeepsItsSentenceAndShowsNoSecret(String method) throws Exception {
    jar(method, "if (true) throw new java.io.IOException(\"No such right for hunter22.\");");
    try (AdapterRegistry registry = discover(SHORT_SERVICE)) {
      RegisteredAdapter adapter =
          registry
              .provider("ill")
              .orElseThrow()
              .create(Settings.of(Map.of("token", Secret.of("hunter22"))), SERVICES);
      IOException refusal =
          assertThrows(
              IOException.class,
              () -> {
                can(adapter, PersonLookup.class).findByEmail("a@b.c");
                can(adapter, DeepLink.class).entered("c");
              });
      assertEquals("No such right for [secret].", refusal.getMessage());
    }
  }

  @Test
  void aLateProviderIsHeldAndAskedNoMore() throws Exception {
    jar("checkAddress", MANNERS.get("hangs"));
    try (AdapterRegistry registry = discover()) {
      RegisteredProvider provider = registry.provider("ill").orElseThrow();
      assertThrows(AdapterFailure.class, () -> provider.checkAddress(Address.configured("x")));
      String why = provider.hold().orElseThrow();
      assertTrue(why.contains("ill.jar"), why);
      assertTrue(why.contains("acme.Ill.checkAddress"), why);
      AdapterFailure second =
          assertThrows(AdapterFailure.class, () -> provider.check(Settings.none()));
      assertFalse(second.called());
    }
  }

  @Test
  void aCallThatComputesOnHoldsTheJarAndTheSecondTimeSetsItAside() throws Exception {
    jar("deliver", MANNERS.get("spins"));
    spin("acme.Ill$It.deliver computes since");
    assertTrue(discovered("ill"));
    spin("resume ill.jar");
    strikes = gateway(OptionalInt.empty());
    assertFalse(discovered("ill"));
    try (AdapterRegistry registry = discover()) {
      String why = registry.setAside("ill").orElseThrow().toString();
      assertTrue(why.contains("resume ill.jar"), why);
    }
    assertTrue(JarStrikes.ofCommand(directory.resolve("home")).forgive("ill.jar"));
    strikes = gateway(OptionalInt.empty());
    assertTrue(discovered("ill"));
  }

  private void spin(String why) throws Exception {
    System.clearProperty("test.released");
    try (AdapterRegistry registry = discover(SHORT_SERVICE)) {
      RegisteredAdapter adapter =
          registry.provider("ill").orElseThrow().create(Settings.none(), SERVICES);
      assertThrows(AdapterFailure.class, () -> adapter.deliver(null));
      assertTrue(adapter.hold().orElseThrow().contains(why), adapter.hold()::toString);
    } finally {
      System.setProperty("test.released", "yes");
    }
  }

  private boolean discovered(String type) {
    try (AdapterRegistry registry = discover(SHORT_SERVICE)) {
      return registry.provider(type).isPresent();
    }
  }

  @Test
  void anotherVersionStartsWithoutStrikes() throws Exception {
    jar("deliver", MANNERS.get("spins"));
    spin("acme.Ill$It.deliver computes since");
    spin("resume ill.jar");
    jar("deliver", MANNERS.get("throws"));
    strikes = gateway(OptionalInt.empty());
    assertTrue(discovered("ill"));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 7})
  void aDeathDuringACallCountsAndTheSecondSetsAside(int code) throws Exception {
    jar("deliver", MANNERS.get("sticks"));
    diesDuringACall(OptionalInt.empty());
    diesDuringACall(OptionalInt.of(code));
    strikes = gateway(OptionalInt.of(code));
    assertFalse(discovered("ill"));
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 143})
  void noOtherEndOfTheProcessIsTheJars(int code) throws Exception {
    jar("deliver", MANNERS.get("sticks"));
    diesDuringACall(OptionalInt.empty());
    diesDuringACall(OptionalInt.of(code));
    strikes = gateway(OptionalInt.of(code));
    assertTrue(discovered("ill"));
  }

  @Test
  void aDeathBetweenCallsIsNotTheJars() throws Exception {
    jar("close", "");
    for (int i = 0; i < 3; i++) {
      strikes = gateway(OptionalInt.of(3));
      assertTrue(discovered("ill"));
    }
  }

  private void diesDuringACall(OptionalInt lastExit) {
    strikes = gateway(lastExit);
    System.clearProperty("test.released");
    try (AdapterRegistry registry = discover(SHORT_SERVICE)) {
      RegisteredAdapter adapter =
          registry.provider("ill").orElseThrow().create(Settings.none(), SERVICES);
      assertThrows(AdapterFailure.class, () -> adapter.deliver(null));
    }
  }

  @Test
  void theSixteenthHungCallIsTheLast() throws Exception {
    jar("deliver", MANNERS.get("sticks"));
    try (AdapterRegistry registry = discover(SHORT_SERVICE)) {
      RegisteredAdapter adapter =
          registry.provider("ill").orElseThrow().create(Settings.none(), SERVICES);
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < JarThreads.MOST; i++) {
        callers.add(Thread.startVirtualThread(() -> fails(adapter)));
      }
      for (Thread caller : callers) {
        assertTrue(caller.join(Duration.ofSeconds(10)));
      }
      assertTrue(adapter.hold().orElseThrow().contains("all 16 threads"), adapter.hold()::toString);
      AdapterFailure refused = assertThrows(AdapterFailure.class, () -> adapter.deliver(null));
      assertFalse(refused.called());
    } finally {
      System.setProperty("test.released", "yes");
    }
  }

  private static void fails(RegisteredAdapter adapter) {
    assertThrows(AdapterFailure.class, () -> adapter.deliver(null));
  }

  @Test
  void aPinnedJarIsLoadedOnlyAsItIs() throws Exception {
    Path jar = jar("close", "");
    String sum = JarHash.of(jar).sha256();
    Path pin = adapters.resolve("ill.jar.sha256");
    Files.writeString(pin, sum.toUpperCase(java.util.Locale.ROOT) + "  ill.jar\n");
    assertTrue(discovered("ill"));
    String other = "0".repeat(64);
    Files.writeString(pin, other + " *ill.jar\n");
    try (AdapterRegistry registry = discover(SHORT_SERVICE)) {
      String told = registry.problems().getFirst().toString();
      assertTrue(registry.provider("ill").isEmpty());
      assertTrue(told.contains(sum), told);
      assertTrue(told.contains(other), told);
    }
    Files.writeString(pin, "nothing\n");
    assertFalse(discovered("ill"));
  }

  @Test
  void aJarThatCameAfterTheStartIsKnownAsOne() throws Exception {
    try (AdapterRegistry registry = discover(SHORT_SERVICE)) {
      Path jar = jar("close", "");
      assertEquals(List.of(jar), registry.newcomers());
    }
  }

  /**
   * Source of the adapter.
   *
   * @param first what the method of a name does first; further members for the name {@code members}
   */
  private static String source(UnaryOperator<String> first) {
    String text =
        """
        package acme;
        import java.net.URI;
        import java.time.*;
        import java.util.*;
        import org.messgateway.api.*;
        public class Ill implements AdapterProvider {
          static class Rude extends RuntimeException {
            public String getMessage() { throw new IllegalStateException("not even this"); }
            public String toString() { throw new IllegalStateException("nor this"); }
          }
          static int deeper(int n) { return deeper(n + 1) + 1; }
          $members
          @SuppressWarnings("unchecked")
          static <T extends Throwable> void sneak(Throwable t) throws T { throw (T) t; }
          static { $static }
          public Ill() { $new }
          public AdapterDescription describe() { $describe
            return new AdapterDescription("ill", "for tests", Audience.MACHINES,
                List.of(SettingDescription.optional("token",
                    SettingDescription.SettingKind.SECRET, "a token")), "x", "to",
                List.of(), new ChannelLimits(1, null, null));
          }
          public List<SettingProblem> check(Settings s) { $check return List.of(); }
          public Optional<SetupGuide> guide() { $guide return Optional.empty(); }
          public Optional<String> checkAddress(Address a) { $checkAddress return Optional.empty(); }
          public Adapter create(Settings s, AdapterServices x) { $create return new It(); }
          static class It implements Adapter, Editable, DeliveryLookup, ReceiptStatusLookup, Inbound,
              SelfTest, PersonLookup, DeepLink {
            public Outcome deliver(Notification n) { $deliver
              return new Outcome.Delivered(Receipt.of("a", "b")); }
            public Outcome update(Receipt r, Notification n) { $update
              return new Outcome.Delivered(Receipt.of("a", "b")); }
            public Duration settleTime() { $settleTime return Duration.ZERO; }
            public LookupResult find(Notification n, Instant since) { $find
              return new LookupResult.NotFound(); }
            public ReceiptStatus receiptStatus(Receipt r) { $receiptStatus
              return new ReceiptStatus.Pending(); }
            public void listen(InboundListener l) { $listen }
            public void resume(List<InboundListener.StoredEvent> events) { $resume }
            public boolean inboundOpen() { $inboundOpen return true; }
            public CallbackResponse receive(CallbackRequest c) { $receive
              return CallbackResponse.of(200); }
            public List<Finding> selfTest() { $selfTest return List.of(); }
            public Optional<ServicePerson> findByEmail(String email)
                throws java.io.IOException { $findByEmail
              return Optional.empty(); }
            public Optional<URI> personLink(String c) { $personLink return Optional.empty(); }
            public Optional<URI> groupLink(String c) { $groupLink return Optional.empty(); }
            public Optional<CodeEntry> entered(String c)
                throws java.io.IOException { $entered return Optional.empty(); }
            public void close() { $close }
          }
        }
        """;
    return Pattern.compile("\\$([a-zA-Z]+)")
        .matcher(text)
        .replaceAll(place -> Matcher.quoteReplacement(first.apply(place.group(1))))
        .replace("Ill.RELEASED", "(System.getProperty(\"test.released\") != null)");
  }
}

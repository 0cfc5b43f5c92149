package org.example.ntfy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.HttpSimulator;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.RecordedRequest;
import org.messgateway.testkit.TestNotifications;

/** What is particular to ntfy; the rest is in {@link NtfyContractTest}. */
class NtfyAdapterTest {

  private final HttpSimulator ntfy = HttpSimulator.start();
  private final NtfyAdapterProvider provider = new NtfyAdapterProvider();

  @BeforeEach
  void itTakesEverything() {
    ntfy.answers(CannedResponse.json(200, "{\"id\":\"sPs71M8A2T\",\"event\":\"message\"}"));
  }

  @AfterEach
  void stop() {
    ntfy.close();
  }

  private Outcome deliver(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("base_url", ntfy.baseUrl());
    return deliverTo(settings);
  }

  private Outcome deliverTo(Map<String, Object> settings) {
    AdapterServices services =
        new AdapterServices("ntfy", ManualClock.at(TestNotifications.NOW), Duration.ofSeconds(10));
    try (Adapter adapter = provider.create(Settings.of(settings), services)) {
      return adapter.deliver(TestNotifications.to(Address.configured("anas-tasks")).make());
    }
  }

  @Test
  void theIdOfTheServiceIsTheReceipt() {
    Outcome.Delivered delivered = assertInstanceOf(Outcome.Delivered.class, deliver(Map.of()));
    assertEquals("sPs71M8A2T", delivered.receipt().part("id"));
  }

  @Test
  void theTokenIsSentAndWithoutOneNothing() {
    deliver(Map.of("token", Secret.of("tk_mine")));
    deliver(Map.of());
    RecordedRequest with = ntfy.requests().getFirst();
    RecordedRequest without = ntfy.requests().getLast();
    assertEquals(Optional.of("Bearer tk_mine"), with.header("authorization"));
    assertEquals(Optional.empty(), without.header("authorization"));
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void aRefusedTokenIsTheAccountsAffair(int status) {
    ntfy.answers(CannedResponse.json(status, "{\"code\":40301,\"error\":\"forbidden\"}"));
    Outcome.Deferred deferred =
        assertInstanceOf(Outcome.Deferred.class, deliver(Map.of("token", Secret.of("tk_mine"))));
    assertEquals(FailureReason.CREDENTIAL_REFUSED, deferred.reason());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 413})
  void whatItWillNeverTakeIsNotTriedAgain(int status) {
    ntfy.answers(CannedResponse.json(status, "{\"code\":40024,\"error\":\"no\"}"));
    assertInstanceOf(Outcome.Rejected.class, deliver(Map.of()));
  }

  @Test
  void aNameThatDoesNotExistIsUnreachableAndNothingWasSent() {
    Outcome.Deferred deferred =
        assertInstanceOf(
            Outcome.Deferred.class,
            deliverTo(Map.of("base_url", URI.create("http://ntfy.invalid"))));
    assertEquals(FailureReason.UNREACHABLE, deferred.reason());
    assertEquals(Outcome.Reach.BEFORE_SENDING, deferred.reach());
  }

  @ParameterizedTest
  @ValueSource(strings = {"with blank", "with/slash", "ümlaut", ""})
  void whatIsNoTopicIsFoundOut(String text) {
    assertEquals(
        Optional.of("A topic is 1 to 64 letters, digits, hyphens and underscores."),
        provider.checkAddress(Address.configured(text)));
  }
}

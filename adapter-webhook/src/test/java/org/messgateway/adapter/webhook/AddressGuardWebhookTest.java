package org.messgateway.adapter.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import okhttp3.Dns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Address.Origin;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.ConnectionScript;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.SocketSimulator;
import org.messgateway.testkit.TestNotifications;

/** Against a real server on loopback, reached or not by whatever name and origin. */
class AddressGuardWebhookTest {

  private final SocketSimulator server =
      SocketSimulator.start(ConnectionScript.answer(CannedResponse.empty(204)));

  @AfterEach
  void close() {
    server.close();
  }

  private Outcome deliver(String host, Origin origin, List<String> allow, String... resolved) {
    Settings settings =
        Settings.of(
            Map.of(
                "secret",
                List.of(Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")),
                "allow",
                allow));
    AdapterServices services =
        new AdapterServices("robots", ManualClock.at(TestNotifications.NOW), Duration.ofSeconds(2));
    String url = "http://" + host + ":" + server.baseUrl().getPort() + "/mess";
    try (WebhookAdapter adapter = new WebhookAdapter(settings, services, dns(resolved))) {
      return adapter.deliver(
          TestNotifications.to(new Address(url, Settings.none(), origin)).make());
    }
  }

  private static Dns dns(String... resolved) {
    return host -> {
      if (resolved.length == 0) {
        throw new UnknownHostException(host);
      }
      return Arrays.stream(resolved).map(InetAddress::ofLiteral).toList();
    };
  }

  private void forbidden(Outcome outcome) {
    Deferred deferred = assertInstanceOf(Deferred.class, outcome);
    assertEquals(FailureReason.ADDRESS_FORBIDDEN, deferred.reason(), deferred.toString());
    assertEquals(Reach.BEFORE_SENDING, deferred.reach());
    assertEquals(0, server.connections(), "nothing was connected to");
  }

  private void reached(Outcome outcome) {
    assertInstanceOf(Delivered.class, outcome, outcome.toString());
    assertEquals(1, server.requests().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "[::ffff:127.0.0.1]"})
  void anAddressTypedInTheConfigurationReachesThisMachine(String host) {
    reached(deliver(host, Origin.CONFIGURATION, List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "robot",
        "roomba.local",
        "ROOMBA.LAN",
        "roomba.home.arpa",
        "roomba.internal",
        "roomba.local."
      })
  void aLocalNameTypedInTheConfigurationReachesThisMachine(String host) {
    reached(deliver(host, Origin.CONFIGURATION, List.of(), "127.0.0.1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.5.5.5",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "10.0.0.5",
        "192.168.1.20",
        "172.16.0.1",
        "[fd00::5]"
      })
  void anAddressFromElsewhereDoesNot(String host) {
    forbidden(deliver(host, Origin.ELSEWHERE, List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "robot", "roomba.local", "robot.example.com"})
  void aNameFromElsewhereDoesNot(String host) {
    forbidden(deliver(host, Origin.ELSEWHERE, List.of(), "127.0.0.1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"example.com", "evil.local.example.com", "notlocal", "xlocal.com"})
  void aPublicNameThatLeadsHomeIsRefusedEvenInTheConfiguration(String host) {
    if (host.contains(".")) {
      forbidden(deliver(host, Origin.CONFIGURATION, List.of(), "127.0.0.1"));
    } else {
      reached(deliver(host, Origin.CONFIGURATION, List.of(), "127.0.0.1"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.1", "0", "2130706433", "0x7f000001", "017700000001", "0177.0.0.1"})
  void oddSpellingsReachNothing(String host) {
    Outcome outcome = deliver(host, Origin.ELSEWHERE, List.of(), "127.0.0.1");
    assertTrue(!(outcome instanceof Delivered), outcome.toString());
    assertEquals(0, server.connections());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "169.254.1.1",
        "[fd00:ec2::254]",
        "168.63.129.16",
        "[fd20:ce::254]",
        "[fd00:42::42]",
        "[64:ff9b::a83f:8110]",
        "[fe80::1]",
        "0.0.0.0",
        "[::]",
        "224.0.0.1",
        "[ff02::1]",
        "100.64.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "192.0.2.1"
      })
  void whatIsNobodysHomeIsRefusedEvenInTheConfiguration(String host) {
    forbidden(deliver(host, Origin.CONFIGURATION, List.of()));
  }

  @Test
  void oneBadAddressAmongGoodOnesIsEnough() {
    forbidden(
        deliver("robot.example.com", Origin.ELSEWHERE, List.of(), "93.184.216.34", "127.0.0.1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.0/8", "robot.example.com", "ROBOT.example.com."})
  void whatTheOperatorAllowsIsReached(String allow) {
    reached(deliver("robot.example.com", Origin.ELSEWHERE, List.of(allow), "127.0.0.1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"robot.example.com", "168.63.129.0/24", "0.0.0.0/0"})
  void neitherAPermittedNameNorARangeLeadsToWhereCloudsKeepCredentials(String allow) {
    forbidden(deliver("robot.example.com", Origin.CONFIGURATION, List.of(allow), "168.63.129.16"));
  }

  @Test
  void whatIsAllowedForOneIsNotAllowedForAnother() {
    forbidden(
        deliver("other.example.com", Origin.ELSEWHERE, List.of("robot.example.com"), "127.0.0.1"));
  }

  @Test
  void aRefusalPrintsTheLineThatWouldPermitIt() {
    Outcome outcome = deliver("robot.example.com", Origin.ELSEWHERE, List.of(), "10.0.0.5");
    assertEquals(
        "robot.example.com leads to 10.0.0.5, which is a private address, and nothing is sent there"
            + " unless it is permitted. If it shall be, write into config.yaml:"
            + " dispatch.robots.allow: [\"10.0.0.5\"]",
        assertInstanceOf(Deferred.class, outcome).sentence());
    Outcome literal = deliver("169.254.169.254", Origin.CONFIGURATION, List.of());
    assertTrue(
        assertInstanceOf(Deferred.class, literal)
            .sentence()
            .startsWith("169.254.169.254 is where clouds keep credentials"),
        literal.toString());
  }

  @Test
  void aConnectionOfATrustedAddressDoesNotServeOneThatIsNot() {
    Settings settings =
        Settings.of(Map.of("secret", List.of(Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))));
    AdapterServices services =
        new AdapterServices(
            "webhook", ManualClock.at(TestNotifications.NOW), Duration.ofSeconds(2));
    String url = server.baseUrl() + "/mess";
    try (WebhookAdapter adapter = new WebhookAdapter(settings, services, dns())) {
      Address trusted = new Address(url, Settings.none(), Origin.CONFIGURATION);
      Address not = new Address(url, Settings.none(), Origin.ELSEWHERE);
      assertInstanceOf(Delivered.class, adapter.deliver(TestNotifications.to(trusted).make()));
      assertInstanceOf(Deferred.class, adapter.deliver(TestNotifications.to(not).make()));
      assertEquals(1, server.requests().size());
    }
  }

  @Test
  void aNameNobodyKnowsIsUnreachableNotForbidden() {
    Deferred deferred =
        assertInstanceOf(
            Deferred.class, deliver("robot.example.com", Origin.CONFIGURATION, List.of()));
    assertNotEquals(FailureReason.ADDRESS_FORBIDDEN, deferred.reason());
    assertEquals("The name of the host cannot be resolved.", deferred.sentence());
  }
}

package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.gateway.answer.chat.ChannelMember;
import org.messgateway.gateway.answer.chat.ChannelMembers;
import org.messgateway.gateway.config.GatewayConfig.InFlightBounds;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.reconcile.FlowScene;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.Rule;

/** What people decided is put over what is written, and what is written wins. */
class PeopleOverlayTest {

  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @TempDir Path home;

  /** Ana and Ben, each at an address on slack. */
  private GatewayConfig config() {
    Map<String, Executor> executors = new LinkedHashMap<>();
    executors.put("ana", FlowScene.photographer("ana"));
    executors.put("ben", FlowScene.photographer("ben"));
    return new GatewayConfig(
        home,
        "claude-agent",
        "Miller home",
        URI.create("http://localhost:8420"),
        new HttpConfig(false, "127.0.0.1", 0, null),
        Optional.empty(),
        new ExchangeConfig(home, List.of()),
        new InFlightBounds(8, 1 << 20),
        List.of(),
        Duration.ofHours(24),
        Optional.empty(),
        new Catalogue(
            executors,
            List.of(),
            Rule.EVERYONE,
            Map.of("slack", Audience.PEOPLE, "telegram", Audience.PEOPLE)),
        Map.of(),
        Map.of(),
        Map.of("ben", Map.of("telegram", "8")));
  }

  private PeopleFile people() {
    return new PeopleFile(home.resolve(PeopleFile.NAME));
  }

  private List<ChannelAddress> addresses(String executor) {
    return executor(executor).notifyPlan().channels();
  }

  private Executor executor(String id) {
    return Optional.ofNullable(applied().catalogue().executors().get(id)).orElseThrow();
  }

  private GatewayConfig applied() {
    return PeopleOverlay.to(config(), people().now());
  }

  @Test
  void whereNobodyDecidedAnythingNothingChanges() {
    GatewayConfig config = config();
    assertSame(config, PeopleOverlay.to(config, people().now()));
  }

  @Test
  void aLinkedAddressIsToldLikeAWrittenOneAndWhatIsWrittenWins() {
    people().link(new PeopleState.Linked("ana", "telegram", "-5", "7", "Ana", NOW));
    people().link(new PeopleState.Linked("ana", "slack", "U9", "U9", null, NOW));
    people().link(new PeopleState.Linked("ana", "nowhere", "x", "x", null, NOW));
    assertEquals(
        List.of(
            new ChannelAddress("slack", Address.configured("U-ana")),
            new ChannelAddress("telegram", Address.configured("-5"))),
        addresses("ana"));
  }

  @Test
  void whoLinkedAGroupIsKnownInItUnlessItIsWrittenWhoTheyAre() {
    people().link(new PeopleState.Linked("ana", "telegram", "-5", "7", null, NOW));
    people().link(new PeopleState.Linked("ben", "telegram", "-5", "9", null, NOW));
    List<ChannelMember> members =
        new ChannelMembers(new CurrentConfig(applied())).members("telegram");
    assertEquals(
        List.of("[7]", "[8]"),
        members.stream().map(member -> member.persons().toString()).toList());
  }

  @Test
  void anAddressThatMovedIsTheNewOneWhereverItIsWritten() {
    people().moved("slack", "U-ana", "U-new");
    assertEquals("U-new", addresses("ana").getFirst().address().value());
  }

  @Test
  void whoOptedOutIsSkippedAndPausesCount() {
    people().optOut("slack", "U-ana", NOW);
    people().pause("ben", NOW.plusSeconds(60), NOW);
    assertEquals(addresses("ana"), executor("ana").notifyPlan().silent());
    assertEquals(NOW.plusSeconds(60), executor("ben").preferences().pausedUntil());
  }

  @Test
  void aNewConfigurationDoesNotForgetWhatPeopleDecided() {
    people().optOut("slack", "U-ana", NOW);
    CurrentConfig live = new CurrentConfig(config());
    live.decided(people().now());
    live.replace(config());
    Executor ana = live.get().catalogue().executors().get("ana");
    assertTrue(ana != null && !ana.notifyPlan().silent().isEmpty());
  }
}

package org.messgateway.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.config.Registrant;
import org.messgateway.gateway.config.Registrations;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.queue.jdbc.PostgresServer;
import org.messgateway.gateway.queue.jdbc.PostgresStore;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import org.messgateway.testkit.Conforms;

/** What homes that share a store have in common, and what a home alone has in files. */
@Tag("postgres")
final class HomeDocumentsTest {

  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @TempDir Path folder;
  private final QueueStore store = PostgresStore.at(PostgresServer.freshUrl(), null, null);

  private HomeDocuments home(String name) throws IOException {
    return HomeDocuments.of(store, Files.createDirectories(folder.resolve(name)));
  }

  private static String proof(HomeDocuments home) {
    return new ControlKey(home.linkKey(Optional.empty())).token();
  }

  @Test
  void whatOneSignedTheOtherKnowsAlsoAfterARotation() throws IOException {
    try (HomeDocuments one = home("one");
        HomeDocuments other = home("other")) {
      String before = proof(one);
      assertEquals(before, proof(other));
      assertEquals(2, one.keyRotation().rotate(NOW, false));
      other.refresh();
      assertNotEquals(before, proof(other));
      assertEquals(proof(one), proof(other));
      assertEquals(1, other.keyRotation().rotate(NOW, true));
    }
  }

  @Test
  void aTokenMadeOnOneCountsOnTheOtherUntilItIsRevoked() throws IOException {
    try (HomeDocuments one = home("one");
        HomeDocuments other = home("other")) {
      String made = one.tokens().make(TokenKind.AGENT, "roomba", NOW, null);
      String id = other.tokens().read().getFirst().id();
      assertTrue(made.contains(id));
      assertTrue(other.tokens().revoke(id));
      assertEquals(List.of(), one.tokens().read());
    }
  }

  @Test
  @Conforms(312)
  void anExecutorRegisteredOnOneIsThereOnTheOther() throws IOException {
    try (HomeDocuments one = home("one");
        HomeDocuments other = home("other")) {
      for (String name : List.of("one", "other")) {
        Files.writeString(folder.resolve(name).resolve("config.yaml"), "");
      }
      ConfigLoader files = new ConfigLoader(AdapterRegistry.of(), ZoneOffset.UTC);
      new Registrations(one.loading(files), folder.resolve("one"), Map.of(), () -> NOW)
          .take(
              new Registrant(Registrant.Kind.OPERATOR, "pat"),
              List.of(Map.of("executor", Map.of("id", "roomba"))));
      other.refresh();
      LoadResult there = other.loading(files).load(folder.resolve("other"), Map.of());
      assertEquals(
          Set.of("roomba"), ((LoadResult.Valid) there).config().catalogue().executors().keySet());
    }
  }

  @Test
  void linksThatOneEndsAreEndedOnTheOther() throws IOException {
    try (HomeDocuments one = home("one");
        HomeDocuments other = home("other");
        HomeDocuments command = HomeDocuments.ofCommand(store, folder.resolve("one"))) {
      LinkClaims link = LinkClaims.granted("ex1", "r", "ana", NOW.minusSeconds(9), null);
      LinkTokens there = tokens(other);
      assertFalse(there.ended(link));
      command.linkRevocations().revoke("ana", NOW);
      one.refresh();
      other.refresh();
      assertTrue(there.ended(link));
      assertTrue(tokens(one).ended(link));
      assertFalse(there.ended(LinkClaims.granted("ex1", "r", "ana", NOW, null)));
    }
  }

  private static LinkTokens tokens(HomeDocuments home) {
    LinkKey key = home.linkKey(Optional.empty());
    return new LinkTokens(key, home.linkRevocations(), () -> NOW);
  }

  @Test
  void whatPeopleDecidedOnOneIsInForceOnTheOther() throws IOException {
    try (HomeDocuments one = home("one");
        HomeDocuments other = home("other")) {
      PeopleFile there = other.people();
      assertTrue(there.now().paused().isEmpty());
      one.people().pause("ana", NOW.plusSeconds(60), NOW);
      String code = one.people().invite("ana", "telegram", NOW);
      other.refresh();
      assertTrue(there.now().pausedUntil("ana", NOW).isPresent());
      assertEquals(Optional.of("ana"), there.redeem(code, "telegram", "1", "1", null, NOW));
      one.refresh();
      assertFalse(one.people().waits(code));
      assertEquals(Optional.empty(), one.people().redeem(code, "telegram", "2", "2", null, NOW));
    }
  }

  @Test
  void aCommandSeesAtOnceWhatAGatewayWrote() throws IOException {
    try (HomeDocuments gateway = home("one");
        HomeDocuments command = HomeDocuments.ofCommand(store, folder.resolve("one"))) {
      PeopleFile asked = command.people();
      gateway.people().pause("ana", NOW.plusSeconds(60), NOW);
      assertTrue(asked.now().pausedUntil("ana", NOW).isPresent());
    }
  }

  @Test
  void theFirstHomeBringsItsFilesAndLaterOnesTakeWhatIsThere() throws IOException {
    Path old = Files.createDirectories(folder.resolve("old"));
    QueueStore file = SqliteStore.in(old.resolve(".gateway"), InstantSource.system());
    String proof;
    try (HomeDocuments alone = HomeDocuments.of(file, old)) {
      alone.people().pause("ana", NOW.plusSeconds(60), NOW);
      alone.tokens().make(TokenKind.OPERATOR, "me", NOW, null);
      alone.linkRevocations().revoke("ana", NOW);
      proof = proof(alone);
    }
    try (HomeDocuments first = HomeDocuments.of(store, old);
        HomeDocuments second = home("second")) {
      assertEquals(proof, proof(first));
      assertEquals(proof, proof(second));
      assertTrue(second.people().now().paused().containsKey("ana"));
      assertEquals("me", second.tokens().read().getFirst().name());
      assertTrue(
          tokens(second).ended(LinkClaims.granted("ex1", "r", "ana", NOW.minusSeconds(1), null)));
    }
  }
}

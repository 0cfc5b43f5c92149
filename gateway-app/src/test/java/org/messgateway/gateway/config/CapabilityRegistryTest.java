package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.RegistrationException.Reason;
import org.messgateway.gateway.config.Registrations.Accepted;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.read.CapabilityFile;
import org.messgateway.gateway.exchange.read.CapabilityFile.Capability;
import org.messgateway.testkit.Conforms;

/** Capabilities that are registered by messages. */
final class CapabilityRegistryTest {

  private static final Registrant PAT = new Registrant(Registrant.Kind.OPERATOR, "pat");
  private static final Registrant ROOMBA = new Registrant(Registrant.Kind.EXECUTOR, "roomba");
  private static final Map<String, Object> PHOTO =
      Map.of(
          "id", "take-photo",
          "description", "Capture and attach photos",
          "tags", List.of("visual", "attachments"));

  @TempDir private Path directory;
  private Home home;
  private Registrations registrations;

  @BeforeEach
  void aHome() throws IOException {
    ExchangeDirectory.open(directory.resolve("house"), ExchangeDirectory.Access.WRITE);
    home =
        new Home(directory, AdapterRegistry.of(TestProvider.slack(), TestProvider.webhook()))
            .config(
                """
                exchanges:
                  household: { path: house }
                  work: { type: remote, url: "https://mess.example/api/v1/exchanges/w", api_key: k }
                """);
    registrations =
        new Registrations(
            home.loader(), directory, Map.of(), () -> Instant.parse("2026-11-23T10:00:00Z"));
  }

  private List<Accepted> take(Registrant by, Object capability) {
    return registrations.take(by, List.of(Map.of("capability", capability)));
  }

  private RegistrationException refused(Registrant by, Object capability) {
    return assertThrows(RegistrationException.class, () -> take(by, capability));
  }

  private List<Capability> known() {
    return new CapabilityFile(home.valid().exchange().path()).all();
  }

  @Test
  @Conforms({97, 98, 314})
  void aCapabilityGoesIntoTheFirstExchangesCatalogueAsAFileWouldHaveIt() throws IOException {
    assertEquals(List.of(new Accepted("capability", "take-photo", List.of())), take(PAT, PHOTO));
    assertEquals(
        List.of(
            new Capability(
                "take-photo",
                "Capture and attach photos",
                List.of("visual", "attachments"),
                "operator pat")),
        known());
    String text = Files.readString(home.valid().exchange().path().resolve(CapabilityFile.NAME));
    assertTrue(text.contains("at: 2026-11-23T10:00:00Z") || text.contains("at: \"2026"), text);
    assertFalse(Files.exists(directory.resolve(Registrations.FILE)));
  }

  @Test
  @Conforms(97)
  void anIdAloneIsEnoughSeveralMayComeTogetherAndTheyNeedNotBeInKebabCase() {
    take(PAT, List.of("Vacuum Floor", Map.of("id", "3d_print", "x-note", "kept")));
    assertEquals(
        List.of("Vacuum Floor", "3d_print"), known().stream().map(Capability::id).toList());
  }

  @Test
  @Conforms(314)
  void whatIsKnownAlreadyIsToldAndReplacedOrLeft() {
    take(PAT, PHOTO);
    assertEquals(
        List.of("it was known already, and described so"), take(PAT, PHOTO).getFirst().hints());
    assertEquals(
        List.of("it was known already; this description replaces the one before"),
        take(PAT, Map.of("id", "take-photo", "description", "Photos")).getFirst().hints());
    assertEquals("Photos", known().getFirst().description());
  }

  @Test
  @Conforms(314)
  void anExecutorAddsCapabilitiesAndChangesItsOwnOnly() {
    take(PAT, PHOTO);
    RegistrationException refused = refused(ROOMBA, Map.of("id", "take-photo", "tags", "mine"));
    assertEquals(Reason.FORBIDDEN, refused.reason());
    take(ROOMBA, PHOTO);
    take(ROOMBA, Map.of("id", "mop", "description", "wet"));
    take(ROOMBA, Map.of("id", "mop", "description", "wet, with soap"));
    assertEquals("wet, with soap", known().getLast().description());
    assertEquals("executor roomba", known().getLast().registeredBy());
  }

  @Test
  void anExchangeOnAServerAndOneThatIsNotThereAreTold() {
    List<Map<String, Object>> configs = List.of(Map.of("capability", "mop"));
    RegistrationException remote =
        assertThrows(
            RegistrationException.class,
            () -> registrations.take(PAT, configs, Optional.of("work")));
    assertEquals(Reason.MISTAKE, remote.reason());
    assertTrue(remote.sentence().contains("work"), remote.sentence());
    assertTrue(remote.sentence().contains("is on a server"), remote.sentence());
    RegistrationException unknown =
        assertThrows(
            RegistrationException.class,
            () -> registrations.take(PAT, configs, Optional.of("wrok")));
    assertTrue(unknown.sentence().contains("there are household, work"), unknown.sentence());
    assertEquals("exchange", unknown.key());
  }

  @Test
  void whatIsNoCapabilityIsRefusedWithWhatWouldBeRight() {
    for (Object wrong :
        List.of(
            Map.of("description", "of nothing"),
            Map.of("id", " "),
            Map.of("id", "a\nb"),
            Map.of("id", "a", "tags", Map.of("x", "y")),
            Map.of("id", "a", "description", List.of("b")),
            Map.of("id", "a", "registered", "by me"))) {
      RegistrationException refused = refused(PAT, wrong);
      assertEquals(Reason.MISTAKE, refused.reason());
      assertTrue(refused.sentence().contains("capability: {id: take-photo"), refused.sentence());
    }
    assertEquals(List.of(), known());
  }

  @Test
  void ofAMessageWithAMistakeNothingCountsAndACheckRegistersNothing() {
    List<Map<String, Object>> configs =
        List.of(Map.of("capability", PHOTO), Map.of("executor", Map.of("id", "not an id!")));
    assertThrows(RegistrationException.class, () -> registrations.take(PAT, configs));
    registrations.check(
        PAT,
        List.of(Map.of("capability", PHOTO), Map.of("routing", Map.of("rules", List.of()))),
        Optional.empty());
    assertEquals(List.of(), known());
    assertFalse(Files.exists(directory.resolve(Registrations.FILE)));
  }
}

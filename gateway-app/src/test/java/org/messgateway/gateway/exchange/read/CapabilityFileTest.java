package org.messgateway.gateway.exchange.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.answer.query.CapabilityCatalogue;
import org.messgateway.gateway.answer.query.CapabilityCatalogue.KnownCapability;
import org.messgateway.gateway.exchange.read.CapabilityFile.Capability;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan;
import org.messgateway.gateway.routing.Preferences;
import org.messgateway.gateway.routing.Rule;
import org.messgateway.testkit.Conforms;

/** The capability catalogue, which other programs write. */
final class CapabilityFileTest {

  /** From the protocol, as it stands there. */
  private static final String PROTOCOL =
      """
      # Example capability definitions (exchange-specific)
      ---
      id: take-photo
      description: Capture and attach photos
      tags: [visual, attachments]
      ---
      id: check-visual
      description: Look at something, read a display
      tags: [visual, inspection]
      """;

  private static final Capability PHOTO =
      new Capability("take-photo", "Capture and attach photos", List.of("visual", "attachments"));

  @TempDir private Path root;

  private CapabilityFile written(String text) throws IOException {
    Files.writeString(root.resolve(CapabilityFile.NAME), text);
    return new CapabilityFile(root);
  }

  @Test
  @Conforms({97, 98, 314})
  void theCatalogueOfTheProtocolIsReadAsItStands() throws IOException {
    assertEquals(
        List.of(
            PHOTO,
            new Capability(
                "check-visual",
                "Look at something, read a display",
                List.of("visual", "inspection"))),
        written(PROTOCOL).all());
  }

  @Test
  @Conforms(98)
  void withoutAFileThereIsNoneAndAChangeIsSeenAtOnce() throws IOException {
    CapabilityFile file = new CapabilityFile(root);
    assertEquals(List.of(), file.all());
    written("id: a\n");
    assertEquals(List.of(new Capability("a", null, List.of())), file.all());
    written("id: a\n---\nid: bb\ntags: one\n");
    assertEquals(2, file.all().size());
    Files.delete(root.resolve(CapabilityFile.NAME));
    assertEquals(List.of(), file.all());
  }

  @Test
  @Conforms(314)
  void aBrokenDocumentCostsOnlyItself() throws IOException {
    assertEquals(
        List.of("a", "c"),
        written("id: a\n---\nid: [b\n---\ndescription: of nothing\n---\nid: c\n---\nid: a\n")
            .all()
            .stream()
            .map(Capability::id)
            .toList());
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path elsewhere = Files.writeString(root.resolve("elsewhere"), "id: secret\n");
    Files.createSymbolicLink(root.resolve(CapabilityFile.NAME), elsewhere);
    assertEquals(List.of(), new CapabilityFile(root).all());
  }

  @Test
  @Conforms({99, 314})
  void whatExecutorsClaimIsKnownToo() throws IOException {
    Executor roomba =
        new Executor(
            "roomba",
            "Roomba",
            List.of(new Requirement("vacuum-floor"), new Requirement("take-photo")),
            List.of(),
            new Availability.Always(),
            new NotifyPlan(false, NotifyPlan.DEFAULT_AFTER, List.of()),
            Preferences.NONE,
            java.time.ZoneOffset.UTC,
            false);
    Catalogue catalogue =
        new Catalogue(Map.of("roomba", roomba), List.of(), Rule.EVERYONE, Map.of());
    List<KnownCapability> all =
        CapabilityCatalogue.of(List.of(written(PROTOCOL)), () -> catalogue).all();
    assertEquals(
        List.of("check-visual", "take-photo", "vacuum-floor"),
        all.stream().map(KnownCapability::id).toList());
    assertEquals(List.of("visual", "attachments"), all.get(1).tags());
  }
}

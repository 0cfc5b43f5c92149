package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.NotificationKind;

/** What is stored names the source of a delivery, as it did before sources had a type. */
final class DeliverySourceTest {

  @ParameterizedTest
  @CsvSource({"TASK, 0f1e", "DIGEST, 0f1e/lists", "TROUBLE, 0f1e/trouble", "RENEWAL, 0f1e/links"})
  void whatIsStoredIsReadAsWhatItWas(DeliverySource source, String stored) {
    Identity identity =
        new Identity(source, "0f1e", "ref", "ana", "slack", "U1", NotificationKind.REQUEST, 1);
    assertEquals(stored, identity.storedExchange());
    assertEquals(
        identity,
        Identity.ofStored(stored, "ref", "ana", "slack", "U1", NotificationKind.REQUEST, 1, 0));
  }

  @ParameterizedTest
  @CsvSource({"TASK, 0f1e", "DIGEST, 0f1e/lists"})
  void anIdIsMadeOfWhatIsStored(DeliverySource source, String stored) {
    assertEquals(
        new Identity(stored, "ref", "ana", "slack", "U1", NotificationKind.DIGEST, 1).id(),
        new Identity(source, "0f1e", "ref", "ana", "slack", "U1", NotificationKind.DIGEST, 1).id());
  }
}

package org.messgateway.gateway.answer.chat;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.PostgresServer;
import org.messgateway.gateway.queue.jdbc.PostgresStore;

/** Of several gateways one asks a service for news. */
@Tag("postgres")
final class PollingLeaseTest {

  private final PostgresStore store = PostgresStore.at(PostgresServer.freshUrl(), null, null);

  @Test
  void oneAsksAndTheOtherTakesItsPlaceWhenItEnds() {
    OpenedQueue one = store.open("one");
    OpenedQueue other = store.open("other");
    try (DeliveryQueue _ = other.queue()) {
      PollingLease first = new PollingLease(one.locks(), "telegram");
      PollingLease second = new PollingLease(other.locks(), "telegram");
      try (DeliveryQueue _ = one.queue()) {
        assertTrue(first.getAsBoolean());
        assertFalse(second.getAsBoolean());
        assertTrue(first.getAsBoolean(), "it goes on being its turn");
        assertTrue(new PollingLease(other.locks(), "family").getAsBoolean(), "another channel");
      }
      assertTrue(second.getAsBoolean());
      assertFalse(first.getAsBoolean(), "one that has ended asks nobody");
    }
  }
}

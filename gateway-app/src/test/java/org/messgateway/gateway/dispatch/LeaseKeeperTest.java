package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.queue.DeliveryQueue;

/** Whether leases can be trusted, however long their renewal takes. */
class LeaseKeeperTest {

  private final MovedTime time = new MovedTime();
  private final DispatchSettings settings = DispatchSettings.defaults();
  private Duration renewing = Duration.ZERO;

  private final LeaseKeeper keeper =
      new LeaseKeeper(renewed(), time, time, settings, () -> {}, () -> {});

  private DeliveryQueue renewed() {
    return (DeliveryQueue)
        Proxy.newProxyInstance(
            LeaseKeeperTest.class.getClassLoader(),
            new Class<?>[] {DeliveryQueue.class},
            (_, method, _) -> {
              assertEquals("renew", method.getName());
              time.advance(renewing);
              return true;
            });
  }

  @Test
  void leasesThatWereRenewedInTimeAreRenewedAgainInAWhile() {
    assertEquals(settings.renewEvery(), keeper.keep());
    assertTrue(keeper.mayStart());
  }

  /** The process was stopped in the middle of it, say: nobody is to wait for the next turn. */
  @Test
  void aRenewalThatWasHeldUpItselfIsFollowedByAnotherAtOnce() {
    renewing = settings.renewLimit().plusSeconds(1);
    Duration rest = keeper.keep();
    assertFalse(keeper.mayStart());
    assertTrue(rest.compareTo(Duration.ofMillis(100)) < 0, rest::toString);

    renewing = Duration.ofMillis(5);
    assertEquals(settings.renewEvery(), keeper.keep());
    assertTrue(keeper.mayStart());
  }
}

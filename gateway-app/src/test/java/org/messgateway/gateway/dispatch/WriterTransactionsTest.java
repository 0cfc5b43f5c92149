package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.LeaseBudget;
import org.messgateway.gateway.queue.jdbc.WriterTransactions;

/** What a delivery costs the one thread that writes the queue. */
final class WriterTransactionsTest {

  /** The reconcile that inserts or takes the row; the settlement. History adds one of its own. */
  private static final int OF_A_DELIVERY = 2;

  @TempDir private Path folder;
  private DispatchScene scene;
  private WriterTransactions writer;

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
    scene.settings = withoutRenewals(scene.settings);
    writer = new WriterTransactions(scene.queue);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  /** A renewal is a transaction of its own. */
  private static DispatchSettings withoutRenewals(DispatchSettings s) {
    return new DispatchSettings(
        s.attempts(),
        s.bytes(),
        s.lanes(),
        s.attemptLimit(),
        s.grace(),
        s.quickPause(),
        s.hold(),
        Duration.ofDays(1),
        Duration.ofDays(1),
        s.stopLimit());
  }

  @Test
  void aDeliveryCostsTwoAndNoneThatIsEmpty() {
    scene.start();
    deliver("r1", "http://a");
    long before = writer.count();

    deliver("r2", "http://a");
    assertEquals(OF_A_DELIVERY, writer.count() - before, "its lane is held");
    deliver("r3", "http://b");
    assertEquals(2 * OF_A_DELIVERY, writer.count() - before, "its lane is new");
  }

  /** Its answer waits until the commit that brought it is over, so that each has its own. */
  private void deliver(String ref, String address) {
    CountDownLatch stored = new CountDownLatch(1);
    scene.hook.at(
        address,
        _ -> {
          assertTrue(stored.await(10, TimeUnit.SECONDS));
          return ScriptedChannel.delivered();
        });
    scene.want(ref, address);
    stored.countDown();
    scene.next();
    restsOfTheLoop();
  }

  /** Long enough for the loop to look again, and after its shortest rest. */
  private void restsOfTheLoop() {
    scene.nothingFor(Duration.ofSeconds(2));
  }

  @Test
  void aLeaseThatFindsNothingCostsNone() {
    scene.want("r1", "http://a");
    assertEquals(1, scene.queue.lease(9).size());
    long before = writer.count();

    assertTrue(scene.queue.lease(9).isEmpty(), "it is leased");
    assertTrue(scene.queue.lease(LeaseBudget.withoutProbes(9)).isEmpty());

    assertEquals(before, writer.count());
  }
}

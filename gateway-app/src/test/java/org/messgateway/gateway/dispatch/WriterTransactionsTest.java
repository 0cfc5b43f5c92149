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

  /** Reconcile with lease and take; release; settle. History adds one of its own. */
  private static final int OF_A_DELIVERY = 3;

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
        s.probes(),
        s.hold(),
        Duration.ofDays(1),
        Duration.ofDays(1),
        s.stopLimit());
  }

  @Test
  void aDeliveryCostsThreeAndNoneThatIsEmpty() {
    scene.start();
    deliver("r1");
    long before = writer.count();

    deliver("r2");

    assertEquals(OF_A_DELIVERY, writer.count() - before);
  }

  /** The answer waits for the lane's release, which else may share a commit with the settlement. */
  private void deliver(String ref) {
    String address = "http://" + ref;
    CountDownLatch released = new CountDownLatch(1);
    scene.hook.at(
        address,
        _ -> {
          assertTrue(released.await(10, TimeUnit.SECONDS));
          return ScriptedChannel.delivered();
        });
    scene.want(ref, address);
    scene.until(
        "the lane is given back",
        () -> scene.hook.callsTo(address) == 1 && scene.dispatcher().lanes() == 0);
    restsOfTheLoop();
    released.countDown();
    scene.next();
    restsOfTheLoop();
  }

  /** Long enough for the loop to look again after a release, and after its shortest rest. */
  private void restsOfTheLoop() {
    scene.nothingFor(Duration.ofSeconds(2));
  }

  @Test
  void aLeaseThatFindsNothingCostsNone() {
    scene.want("r1", "http://a");
    assertEquals(1, scene.queue.lease(9).size());
    long before = writer.count();

    assertTrue(scene.queue.lease(9).isEmpty(), "it is leased");
    assertTrue(scene.queue.lease(LeaseBudget.withoutProbes(9), _ -> 1).isEmpty());

    assertEquals(before, writer.count());
  }
}

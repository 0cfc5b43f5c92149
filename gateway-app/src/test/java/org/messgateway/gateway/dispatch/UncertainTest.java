package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.DeliveryLookup;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;

class UncertainTest {

  @TempDir Path folder;
  private DispatchScene scene;
  private final List<Instant> asked = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private DeliveryLookup lookup(Duration settleTime, DeliveryLookup.LookupResult result) {
    return new DeliveryLookup() {
      @Override
      public Duration settleTime() {
        return settleTime;
      }

      @Override
      public LookupResult find(Notification notification, Instant since) {
        asked.add(since);
        return result;
      }
    };
  }

  /** A row in flight when the process is killed. */
  private Identity killedWhileSending() {
    Identity identity = scene.want("t1", "a");
    scene.queue.take(scene.queue.lease(1).getFirst(), 1);
    scene.reopen();
    assertEquals(DeliveryState.QUEUED, scene.row(identity).state());
    return identity;
  }

  @Test
  void afterAKillItIsSentAgainWithTheSameIdWhereNobodyCanBeAsked() {
    Identity identity = killedWhileSending();
    scene.start();
    AttemptReport report = scene.next();
    assertEquals("delivered", report.outcome());
    assertTrue(report.resent());
    assertEquals(
        List.of(identity.id()), scene.hook.calls.stream().map(ScriptedChannel.Call::id).toList());
  }

  @Test
  void whatTheServiceHadTakenIsDeliveredWithoutSending() {
    Receipt receipt = Receipt.of("sid", "SM42");
    scene.hook.can(
        DeliveryLookup.class,
        lookup(Duration.ZERO, new DeliveryLookup.LookupResult.Found(receipt)));
    Identity identity = killedWhileSending();
    scene.start();
    AttemptReport report = scene.next();
    assertEquals("delivered", report.outcome());
    assertFalse(report.resent());
    assertEquals(receipt, scene.row(identity).receipt());
    assertEquals(List.of(), scene.hook.calls);
  }

  @Test
  void theServiceIsNotAskedBeforeItsAnswerCanBeTrusted() {
    scene.hook.can(
        DeliveryLookup.class,
        lookup(Duration.ofMinutes(2), new DeliveryLookup.LookupResult.Found(Receipt.NONE)));
    Identity identity = killedWhileSending();
    scene.start();
    scene.nothingFor(Duration.ofSeconds(110));
    assertEquals(List.of(), asked);
    assertEquals(DeliveryState.QUEUED, scene.row(identity).state());
    scene.untilNext(Duration.ofSeconds(1), Duration.ofSeconds(30));
    assertEquals("delivered", scene.next().outcome());
    assertEquals(1, asked.size());
  }

  @Test
  void whatWasNotTakenOrCannotBeToldIsSentAgain() {
    for (DeliveryLookup.LookupResult result :
        List.of(
            new DeliveryLookup.LookupResult.NotFound(),
            new DeliveryLookup.LookupResult.Unknown("It is down."))) {
      scene.hook.can(DeliveryLookup.class, lookup(Duration.ZERO, result));
      scene.hook.calls.clear();
      String ref = result.getClass().getSimpleName();
      scene.want(ref, "a");
      scene.queue.take(scene.queue.lease(1).getFirst(), 1);
      scene.reopen();
      scene.start();
      AttemptReport report = scene.next();
      assertEquals("delivered", report.outcome());
      assertTrue(report.resent(), ref);
      assertEquals(1, scene.hook.calls.size());
      scene.stop();
    }
  }

  @Test
  void aLookupThatFailsCannotTell() {
    scene.hook.can(
        DeliveryLookup.class,
        new DeliveryLookup() {
          @Override
          public Duration settleTime() {
            return Duration.ZERO;
          }

          @Override
          public LookupResult find(Notification notification, Instant since) {
            throw new IllegalStateException("secret");
          }
        });
    killedWhileSending();
    scene.start();
    assertTrue(scene.next().resent());
  }

  @Test
  void anAttemptOfUnknownEndIsLookedUpAtItsRetry() {
    scene.hook.can(
        DeliveryLookup.class,
        lookup(Duration.ofSeconds(40), new DeliveryLookup.LookupResult.Found(Receipt.NONE)));
    scene.hook.at("a", _ -> new Deferred(FailureReason.UNCERTAIN, "Reset.", Reach.POSSIBLY_SENT));
    scene.start();
    scene.want("t1", "a");
    Instant begun = scene.time.instant();
    assertTrue(scene.nextDeferral().uncertain());
    scene.nothingFor(Duration.ofSeconds(30));
    scene.untilNext(Duration.ofSeconds(1), Duration.ofSeconds(30));
    assertEquals("delivered", scene.next().outcome());
    assertEquals(1, scene.hook.calls.size());
    assertTrue(Duration.between(begun, asked.getFirst()).compareTo(Duration.ofSeconds(2)) < 0);
  }
}

package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Editable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;

class EditTest {

  private static final Receipt MESSAGE = Receipt.of("ts", "1.2");
  private static final Outcome GONE =
      new Outcome.Rejected(FailureReason.PAYLOAD_REFUSED, "That message is gone.");

  @TempDir Path folder;
  private DispatchScene scene;
  private final List<Receipt> edited = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private void edits(boolean matters) {
    scene.wanted =
        delivery -> new SendDecision.Edit(scene.notification(delivery), MESSAGE, 1000, matters);
  }

  private void channelEdits(Editable editable) {
    scene.hook.can(
        Editable.class,
        (Receipt receipt, Notification notification) -> {
          edited.add(receipt);
          return editable.update(receipt, notification);
        });
  }

  @Test
  void anEarlierMessageIsMadeToSaySomethingElse() {
    Receipt renamed = Receipt.of("ts", "1.3");
    channelEdits((_, _) -> new Outcome.Delivered(renamed));
    edits(false);
    Identity identity = scene.want("t1", "a");
    scene.start();
    assertEquals("delivered", scene.next().outcome());
    assertEquals(List.of(MESSAGE), edited);
    assertEquals(renamed, scene.row(identity).receipt());
    assertEquals(List.of(), scene.hook.calls, "nothing else is sent");
  }

  @Test
  void whereAChannelCannotItIsSent() {
    edits(false);
    scene.want("t1", "a");
    scene.start();
    assertEquals("delivered", scene.next().outcome());
    assertEquals(1, scene.hook.calls.size());
  }

  @Test
  void whatIsGoneAndDoesNotMatterBothersNobody() {
    channelEdits((_, _) -> GONE);
    edits(false);
    Identity identity = scene.want("t1", "a");
    scene.start();
    assertEquals("delivered", scene.next().outcome());
    assertEquals(DeliveryState.DELIVERED, scene.row(identity).state());
    assertEquals(List.of(), scene.hook.calls);
    assertFalse(scene.stopped.containsKey("a"));
  }

  @Test
  void whatIsGoneAndMattersIsSentAsANewMessage() {
    channelEdits((_, _) -> GONE);
    edits(true);
    Identity identity = scene.want("t1", "a");
    scene.start();
    assertEquals("delivered", scene.next().outcome());
    assertEquals(1, scene.hook.calls.size());
    assertEquals(Receipt.of("sid", "SM1"), scene.row(identity).receipt());
  }

  @Test
  void anEditThatFailsIsTriedAgainLikeEveryDelivery() {
    AtomicInteger tries = new AtomicInteger();
    channelEdits((receipt, _) ->
        tries.incrementAndGet() == 1
            ? new Deferred(FailureReason.SERVER_ERROR, "500", Reach.POSSIBLY_SENT)
            : new Outcome.Delivered(receipt));
    edits(false);
    scene.want("t1", "a");
    scene.start();
    assertEquals("deferred", scene.next().outcome());
    assertEquals("delivered", scene.next().outcome());
    assertEquals(List.of(MESSAGE, MESSAGE), edited, "an uncertain edit is simply made again");
    assertEquals(List.of(), scene.hook.calls);
  }

  @Test
  void anAdapterThatThrowsIsTriedAgain() {
    AtomicInteger tries = new AtomicInteger();
    channelEdits((receipt, _) -> {
      if (tries.incrementAndGet() == 1) {
        throw new IllegalStateException("secret");
      }
      return new Outcome.Delivered(receipt);
    });
    edits(false);
    scene.want("t1", "a");
    scene.start();
    assertEquals(FailureReason.ADAPTER_FAILED, scene.next().reason());
    assertEquals("delivered", scene.next().outcome());
  }

  @Test
  void anEditNobodyWantsAnyMoreIsNotMade() {
    channelEdits((receipt, _) -> new Outcome.Delivered(receipt));
    edits(false);
    Identity identity = scene.want("t1", "a");
    scene.want("t1", List.of());
    scene.start();
    scene.want("t2", "b");
    assertEquals("delivered", scene.next().outcome());
    assertEquals(DeliveryState.WITHDRAWN, scene.row(identity).state());
    assertEquals(1, edited.size());
  }
}

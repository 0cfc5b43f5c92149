package org.messgateway.gateway.dispatch;

import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * One stage that a delivery passes right before it is sent. A stage decides, or passes the delivery
 * on. Stages behind the one that decided may review the decision. Called on the attempt's thread,
 * any number of deliveries at a time.
 */
public interface SendStage {

  /**
   * About how many bytes a notification of this stage keeps in memory, known without reading the
   * thread; 0 for a stage that makes none.
   */
  default long weight(TakenDelivery delivery) {
    return 0;
  }

  /** What becomes of a delivery that no stage before decided; null passes it on. */
  @Nullable SendDecision decide(TakenDelivery delivery);

  /** What becomes of a delivery that a stage before decided. */
  default SendDecision review(TakenDelivery delivery, SendDecision decided) {
    return decided;
  }
}

package org.messgateway.gateway;

import org.messgateway.gateway.dispatch.Decision;
import org.messgateway.gateway.dispatch.Wanted;
import org.messgateway.gateway.queue.TakenDelivery;

/** Leaves out notes that say what the executor has just been answered. */
record NotAgain(Wanted tasks, AlreadyHeard heard) implements Wanted {

  @Override
  public long weight(TakenDelivery taken) {
    return tasks.weight(taken);
  }

  @Override
  public Decision wanted(TakenDelivery taken) {
    return heard.says(taken.identity())
        ? new Decision.NotWanted("The executor was told so in the answer to what they wrote.")
        : tasks.wanted(taken);
  }
}

package org.messgateway.gateway;

import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.ThreadWish;

/**
 * What is to be stored of a thread that was read.
 *
 * @param before what was known of it
 */
record DecidedThread(LoadedThread loaded, @Nullable ThreadRow before, ThreadWish wish) {

  Ref ref() {
    return loaded.ref();
  }

  boolean hasOtherStatus() {
    return before == null || !before.status().equals(wish.thread().status());
  }

  /** What somebody has to do something about, and was not told yet; null when there is nothing. */
  @Nullable String newProblem() {
    String problem = wish.thread().problem();
    return before != null && problem != null && problem.equals(before.problem()) ? null : problem;
  }
}

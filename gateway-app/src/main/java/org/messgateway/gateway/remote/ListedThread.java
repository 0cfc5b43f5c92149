package org.messgateway.gateway.remote;

import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Ref;

/**
 * A line of the server's list; another one of the same ref means that the thread has changed.
 *
 * @param status as the server spells it
 * @param executor who has it there, by the key it was claimed with
 * @param updated as the server writes it
 */
record ListedThread(Ref ref, String status, @Nullable String executor, String updated) {

  /** What the status means; one that is unknown is somebody's business, not the gateway's. */
  ThreadStatus means() {
    return ThreadStatus.of(status).orElse(ThreadStatus.PENDING);
  }
}

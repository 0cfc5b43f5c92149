package org.messgateway.gateway.exchange.remote;

import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Ref;

/**
 * A line of the server's list. A different line of the same ref means that the thread has changed.
 *
 * @param status in the server's spelling
 * @param executor holder by the key of its claim
 * @param updated in the server's spelling
 */
record ListedThread(Ref ref, String status, @Nullable String executor, String updated) {

  /** Meaning of the status; the gateway ignores threads with an unknown one. */
  ThreadStatus means() {
    return ThreadStatus.of(status).orElse(ThreadStatus.PENDING);
  }
}

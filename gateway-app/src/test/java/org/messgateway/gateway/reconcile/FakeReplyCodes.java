package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.util.List;
import org.messgateway.gateway.queue.journal.ReplyCodes;

/** Everybody gets the same. */
final class FakeReplyCodes implements ReplyCodes {
  @Override
  public Code assign(String channel, String address, String exchange, String ref, String delivery) {
    return new Code("B", false, exchange, ref, delivery, Instant.EPOCH);
  }

  @Override
  public List<Code> at(String channel, String address) {
    return List.of();
  }

  @Override
  public void free(String exchange, String ref) {}
}

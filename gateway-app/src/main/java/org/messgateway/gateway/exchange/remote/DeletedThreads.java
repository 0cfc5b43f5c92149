package org.messgateway.gateway.exchange.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.messgateway.gateway.exchange.Ref;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes copies of threads that the server has deleted. A missing line in a list can be an error:
 * a thread must be missing in each list for a while, and then the server must answer for this
 * thread that it does not exist. An empty or incomplete list proves nothing. Used by one thread.
 */
final class DeletedThreads {

  static final Duration GONE_AFTER = Duration.ofMinutes(10);

  private static final Logger log = LoggerFactory.getLogger(DeletedThreads.class);

  private final RemoteClient client;
  private final RemoteCopy copy;
  private final LongSupplier nanos;
  private final Map<Ref, Long> missing = new HashMap<>();

  DeletedThreads(RemoteClient client, RemoteCopy copy, LongSupplier nanos) {
    this.client = client;
    this.copy = copy;
    this.nanos = nanos;
  }

  /** Handles a list that differs from the one before. */
  void listed(JsonNode body, Set<Ref> there) {
    if (there.isEmpty() || !isComplete(body, there)) {
      missing.clear();
      return;
    }
    try {
      Set<Ref> lacking = copy.refs();
      lacking.removeAll(there);
      missing.keySet().retainAll(lacking);
      lacking.forEach(ref -> missing.putIfAbsent(ref, nanos.getAsLong()));
    } catch (IOException e) {
      missing.clear();
      log.warn("The copy of the remote exchange cannot be listed: {}", e.toString());
    }
  }

  /** Whether all lines were parsed, and the server reports no further ones. */
  private static boolean isComplete(JsonNode body, Set<Ref> there) {
    JsonNode lines = body.path("threads");
    return lines.isArray()
        && lines.size() == there.size()
        && List.of("total", "count").stream()
            .allMatch(key -> body.path(key).asLong(there.size()) == there.size())
        && List.of("next", "next_cursor", "cursor").stream().allMatch(key -> !body.hasNonNull(key))
        && !body.path("has_more").asBoolean(false);
  }

  /**
   * Deletes copies of threads that have been missing for long enough.
   *
   * @throws RemoteException when the server does not answer for a thread; nothing was deleted then
   */
  void deleteMissing() throws RemoteException {
    long now = nanos.getAsLong();
    for (Map.Entry<Ref, Long> each : List.copyOf(missing.entrySet())) {
      if (now - each.getValue() >= GONE_AFTER.toNanos()) {
        if (known(each.getKey())) {
          missing.put(each.getKey(), now);
        } else {
          remove(each.getKey());
        }
      }
    }
  }

  private boolean known(Ref ref) throws RemoteException {
    try {
      JsonNode _ = client.thread(ref);
      return true;
    } catch (RemoteException e) {
      if (e.reason() == RemoteException.Reason.ABSENT) {
        return false;
      }
      throw e;
    }
  }

  private void remove(Ref ref) {
    missing.remove(ref);
    try {
      copy.remove(ref);
      log.info("{} is not on the server any more: its copy was removed.", ref);
    } catch (IOException e) {
      log.warn(
          "{} is not on the server any more, and its copy cannot be removed: {}",
          ref,
          e.toString());
    }
  }
}

package org.messgateway.gateway.remote;

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
 * Removes copies of what is not on the server any more. Absence is easily an error: so a thread has
 * to be missing in each list for a while, and then the server must say of the very thread that it
 * does not know it. A list that is empty or not whole says nothing about anybody. Used by one
 * thread.
 */
final class Vanished {

  static final Duration GONE_AFTER = Duration.ofMinutes(10);

  private static final Logger log = LoggerFactory.getLogger(Vanished.class);

  private final RemoteClient client;
  private final RemoteCopy copy;
  private final LongSupplier nanos;
  private final Map<Ref, Long> missing = new HashMap<>();

  Vanished(RemoteClient client, RemoteCopy copy, LongSupplier nanos) {
    this.client = client;
    this.copy = copy;
    this.nanos = nanos;
  }

  /** A list came, other than the one before. */
  void listed(JsonNode body, Set<Ref> there) {
    if (there.isEmpty() || !whole(body, there)) {
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

  /** Each line was understood, and the server speaks of no more of them. */
  private static boolean whole(JsonNode body, Set<Ref> there) {
    JsonNode lines = body.path("threads");
    return lines.isArray()
        && lines.size() == there.size()
        && List.of("total", "count").stream()
            .allMatch(key -> body.path(key).asLong(there.size()) == there.size())
        && List.of("next", "next_cursor", "cursor").stream().allMatch(key -> !body.hasNonNull(key))
        && !body.path("has_more").asBoolean(false);
  }

  /**
   * Removes what has been missing for long enough.
   *
   * @throws RemoteException when the server does not say whether it knows one; nothing was removed
   *     then
   */
  void look() throws RemoteException {
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

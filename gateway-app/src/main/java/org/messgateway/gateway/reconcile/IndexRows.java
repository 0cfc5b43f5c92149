package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.protocol.Succession;
import org.messgateway.gateway.queue.ThreadRow;

/** Makes the rows by which the queue's index knows threads. */
final class IndexRows {

  /** Capabilities of one thread that queries find it by. */
  private static final int MOST_REQUIRED = 50;

  private IndexRows() {}

  /**
   * The row of a thread.
   *
   * @param exchange id of the exchange
   */
  static ThreadRow of(
      String exchange,
      LoadedThread loaded,
      int round,
      @Nullable Instant nextLook,
      @Nullable String problem) {
    Envelope envelope = loaded.thread().envelope();
    Fingerprint fingerprint = loaded.fingerprint();
    return new ThreadRow(
        exchange,
        loaded.ref().value(),
        loaded.location().relative(),
        fingerprint.inode(),
        fingerprint.size(),
        fingerprint.modified(),
        envelope.status().code(),
        round,
        nextLook,
        problem,
        loaded.thread().requestor().orElse(null),
        clientId(loaded),
        facts(loaded),
        Succession.of(envelope).successors(),
        ReusedRefs.origin(loaded.thread()));
  }

  private static ThreadRow.QueryFacts facts(LoadedThread loaded) {
    Envelope envelope = loaded.thread().envelope();
    Instant updated = envelope.updated();
    return new ThreadRow.QueryFacts(
        envelope.executor(),
        updated == null ? loaded.fingerprint().modified() : updated,
        required(loaded.thread(), MOST_REQUIRED));
  }

  /** Ids of the capabilities that a thread requires, each once, in its order. */
  static List<String> required(MessThread thread, int most) {
    Payload.Request request = thread.request().orElse(null);
    List<Requirement> required = request == null ? List.of() : request.requires();
    return switch (required.size()) {
      case 0 -> List.of();
      case 1 -> List.of(required.getFirst().id());
      default -> required.stream().map(Requirement::id).distinct().limit(most).toList();
    };
  }

  private static @Nullable String clientId(LoadedThread loaded) {
    String written = loaded.thread().envelope().clientId();
    return written != null
        ? written
        : loaded.thread().request().map(Payload.Request::id).orElse(null);
  }

  /** The row of a thread that was never read. */
  static ThreadRow unread(String exchange, Ref ref, String file) {
    return new ThreadRow(
        exchange, ref.value(), file, 0, 0, Instant.EPOCH, "pending", 0, null, null);
  }
}

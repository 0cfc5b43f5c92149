package org.messgateway.gateway.demo;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.jdbc.QueueReader;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/**
 * The rows of the gateway's queue as they lie on the disk, read beside its process: also while none
 * runs. There are none before the first gateway has made them. Used by one thread.
 */
final class StoredRows implements AutoCloseable {

  private final SqliteStore store;
  private @Nullable QueueReader reader;

  StoredRows(Path home) {
    this.store = SqliteStore.in(home.resolve(".gateway"), InstantSource.system());
  }

  /** Deliveries, newest first. */
  List<DeliveryRow> deliveries(DeliveryFilter filter, int max) {
    return read(queue -> queue.find(filter, max));
  }

  /** Attempts of a delivery, oldest first. */
  List<AttemptRow> attempts(String delivery) {
    return read(queue -> queue.attempts(delivery));
  }

  private <T> List<T> read(Function<QueueReader, List<T>> question) {
    try {
      QueueReader open = reader;
      if (open == null && !store.exists()) {
        return List.of();
      }
      if (open == null) {
        open = store.openToRead();
        reader = open;
      }
      return question.apply(open);
    } catch (QueueException beingMade) {
      close();
      return List.of();
    }
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}

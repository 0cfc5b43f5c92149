package org.messgateway.gateway.answer.chat;

import java.net.URI;
import java.util.Optional;
import org.messgateway.gateway.queue.DeliveryRow;

/** Reads present tasks from the exchange. Blocks while a thread is read; safe for all threads. */
public interface ChatTaskSource {

  /** Empty when the thread does not exist or cannot be read now. */
  Optional<ChatTask> task(String exchange, String ref);

  /** Whether an executor is among those who would be told of this task while it is free. */
  boolean able(String exchange, String ref, String executor);

  /** The page of a delivery's task; empty when no link works at its address. */
  Optional<URI> page(DeliveryRow row);
}
